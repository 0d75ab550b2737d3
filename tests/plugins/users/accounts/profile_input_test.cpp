#include "plugins/users/accounts/profile_input.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace inkwell::users
