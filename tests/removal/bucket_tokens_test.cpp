#include "tests/removal/removal_fixture.h"

namespace inkwell::test {
namespace {

class WithoutBucketTokens : public RemovalTest {};

TEST_F(WithoutBucketTokens, TheKeysGoOnWorkingAndTokensWait) {
    startWithout({});
    const auto admin = api().makeUser(bucket(), "admin");
    const JsonObject wanted{{"title", "Site"}, {"permissions", {{"read", "published"}}}};
    const Reply made = api().send("POST", path("/tokens"), admin.token, wanted);
    const std::string token(textOf(made.object("token"), "token"));
    EXPECT_EQ(api().get(path("/objects"), {bearer(token)}).status, 200) << made.body;
    api().server().disablePlugin("bucket_tokens");
    const Reply refused = api().get(path("/objects"), {bearer(token)});
    EXPECT_EQ(refused.status, 503);
    EXPECT_EQ(refused.message(), "tokens of buckets are disabled");
    EXPECT_EQ(get("/objects").status, 200);
    EXPECT_EQ(post("/object-types", {{"title", "Posts"}}).status, 200);
    expectOff(api().get(path("/tokens"), {bearer(admin.token)}), "bucket_tokens");
    api().server().enablePlugin("bucket_tokens");
    EXPECT_EQ(api().get(path("/objects"), {bearer(token)}).status, 200);
}

}  // namespace
}  // namespace inkwell::test
