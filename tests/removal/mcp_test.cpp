#include "tests/removal/removal_fixture.h"

namespace inkwell::test {
namespace {

class WithoutMcp : public RemovalTest {
protected:
    Reply call(const std::string& token, const std::string& tool) {
        return api().send("POST", "/mcp", token,
                          {{"jsonrpc", "2.0"}, {"id", 1}, {"method", "tools/call"}, {"params", {{"name", tool}}}});
    }
};

TEST_F(WithoutMcp, NobodyElseNotices) {
    startWithout({"mcp"});
    expectOff(call(bucket().writeKey, "find_objects"), "mcp");
    EXPECT_EQ(post("/object-types", {{"title", "Posts"}}).status, 200);
    EXPECT_EQ(get("/objects").status, 200);
}

TEST_F(WithoutMcp, AToolIsRefusedInTheWordsOfARouteThatIsOff) {
    startWithout({});
    const std::string token = api().makeUser(bucket(), "editor").token;
    EXPECT_FALSE(call(token, "find_objects").object("result").contains("isError"));
    EXPECT_FALSE(call(token, "find_media").object("result").contains("isError"));
    api().server().disablePlugin("images");
    api().server().disablePlugin("media");
    const JsonObject refused = call(token, "find_media").object("result");
    EXPECT_EQ(refused.at("isError"), true);
    EXPECT_NE(writeJson(refused).find("'media'"), std::string::npos) << writeJson(refused);
    EXPECT_FALSE(call(token, "find_objects").object("result").contains("isError"));
    api().server().disablePlugin("mcp");
    expectOff(call(token, "find_objects"), "mcp");
}

TEST_F(WithoutMcp, TokensOfBucketsWaitWhileNobodyKnowsThem) {
    startWithout({"bucket_tokens"});
    EXPECT_EQ(call("bt_any", "list_buckets").status, 503);
    EXPECT_EQ(call(api().makeUser(bucket(), "editor").token, "list_buckets").status, 200);
}

}  // namespace
}  // namespace inkwell::test
