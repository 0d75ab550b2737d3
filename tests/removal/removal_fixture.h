#pragma once

#include <gtest/gtest.h>

#include "kernel/plugins/host.h"
#include "tests/support/api_scenario.h"

namespace inkwell::test {

/// What the server does without one plugin: the rows of the design's table "When a plugin is disabled".
class RemovalTest : public testing::Test {
protected:
    /// A server with these plugins off, and a bucket in it.
    void startWithout(std::vector<std::string> disabled) {
        TestServerOptions options;
        options.disabled = std::move(disabled);
        options.captureLog = true;
        server_ = std::make_unique<TestServer>(Engine::Sqlite, options);
        bucket_ = server_->makeBucket();
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

    TestServer& api() { return *server_; }
    std::string path(const std::string& rest) const { return "/v2/buckets/" + bucket_.slug + rest; }
    Reply get(const std::string& rest) {
        return api().get(path(rest) + (rest.find('?') == std::string::npos ? "?" : "&") +
                         "read_key=" + bucket_.readKey);
    }
    Reply post(const std::string& rest, const Json& body) {
        return api().send("POST", path(rest), bucket_.writeKey, body);
    }
    Reply patch(const std::string& rest, const Json& body) {
        return api().send("PATCH", path(rest), bucket_.writeKey, body);
    }
    /// 404 that names the plugin.
    void expectOff(const Reply& reply, const std::string& plugin) {
        EXPECT_EQ(reply.status, 404) << reply.body;
        EXPECT_NE(reply.message().find("'" + plugin + "'"), std::string::npos) << reply.body;
    }
    const TestServer::Bucket& bucket() const { return bucket_; }

    std::unique_ptr<TestServer> server_;
    TestServer::Bucket bucket_;
};

}  // namespace inkwell::test
