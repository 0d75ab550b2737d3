#include "tests/removal/removal_fixture.h"
#include "tests/support/error_text.h"

namespace inkwell::test {
namespace {

class WithoutUsers : public RemovalTest {};

TEST_F(WithoutUsers, KeysWorkAndTokensAreAnswered503) {
    startWithout({"users"});
    EXPECT_EQ(post("/object-types", {{"title", "Posts"}}).status, 200);
    const Reply created =
        post("/objects", {{"type", "posts"}, {"title", "A"}, {"created_by", "0123456789abcdef01234567"}});
    ASSERT_EQ(created.status, 200) << created.body;
    EXPECT_EQ(created.object("object").at("created_by"), "0123456789abcdef01234567");
    EXPECT_EQ(get("/objects").json().at("total"), 1);

    expectOff(get("/users"), "users");
    expectOff(api().send("POST", "/v2/authenticate", "", JsonObject()), "users");
    for (const Reply& reply :
         {api().get("/v2/buckets", {bearer("x")}), api().send("PATCH", path(""), "x", JsonObject())}) {
        EXPECT_EQ(reply.status, 503);
        EXPECT_NE(reply.message().find("user authentication is disabled"), std::string::npos) << reply.body;
    }
    EXPECT_EQ(api().send("POST", path("/objects"), "wrong", JsonObject()).status, 401);
}

TEST_F(WithoutUsers, TokensThatWereUsedBeforeWaitToo) {
    startWithout({});
    const auto admin = api().makeUser(bucket(), "admin");
    const JsonObject wanted{{"title", "Site"}, {"permissions", {{"read", "published"}}}};
    const Reply made = api().send("POST", path("/tokens"), admin.token, wanted);
    const Headers headers{bearer(std::string(textOf(made.object("token"), "token")))};
    EXPECT_EQ(api().get(path("/objects"), headers).status, 200) << made.body;
    api().server().disablePlugin("users");
    EXPECT_EQ(refusalOf(api().get(path("/objects"), headers)),
              "503: users are disabled, and with them the tokens of buckets");
    api().server().enablePlugin("users");
    EXPECT_EQ(api().get(path("/objects"), headers).status, 200);
}

}  // namespace
}  // namespace inkwell::test
