#pragma once

#include <gtest/gtest.h>

#include "kernel/plugins/host.h"
#include "tests/support/api_scenario.h"

namespace inkwell::test {

/// What the server does without one plugin.
class RemovalTest : public testing::Test, protected BucketCalls {
protected:
    /// A server with these plugins off, and a bucket in it.
    void startWithout(std::vector<std::string> disabled) {
        TestServerOptions options;
        options.disabled = std::move(disabled);
        options.captureLog = true;
        server_ = std::make_unique<TestServer>(Engine::Sqlite, options);
        makeBucket();
    }
    /// The reasons why a server with these plugins off does not start.
    static std::string refusalWithout(std::vector<std::string> disabled) {
        TestServerOptions options;
        options.disabled = std::move(disabled);
        try {
            TestServer server(Engine::Sqlite, options);
        } catch (const kernel::PluginStartError& error) {
            return error.what();
        }
        ADD_FAILURE() << "the server started";
        return "";
    }

    TestServer& api() override { return *server_; }
    /// 404 that names the plugin.
    void expectOff(const Reply& reply, const std::string& plugin) {
        EXPECT_EQ(reply.status, 404) << reply.body;
        EXPECT_NE(reply.message().find("'" + plugin + "'"), std::string::npos) << reply.body;
    }

    std::unique_ptr<TestServer> server_;
};

}  // namespace inkwell::test
