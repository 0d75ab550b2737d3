#include "plugins/media/records/media_access.h"

#include <gtest/gtest.h>

#include "inkwell/error.h"
#include "plugins/media/tus/tus_store.h"

namespace inkwell::media {
namespace {

constexpr const char* kUser = "0123456789abcdef01234567";

Access member(Role role, bool draftOnly = false) { return Access::user(kUser, Membership{role, draftOnly, {}, {}}); }

template <class Action>
bool allowed(Action action) {
    try {
        action();
        return true;
    } catch (const ApiError& error) {
        EXPECT_EQ(error.status(), 403);
        return false;
    }
}
bool mayManage(const Access& access) {
    return allowed([&] { requireManageMedia(access); });
}
bool mayChange(const Access& access) {
    return allowed([&] { requireChangeMedia(access); });
}
bool mayUse(const Access& access, const std::string& begunBy) {
    StoredUpload upload;
    upload.actor = begunBy;
    return allowed([&] { requireUseUpload(access, upload); });
}

TEST(MediaAccess, ContributorsOnlyUpload) {
    for (const Access& access :
         {Access::writeKey(), member(Role::Admin), member(Role::Developer), member(Role::Editor)}) {
        EXPECT_TRUE(mayManage(access));
        EXPECT_TRUE(mayChange(access));
    }
    for (const Access& access : {member(Role::Contributor), Access::readKey(), Access()}) {
        EXPECT_FALSE(mayManage(access));
        EXPECT_FALSE(mayChange(access));
    }
}

TEST(MediaAccess, WhatIsThereStaysForWhoMayNotPublish) {
    for (const Role role : {Role::Admin, Role::Developer, Role::Editor}) {
        EXPECT_TRUE(mayManage(member(role, true)));
        EXPECT_FALSE(mayChange(member(role, true)));
    }
}

TEST(MediaAccess, AContributorGoesOnWithTheirOwnUploadsOnly) {
    EXPECT_TRUE(mayUse(member(Role::Contributor), kUser));
    EXPECT_FALSE(mayUse(member(Role::Contributor), "write_key"));
    EXPECT_FALSE(mayUse(member(Role::Contributor), ""));
    EXPECT_TRUE(mayUse(member(Role::Editor), "write_key"));
    EXPECT_TRUE(mayUse(Access::writeKey(), kUser));
}

}  // namespace
}  // namespace inkwell::media
