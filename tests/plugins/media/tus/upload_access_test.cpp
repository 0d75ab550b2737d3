#include "tus/upload_access.h"

#include <gtest/gtest.h>

#include "tests/support/error_text.h"

namespace inkwell::media {
namespace {

constexpr const char* kUser = "0123456789abcdef01234567";

Access member(Role role) { return Access::user(kUser, Membership{role, false, {}, {}}); }

std::string goingOn(const Access& access, const std::string& begunBy) {
    StoredUpload upload;
    upload.id = "u1";
    upload.actor = begunBy;
    return test::errorOf([&] { requireUseUpload(access, upload); });
}

TEST(UploadAccess, AContributorGoesOnWithTheirOwnUploadsOnly) {
    EXPECT_EQ(goingOn(member(Role::Contributor), kUser), "no error");
    EXPECT_EQ(goingOn(member(Role::Contributor), "write_key"), "403: upload 'u1' was begun by somebody else");
    EXPECT_EQ(goingOn(member(Role::Contributor), ""), "403: upload 'u1' was begun by somebody else");
    EXPECT_EQ(goingOn(member(Role::Editor), "write_key"), "no error");
    EXPECT_EQ(goingOn(Access::writeKey(), kUser), "no error");
}

}  // namespace
}  // namespace inkwell::media
