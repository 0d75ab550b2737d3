// /mcp as the npm package @modelcontextprotocol/sdk uses it (plugins/mcp/README.md).
#include <gtest/gtest.h>

#include "tests/interop/npm_packages.h"
#include "tests/support/child_process.h"
#include "tests/support/test_server.h"

namespace inkwell::test {
namespace {

class McpClient : public testing::TestWithParam<Engine> {
protected:
    Reply send(const std::string& rest, const std::string& token, const Json& body) {
        const Reply reply = server_.send("POST", "/v2/buckets/" + bucket_.slug + rest, token, body);
        EXPECT_EQ(reply.status, 200) << reply.body;
        return reply;
    }
    std::string makeToken(const JsonObject& permissions) {
        const Reply reply = send("/tokens", admin_.token, {{"title", "T"}, {"permissions", permissions}});
        return std::string(textOf(reply.object("token"), "token"));
    }

    TestServer server_{GetParam()};
    TestServer::Bucket bucket_ = server_.makeBucket();
    TestServer::User admin_ = server_.makeUser(bucket_, "admin");
};

TEST_P(McpClient, WorksWithItsTokensPermissionsAndNothingMore) {
    send("/object-types", bucket_.writeKey,
         {{"title", "Posts"},
          {"metafields",
           {{{"type", "text"}, {"title", "Lead"}, {"key", "lead"}, {"value", ""}},
            {{"type", "number"}, {"title", "Price"}, {"key", "price"}, {"value", ""}},
            {{"type", "file"}, {"title", "Picture"}, {"key", "picture"}, {"value", ""}}}}});
    const TestServer::User drafter =
        server_.makeUser(bucket_, "contributor",
                         {{"object_types", JsonArray{Json("posts")}}, {"publishing_restrictions", "draft_only"}});
    const Finished client = runProgram(
        "/usr/bin/env",
        {"node", npmPackages() / "mcp_client.mjs", "http://127.0.0.1:" + std::to_string(server_.port()) + "/mcp"},
        {{"WRITER", makeToken({{"read", "any"}, {"write", "all"}, {"media", true}})},
         {"READER", makeToken({{"read", "published"}})},
         {"DRAFTER", drafter.token},
         {"WRITE_KEY", bucket_.writeKey},
         {"READ_KEY", bucket_.readKey}});
    EXPECT_EQ(client.code, 0) << client.err;
    EXPECT_EQ(client.out, "done\n");
}

INSTANTIATE_TEST_SUITE_P(Engines, McpClient, testing::Values(Engine::Sqlite, Engine::Mysql),
                         [](const auto& tested) { return engineName(tested.param); });

}  // namespace
}  // namespace inkwell::test
