#include "members/member_detail.h"

#include <gtest/gtest.h>

namespace inkwell::users {
namespace {

constexpr std::size_t kMostCharacters = 200;  // Change::detail

TEST(MemberDetail, NamesWhatWasGiven) {
    EXPECT_EQ(grantedDetail({Role::Editor, false, {}, {}}), "role: editor");
    EXPECT_EQ(grantedDetail({Role::Contributor, true, {"users", "settings"}, {"posts"}}),
              "role: contributor, publishing_restrictions: draft_only, additional_permissions: users settings");
}

TEST(MemberDetail, NamesWhatIsAnotherOne) {
    const Membership editor{Role::Editor, false, {}, {}};
    EXPECT_EQ(changedDetail(editor, editor), "");
    EXPECT_EQ(changedDetail(editor, {Role::Admin, false, {}, {}}), "role: editor -> admin");
    EXPECT_EQ(changedDetail({Role::Contributor, false, {}, {"posts"}}, {Role::Contributor, false, {}, {"pages"}}),
              "object_types");
    EXPECT_EQ(changedDetail({Role::Editor, true, {"users"}, {}}, editor),
              "publishing_restrictions: draft_only -> none, additional_permissions: users -> none");
}

TEST(MemberDetail, FitsIntoTheFeed) {
    const std::vector<std::string> all{"users", "settings", "sort_metafields"};
    const Membership before{Role::Contributor, true, {"settings", "sort_metafields"}, {"posts"}};
    EXPECT_LE(changedDetail(before, {Role::Developer, false, all, {}}).size(), kMostCharacters);
    EXPECT_LE(grantedDetail({Role::Contributor, true, all, {}}).size(), kMostCharacters);
}

}  // namespace
}  // namespace inkwell::users
