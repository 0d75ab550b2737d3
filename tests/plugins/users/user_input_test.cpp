#include "plugins/users/user_input.h"

#include <gtest/gtest.h>

#include "tests/support/problem_paths.h"

namespace inkwell::users {
namespace {

using test::body;
using test::Paths;
using test::problemPaths;

// It has the problems of the whole body.
RoleEdit newRole(const JsonObject& body) { return parseNewMember(body).role; }

TEST(SignInInput, TakesEmailAndPasswordAndNothingElse) {
    EXPECT_EQ(parseSignIn(body(R"({"email":"A@b.c","password":" p "})")).password, " p ");
    EXPECT_EQ(problemPaths(parseSignIn, "{}"), (Paths{"email", "password"}));
    EXPECT_EQ(problemPaths(parseSignIn, R"({"email":1,"password":[],"otp":"1"})"), (Paths{"email", "otp", "password"}));
}

TEST(NewMemberInput, ReadsEveryField) {
    const NewMember member =
        parseNewMember(body(R"({"first_name":"Ann","last_name":"Other","email":"Ann@Example.com","role":"contributor",
                 "publishing_restrictions":"draft_only","additional_permissions":"users",
                 "object_types":["posts","pages","posts"]})"));
    EXPECT_EQ(member.firstName, "Ann");
    EXPECT_EQ(member.lastName, "Other");
    EXPECT_EQ(member.email, "ann@example.com");
    EXPECT_EQ(member.role.role, Role::Contributor);
    EXPECT_EQ(member.role.draftOnly, true);
    EXPECT_EQ(member.role.additionalPermissions, Paths{"users"});
    EXPECT_EQ(member.role.objectTypes, (Paths{"posts", "pages"}));
}

TEST(NewMemberInput, CollectsEveryProblem) {
    EXPECT_EQ(problemPaths(newRole, "{}"), (Paths{"email", "first_name", "last_name", "role"}));
    EXPECT_EQ(problemPaths(newRole,
                           R"({"first_name":" ","last_name":"B","email":"a b@c","role":"owner",
                               "publishing_restrictions":"none","additional_permissions":["users","root"],
                               "object_types":7,"id":"x"})"),
              (Paths{"additional_permissions[1]", "email", "first_name", "id", "object_types",
                     "publishing_restrictions", "role"}));
}

TEST(RoleInput, NeedsARoleAndTypesForAContributor) {
    EXPECT_EQ(problemPaths(parseRoleEdit, "{}"), Paths{"role"});
    EXPECT_EQ(problemPaths(parseRoleEdit, R"({"additional_permissions":[]})"), Paths{"role"});
    EXPECT_EQ(problemPaths(parseRoleEdit, R"({"role":"contributor"})"), Paths{"object_types"});
    EXPECT_EQ(problemPaths(parseRoleEdit, R"({"role":"contributor","object_types":"posts"})"), Paths{});
    EXPECT_EQ(problemPaths(parseRoleEdit, R"({"role":"editor","email":"a@b.c"})"), Paths{"email"});
}

TEST(RoleInput, HasNoMoreTypesAndPermissionsThanAreComparedInNoTime) {
    JsonObject edit{{"role", "editor"}, {"object_types", JsonArray(200, "posts")}};
    EXPECT_EQ(parseRoleEdit(edit).objectTypes, std::vector<std::string>{"posts"});
    edit["object_types"].as_array().push_back("posts");
    edit["additional_permissions"] = JsonArray(21, "users");
    EXPECT_EQ(problemPaths(parseRoleEdit, writeJson(edit)), (Paths{"additional_permissions", "object_types"}));
}

TEST(RoleInput, KeepsWhatItDoesNotMention) {
    const Membership before{Role::Contributor, true, {"users"}, {"posts"}};
    const Membership after = applied(parseRoleEdit(body(R"({"role":"editor"})")), before);
    EXPECT_EQ(after.role, Role::Editor);
    EXPECT_TRUE(after.draftOnly);
    EXPECT_EQ(after.additionalPermissions, Paths{"users"});
    EXPECT_EQ(after.objectTypes, Paths{"posts"});
}

TEST(RoleInput, LiftsTheRestrictionByNullOrEmptyText) {
    for (const char* nothing : {"null", "\"\""}) {
        const std::string text = std::string(R"({"role":"editor","publishing_restrictions":)") + nothing + "}";
        EXPECT_FALSE(applied(parseRoleEdit(body(text)), {Role::Editor, true, {}, {}}).draftOnly) << nothing;
    }
}

}  // namespace
}  // namespace inkwell::users
