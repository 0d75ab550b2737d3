#include "plugins/users/user_view.h"

#include <gtest/gtest.h>

namespace inkwell::users {
namespace {

Member ann() {
    Member member;
    member.account = {"0123456789abcdef01234567", "ann@example.com", true, "$argon2id$secret", true, "Ann", "Other", 0};
    member.membership = {Role::Contributor, true, {"users"}, {"posts"}};
    return member;
}

TEST(UserView, ShowsTheFieldsOfTheInterfaceAsStrings) {
    const JsonObject json = renderUser(ann().account);
    for (const char* field : {"id", "first_name", "last_name", "email", "avatar_url", "username", "bio", "website",
                              "company", "location", "twitter", "linkedin", "github"}) {
        ASSERT_TRUE(json.contains(field)) << field;
        EXPECT_TRUE(json.at(field).is_string()) << field;
    }
    EXPECT_EQ(json.size(), 13U);
    EXPECT_EQ(json.at("first_name"), "Ann");
    EXPECT_EQ(json.at("bio"), "");
}

TEST(UserView, ShowsTheProfile) {
    AccountRecord account = ann().account;
    account.profile = {{"bio", "Writes."}, {"username", "ann"}};
    const JsonObject json = renderUser(account);
    EXPECT_EQ(json.at("bio"), "Writes.");
    EXPECT_EQ(json.at("username"), "ann");
    EXPECT_EQ(json.at("github"), "");
}

TEST(UserView, NeverShowsThePasswordHash) {
    EXPECT_EQ(writeJson(renderMember(ann())).find("argon2"), std::string::npos);
}

TEST(UserView, ShowsAMembersPartInTheBucket) {
    JsonObject json = renderMember(ann());
    EXPECT_EQ(json.at("role"), "contributor");
    EXPECT_EQ(json.at("publishing_restrictions"), "draft_only");
    EXPECT_EQ(json.at("additional_permissions"), Json(JsonArray{"users"}));
    EXPECT_EQ(json.at("object_types"), Json(JsonArray{"posts"}));

    Member free = ann();
    free.membership = {Role::Admin, false, {}, {}};
    json = renderMember(free);
    EXPECT_TRUE(json.at("publishing_restrictions").is_null());
    EXPECT_EQ(json.at("object_types"), Json(JsonArray{}));
}

}  // namespace
}  // namespace inkwell::users
