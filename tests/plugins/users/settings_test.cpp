#include "settings.h"

#include <gtest/gtest.h>

#include "tests/plugins/users/users_fixture.h"

namespace inkwell::users {
namespace {

TEST(UsersSettings, OutsideTheirRangeStopTheStart) {
    for (const char* key : {"token_days", "invitation_days", "password_memory_mib"}) {
        test::PluginFixture fixture;
        EXPECT_THROW(fixture.host(inkwell_plugin, {{key, 0}}), std::runtime_error) << key;
    }
}

}  // namespace
}  // namespace inkwell::users
