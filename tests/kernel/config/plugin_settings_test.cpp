#include "kernel/config/plugin_settings.h"

#include <gtest/gtest.h>

namespace inkwell::kernel {
namespace {

TEST(PluginSettings, WantEachPluginUnlessTheySayOtherwise) {
    Config config;
    config.pluginSettings = {{"off", {{"enabled", false}}}, {"on", {{"enabled", true}, {"size", 7}}}, {"some", {}}};
    EXPECT_FALSE(wantsPlugin(config, "off"));
    for (const char* id : {"on", "some", "never_heard_of"}) EXPECT_TRUE(wantsPlugin(config, id)) << id;
    EXPECT_EQ(settingsOf(config, "on").at("size"), Json(7));
    EXPECT_TRUE(settingsOf(config, "never_heard_of").empty());
}

}  // namespace
}  // namespace inkwell::kernel
