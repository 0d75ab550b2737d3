// The stream of changes as the npm package eventsource follows it (plugins/changes/README.md).
#include <gtest/gtest.h>

#include "tests/interop/npm_packages.h"
#include "tests/support/child_process.h"
#include "tests/support/test_server.h"

namespace inkwell::test {
namespace {

class EventSourceClient : public testing::Test {
protected:
    Reply send(const std::string& method, const std::string& rest, const Json& body) {
        return server_.send(method, "/v2/buckets/" + bucket_.slug + rest, bucket_.writeKey, body);
    }
    std::string makePost() {
        const Reply reply = send("POST", "/objects", JsonObject{{"type", "posts"}, {"title", "Post"}});
        EXPECT_EQ(reply.status, 200) << reply.body;
        return std::string(textOf(reply.object("object"), "id"));
    }

    TestServer server_{Engine::Sqlite};
    TestServer::Bucket bucket_ = server_.makeBucket();
};

TEST_F(EventSourceClient, FollowsAndResumesByItself) {
    ASSERT_EQ(send("POST", "/object-types", JsonObject{{"title", "Posts"}}).status, 200);
    const std::string address = "http://127.0.0.1:" + std::to_string(server_.port()) + "/v2/buckets/" + bucket_.slug +
                                "/changes?read_key=" + bucket_.readKey;
    ChildProcess client("/usr/bin/env", {"node", npmPackages() / "eventsource_client.mjs", address});
    ASSERT_TRUE(client.waitForErr("ready")) << client.err();
    const std::string first = makePost();
    ASSERT_TRUE(client.waitForErr("object.created " + first)) << client.err();

    // Any switch of plugins ends the streams; the client waits before it comes again.
    server_.server().disablePlugin("images");
    const std::string second = makePost();
    const std::string third = makePost();
    ASSERT_TRUE(client.waitForErr("object.created " + third)) << client.err();
    ASSERT_EQ(send("PATCH", "/objects/" + first, JsonObject{{"title", "Edited"}}).status, 200);
    ASSERT_EQ(send("DELETE", "/objects/" + second, nullptr).status, 200);
    EXPECT_EQ(client.wait(), 0);
    EXPECT_EQ(client.err(), "connects without a Last-Event-ID\nready\nobject.created " + first +
                                "\nconnects with a Last-Event-ID\nready\nobject.created " + second +
                                "\nobject.created " + third + "\nobject.edited " + first + "\nobject.deleted " +
                                second + "\n");
}

TEST_F(EventSourceClient, IsRefusedWithAWrongKey) {
    const std::string address = "http://127.0.0.1:" + std::to_string(server_.port()) + "/v2/buckets/" + bucket_.slug +
                                "/changes?read_key=wrong";
    const Finished client = runProgram("/usr/bin/env", {"node", npmPackages() / "eventsource_client.mjs", address});
    EXPECT_EQ(client.code, 1);
    EXPECT_NE(client.err.find("is refused: 401"), std::string::npos) << client.err;
}

}  // namespace
}  // namespace inkwell::test
