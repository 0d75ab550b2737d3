#include "plugins/media/records/media_access.h"

#include <gtest/gtest.h>

#include "plugins/media/tus/tus_store.h"
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
std::string goingOn(const Access& access, const std::string& begunBy) {
    StoredUpload upload;
    upload.id = "u1";
    upload.actor = begunBy;
    return test::errorOf([&] { requireUseUpload(access, upload); });
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

TEST(MediaAccess, AContributorGoesOnWithTheirOwnUploadsOnly) {
    EXPECT_EQ(goingOn(member(Role::Contributor), kUser), "no error");
    EXPECT_EQ(goingOn(member(Role::Contributor), "write_key"), "403: upload 'u1' was begun by somebody else");
    EXPECT_EQ(goingOn(member(Role::Contributor), ""), "403: upload 'u1' was begun by somebody else");
    EXPECT_EQ(goingOn(member(Role::Editor), "write_key"), "no error");
    EXPECT_EQ(goingOn(Access::writeKey(), kUser), "no error");
}

}  // namespace
}  // namespace inkwell::media
