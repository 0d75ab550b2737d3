#include "plugins/media/records/media_access.h"

#include <gtest/gtest.h>

#include "tests/support/error_text.h"

namespace inkwell::media {
namespace {

constexpr const char* kUser = "0123456789abcdef01234567";

Access member(Role role, bool draftOnly = false) { return Access::user(kUser, Membership{role, draftOnly, {}, {}}); }

std::string managing(const Access& access) {
    return test::errorOf([&] { requireManageMedia(access); });
}
std::string changing(const Access& access) {
    return test::errorOf([&] { requireChangeMedia(access); });
}

TEST(MediaAccess, ContributorsOnlyUpload) {
    for (const Access& access :
         {Access::writeKey(), member(Role::Admin), member(Role::Developer), member(Role::Editor)}) {
        EXPECT_EQ(managing(access), "no error");
        EXPECT_EQ(changing(access), "no error");
    }
    for (const Access& access : {Access::readKey(), Access()}) {
        EXPECT_EQ(managing(access), "403: this key does not allow to write media");
        EXPECT_EQ(changing(access), "403: this key does not allow to write media");
    }
    const std::string onlyUploads =
        "403: your role in this bucket does not allow to change media and media folders, only to upload";
    EXPECT_EQ(managing(member(Role::Contributor)), onlyUploads);
    EXPECT_EQ(changing(member(Role::Contributor)), onlyUploads);
}

TEST(MediaAccess, WhatIsThereStaysForWhoMayNotPublish) {
    for (const Role role : {Role::Admin, Role::Developer, Role::Editor}) {
        EXPECT_EQ(managing(member(role, true)), "no error");
        EXPECT_EQ(changing(member(role, true)),
                  "403: your role in this bucket does not allow to publish, or to edit what is published");
    }
}

}  // namespace
}  // namespace inkwell::media
