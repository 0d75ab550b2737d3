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
    std::string refusalOf(int volume) {
        try {
            host().prepareSettings("adjuster", withVolume(volume));
            return "no refusal";
        } catch (const ConfigError& error) {
            return error.what();
        }
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
    EXPECT_EQ(change.apply(), std::vector<std::string>{});
    EXPECT_EQ(call("/volume"), "7");
    EXPECT_EQ(valueOf("volume"), 7);
    EXPECT_EQ(valueOf("tone"), "a");

    EXPECT_EQ(host().prepareSettings("adjuster", config_).apply(), std::vector<std::string>{});
    EXPECT_EQ(call("/volume"), "3") << "the default, when the setting is gone";
}

TEST_F(SettingsReload, IsRefusedWithThePluginsReason) {
    EXPECT_EQ(refusalOf(11), "plugin 'adjuster': the setting 'volume' must be at most 10, not 11");
    EXPECT_EQ(call("/volume"), "3");
}

TEST_F(SettingsReload, IsRefusedWhereNothingPutsTheSettingsIntoForce) {
    EXPECT_EQ(refusalOf(10), "plugin 'adjuster': its LiveSettings give no function that puts them into force");
    EXPECT_EQ(call("/volume"), "3");
}

TEST_F(SettingsReload, ThatAPluginFailsToTakeIsInForceAndNamesThePlugin) {
    EXPECT_EQ(host().prepareSettings("adjuster", withVolume(9)).apply(),
              std::vector<std::string>{"plugin 'adjuster' failed while it put its new settings into force (the knob is "
                                       "stuck) and may go on with old ones: disable it and enable it again"});
    EXPECT_EQ(valueOf("volume"), 9);
}

TEST_F(SettingsReload, ReachesAPluginThatIsDisabled) {
    EXPECT_EQ(refusalToDisable("adjuster"), "");
    EXPECT_EQ(host().prepareSettings("adjuster", withVolume(5)).apply(), std::vector<std::string>{});
    EXPECT_EQ(refusalToEnable("adjuster"), "");
    EXPECT_EQ(call("/volume"), "5");
}

TEST_F(SettingsReload, OfAnUnknownPluginChangesNothing) {
    const PluginHost::SettingsChange change = host().prepareSettings("nobody", config_);
    EXPECT_TRUE(change.keys.empty());
    EXPECT_EQ(change.apply(), std::vector<std::string>{});
}

}  // namespace
}  // namespace inkwell::kernel
