#include "tests/support/plugin_fixture.h"

#include <utility>

namespace inkwell::test {

PluginFixture::PluginFixture(const std::string& enginePlugin, JsonObject engineSettings)
    : MiniServer(INKWELL_TEST_PLUGIN_DIR, enginePlugin, std::move(engineSettings)) {}

}  // namespace inkwell::test
