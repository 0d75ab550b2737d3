#include "plugins/users/members/member_rules.h"

#include <gtest/gtest.h>

#include "inkwell/error.h"

namespace inkwell::users {
namespace {

constexpr const char* kCaller = "00000000000000000000000a";
constexpr const char* kOther = "00000000000000000000000b";

Membership membership(Role role, std::vector<std::string> permissions = {}, std::vector<std::string> types = {},
                      bool draftOnly = false) {
    return {role, draftOnly, std::move(permissions), std::move(types)};
}
Access caller(const Membership& membership) { return Access::user(kCaller, membership); }

template <class Action>
std::string refusal(Action action) {
    try {
        action();
        return "";
    } catch (const ApiError& error) {
        EXPECT_EQ(error.status(), 403);
        return error.message();
    }
}
std::string changing(const Access& access, const std::string& userId, Role role) {
    Member member;
    member.account.id = userId;
    member.membership.role = role;
    return refusal([&] { requireMayChange(access, member); });
}
std::string adding(const Access& access, const Membership& after) {
    return refusal([&] { requireMayGrant(access, nullptr, after); });
}
std::string editing(const Access& access, const Membership& before, const Membership& after) {
    return refusal([&] { requireMayGrant(access, &before, after); });
}

const Access kDeveloper = caller(membership(Role::Developer, {"users"}));
const Access kEditor = caller(membership(Role::Editor, {"users"}));
const Access kContributor = caller(membership(Role::Contributor, {"users"}, {"posts"}));
const Access kDrafter = caller(membership(Role::Editor, {"users"}, {}, true));

TEST(MemberRules, HoldNeitherAdminsNorTheOperator) {
    for (const Access& access : {caller(membership(Role::Admin, {}, {}, true)), Access::system()}) {
        EXPECT_EQ(changing(access, kCaller, Role::Admin), "");
        EXPECT_EQ(changing(access, kOther, Role::Admin), "");
        EXPECT_EQ(adding(access, membership(Role::Admin, {"users", "settings"})), "");
    }
}

TEST(MemberRules, NobodyElseChangesThemselfOrWhoIsAbove) {
    for (const Access& access : {kDeveloper, kEditor, kContributor}) {
        const Role own = access.membership()->role;
        EXPECT_NE(changing(access, kCaller, own).find("yourself"), std::string::npos);
        for (const Role role : {Role::Admin, Role::Developer, Role::Editor, Role::Contributor}) {
            EXPECT_EQ(changing(access, kOther, role).empty(), role >= own);
        }
    }
}

TEST(MemberRules, GrantNoRoleAboveOnesOwn) {
    EXPECT_EQ(adding(kDeveloper, membership(Role::Admin)),
              "you cannot grant the role 'admin', which is above your own");
    EXPECT_EQ(adding(kDeveloper, membership(Role::Developer)), "");
    EXPECT_NE(adding(kEditor, membership(Role::Developer)), "");
    EXPECT_EQ(adding(kEditor, membership(Role::Editor)), "");
    EXPECT_EQ(adding(kEditor, membership(Role::Contributor, {}, {"anything"})), "");
    EXPECT_NE(adding(kContributor, membership(Role::Editor)), "");
}

TEST(MemberRules, GrantNoPermissionThatOneLacks) {
    EXPECT_EQ(adding(kEditor, membership(Role::Editor, {"users"})), "");
    EXPECT_NE(adding(kEditor, membership(Role::Editor, {"users", "settings"})).find("'settings'"), std::string::npos);
    EXPECT_NE(adding(kEditor, membership(Role::Editor, {"sort_metafields"})), "");
    EXPECT_EQ(adding(kDeveloper, membership(Role::Editor, {"sort_metafields"})), "") << "developers sort anyway";
    EXPECT_NE(adding(kDeveloper, membership(Role::Editor, {"settings"})), "");
    const Membership had = membership(Role::Editor, {"settings"});
    EXPECT_EQ(editing(kEditor, had, membership(Role::Contributor, {"settings"}, {"posts"})), "");
    EXPECT_NE(editing(kEditor, had, membership(Role::Editor, {"settings", "sort_metafields"})), "");
}

TEST(MemberRules, GrantNoObjectTypeThatAContributorLacks) {
    EXPECT_EQ(adding(kContributor, membership(Role::Contributor, {}, {"posts"})), "");
    EXPECT_NE(adding(kContributor, membership(Role::Contributor, {}, {"posts", "pages"})).find("'pages'"),
              std::string::npos);
    const Membership had = membership(Role::Contributor, {}, {"pages"});
    EXPECT_EQ(editing(kContributor, had, membership(Role::Contributor, {}, {"pages", "posts"})), "");
    EXPECT_NE(editing(kContributor, had, membership(Role::Contributor, {}, {"pages", "news"})), "");
}

TEST(MemberRules, GrantNoPublishingToWhomOneMayNotBeLike) {
    EXPECT_NE(adding(kDrafter, membership(Role::Editor)).find("draft_only"), std::string::npos);
    EXPECT_EQ(adding(kDrafter, membership(Role::Editor, {}, {}, true)), "");
    const Membership restricted = membership(Role::Editor, {}, {}, true);
    EXPECT_NE(editing(kDrafter, restricted, membership(Role::Editor)), "");
    EXPECT_EQ(editing(kDrafter, membership(Role::Editor), membership(Role::Editor)), "") << "theirs already";
    EXPECT_EQ(editing(kEditor, restricted, membership(Role::Editor)), "");
}

TEST(MemberRules, GrantNoMorePublishingThanOneHad) {
    const Membership had = membership(Role::Contributor, {}, {"posts", "news"});
    EXPECT_NE(editing(kDrafter, had, membership(Role::Editor)).find("draft_only"), std::string::npos);
    EXPECT_NE(editing(kDrafter, had, membership(Role::Contributor, {}, {"posts", "pages"})), "");
    EXPECT_EQ(editing(kDrafter, had, membership(Role::Contributor, {}, {"posts"})), "");
    EXPECT_EQ(editing(kDrafter, had, membership(Role::Editor, {}, {}, true)), "");
    EXPECT_EQ(editing(kDrafter, membership(Role::Editor), membership(Role::Contributor, {}, {"pages"})), "")
        << "an editor published these too";
    EXPECT_EQ(editing(kEditor, had, membership(Role::Editor)), "");
}

}  // namespace
}  // namespace inkwell::users
