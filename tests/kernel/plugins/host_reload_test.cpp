// Settings that a plugin takes while it runs.
#include "tests/kernel/plugins/host_fixture.h"

namespace inkwell::kernel {
namespace {

class SettingsReload : public HostTest {
protected:
    void SetUp() override {
        use({"adjusts"});
        loadAndStart();
    }
    Config withVolume(Json volume) const {
        Config fresh = config_;
        fresh.pluginSettings["adjuster"]["volume"] = std::move(volume);
        return fresh;
    }
    Json valueOf(const std::string& key) {
        for (const PluginConfigKey& one : host().configKeys("adjuster")) {
            if (one.key == key) return one.value;
        }
        return nullptr;
    }
};

TEST_F(SettingsReload, HappensWhenItIsApplied) {
    const PluginHost::SettingsChange change = host().prepareSettings("adjuster", withVolume(7));
    EXPECT_EQ(change.keys, std::set<std::string>{"volume"});
    EXPECT_EQ(call("/volume"), "3") << "before it was applied";
    EXPECT_EQ(valueOf("volume"), 3);
    change.apply();
    EXPECT_EQ(call("/volume"), "7");
    EXPECT_EQ(valueOf("volume"), 7);
    EXPECT_EQ(valueOf("tone"), "a");

    host().prepareSettings("adjuster", config_).apply();
    EXPECT_EQ(call("/volume"), "3") << "the default, when the setting is gone";
}

TEST_F(SettingsReload, IsRefusedWithThePluginsReason) {
    try {
        host().prepareSettings("adjuster", withVolume(11));
        ADD_FAILURE() << "it was not refused";
    } catch (const ConfigError& error) {
        EXPECT_EQ(std::string(error.what()), "plugin 'adjuster': the setting 'volume' must be at most 10, not 11");
    }
    EXPECT_EQ(call("/volume"), "3");
}

TEST_F(SettingsReload, ReachesAPluginThatIsDisabled) {
    EXPECT_EQ(refusalToDisable("adjuster"), "");
    host().prepareSettings("adjuster", withVolume(5)).apply();
    EXPECT_EQ(refusalToEnable("adjuster"), "");
    EXPECT_EQ(call("/volume"), "5");
}

TEST_F(SettingsReload, OfAnUnknownPluginChangesNothing) {
    const PluginHost::SettingsChange change = host().prepareSettings("nobody", config_);
    EXPECT_TRUE(change.keys.empty());
    change.apply();
}

}  // namespace
}  // namespace inkwell::kernel
