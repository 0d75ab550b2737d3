#include "inkwell/role_name.h"

#include <gtest/gtest.h>

namespace inkwell {
namespace {

TEST(RoleName, IsReadBackAsTheRoleItNames) {
    for (const Role role : {Role::Admin, Role::Developer, Role::Editor, Role::Contributor})
        EXPECT_EQ(parseRole(roleName(role)), role) << roleName(role);
}

TEST(RoleName, IsWrittenInLowerCaseOnly) {
    EXPECT_EQ(roleName(Role::Developer), "developer");
    EXPECT_EQ(parseRole("Admin"), std::nullopt);
    EXPECT_EQ(parseRole(""), std::nullopt);
}

}  // namespace
}  // namespace inkwell
