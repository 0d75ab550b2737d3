// PluginHost::check: what would keep plugins from starting, without a database.
#include "tests/kernel/plugins/host_fixture.h"

namespace inkwell::kernel {
namespace {

class Check : public HostTest {
protected:
    void SetUp() override { use({"withholds"}); }

    std::string checkRefusal() {
        try {
            load();
            host().check(liveInfo_);
            return "";
        } catch (const PluginStartError& error) {
            return error.what();
        }
    }
};

TEST_F(Check, NamesWhatAPluginMissesAndWhyAnotherWithholdsIt) {
    const std::string refused = checkRefusal();
    EXPECT_TRUE(has(refused, "plugin 'seeker' ("));
    EXPECT_TRUE(has(refused,
                    "): cannot start: there is no word 'salve': the plugin 'roman' has it, but its 'name' is "
                    "empty"));
}

TEST_F(Check, NamesADisabledPluginThatHasWhatIsMissing) {
    set("roman", "name", "Livia");
    set("roman", "enabled", false);
    EXPECT_TRUE(has(checkRefusal(), "the plugin 'roman' has it, but it is disabled"));
}

TEST_F(Check, FindsNothingWhereAStartSucceeds) {
    set("roman", "name", "Livia");
    EXPECT_EQ(checkRefusal(), "");
    EXPECT_EQ(status("seeker").state, PluginState::Running);
}

TEST_F(Check, LetsNoPluginUseTheDatabase) {
    set("seeker", "uses_database", true);
    EXPECT_TRUE(has(checkRefusal(), "plugin 'seeker' uses in its StartCheck what only start() may use"));
}

TEST_F(Check, FindsWhatAStartFinds) {
    EXPECT_TRUE(has(refusal(), "start failed: there is no word 'salve': the plugin 'roman' has it"));
}

}  // namespace
}  // namespace inkwell::kernel
