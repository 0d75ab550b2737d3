#pragma once

#include <string>

#include "mini_server.h"

namespace inkwell::test {

/// The testkit's MiniServer with the plugins of this build: what the tests of the plugins of this tree use. The test
/// target must depend on the plugins that it loads.
class PluginFixture : public testkit::MiniServer {
public:
    explicit PluginFixture(const std::string& enginePlugin = "database_sqlite", JsonObject engineSettings = {});

    testkit::FixedClock& fixedClock() { return clock(); }
    testkit::CapturingLog& capturedLog() { return log(); }
    testkit::MiniEvents& captured() { return events(); }
    ServerInfo& serverInfo() { return server(); }
};

}  // namespace inkwell::test
