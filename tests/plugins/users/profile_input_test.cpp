#include "plugins/users/profile_input.h"

#include <gtest/gtest.h>

#include "plugins/users/web_address.h"
#include "tests/support/problem_paths.h"

namespace inkwell::users {
namespace {

using test::body;
using test::Paths;
using test::problemPaths;

TEST(OwnerEditInput, ReadsWhatIsGivenAndNothingElse) {
    const OwnerEdit edit = parseOwnerEdit(
        body(R"({"first_name":"Ann","bio":"","username":"ann_1","email":"Ann@Example.com","current_password":"x"})"));
    EXPECT_EQ(edit.firstName, "Ann");
    EXPECT_EQ(edit.lastName, std::nullopt);
    EXPECT_EQ(edit.profile, (JsonObject{{"username", "ann_1"}, {"bio", ""}}));
    EXPECT_EQ(edit.email, "ann@example.com");
    EXPECT_EQ(edit.currentPassword, "x");
    EXPECT_EQ(edit.password, std::nullopt);
}

TEST(OwnerEditInput, CollectsEveryProblem) {
    EXPECT_EQ(problemPaths(parseOwnerEdit, "{}"), Paths{""});
    EXPECT_EQ(problemPaths(parseOwnerEdit, R"({"current_password":"x"})"), Paths{""});
    EXPECT_EQ(problemPaths(parseOwnerEdit, R"({"server_admin":true})"), (Paths{"", "server_admin"}));
    EXPECT_EQ(
        problemPaths(parseOwnerEdit, R"({"first_name":"","last_name":1,"email":"x","password":"123456789",
                                              "twitter":"@ann","username":"Ann","role":"admin"})"),
        (Paths{"current_password", "email", "first_name", "last_name", "password", "role", "twitter", "username"}));
}

TEST(WebAddress, IsHttpWithAHostAndNothingThatLeavesALink) {
    for (const char* good : {"http://a", "https://example.com:8080/x?y=z#f", "HTTPS://EXAMPLE.com",
                             "https://köln.example/ü", "http://[::1]/"})
        EXPECT_TRUE(isWebAddress(good)) << good;
    for (const char* bad : {"", "http", "http:", "http://", "http:///x", "https:example.com", "mailto:a@b.c",
                            "javascript://example.com/%0aalert(1)", " https://a", "https://a\n", "https://a/<b>",
                            "https://a@b", "https://a:b@c", "https://a:port"})
        EXPECT_FALSE(isWebAddress(bad)) << bad;
}

}  // namespace
}  // namespace inkwell::users
