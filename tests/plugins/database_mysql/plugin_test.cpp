#include <gtest/gtest.h>

#include "tests/support/plugin_fixture.h"

extern "C" const inkwell::PluginManifest inkwell_plugin;

namespace inkwell::database_mysql {
namespace {

TEST(MysqlPlugin, RefusesAPortThatCannotBe) {
    for (const int port : {0, -1, 65536, 3306 + 65536}) {
        test::PluginFixture server;
        try {
            server.host(inkwell_plugin, {{"port", port}});
            ADD_FAILURE() << port;
        } catch (const std::runtime_error& error) {
            EXPECT_EQ(std::string(error.what()),
                      "the setting 'port' must be from 1 to 65535, not " + std::to_string(port));
        }
    }
    test::PluginFixture server;
    EXPECT_NO_THROW(server.host(inkwell_plugin, {{"port", 65535}}));
}

}  // namespace
}  // namespace inkwell::database_mysql
