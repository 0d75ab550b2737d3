// Plugins are switched on and off, several at once, under load: nobody but their own clients notices.
#include "tests/switching/load.h"

#include <cstdlib>
#include <random>

#include "inkwell/error.h"
#include "tests/support/api_scenario.h"
#include "tests/support/random_seed.h"

namespace inkwell::test {
namespace {

// INKWELL_SWITCHES says how many; few by default.
int wantedSwitches() {
    const char* given = std::getenv("INKWELL_SWITCHES");
    return given == nullptr ? 80 : std::stoi(given);
}

const std::vector<std::vector<std::string>> kSwitched = {{"media", "revisions", "webhooks", "images"},
                                                         {"changes", "users", "merge_requests"}};

class UnderLoad : public testing::TestWithParam<Engine> {
protected:
    UnderLoad() {
        for (const auto& group : kSwitched) all_.insert(all_.end(), group.begin(), group.end());
    }

    static void toggle(TestServer& api, Board& board, const std::string& plugin, bool on) {
        board.beginSwitch(plugin);
        const kernel::SwitchResult result = on ? api.server().enablePlugin(plugin) : api.server().disablePlugin(plugin);
        board.endSwitch(plugin, on);
        EXPECT_TRUE(result.changed) << plugin;
        EXPECT_EQ(result.warning, "") << plugin;
    }
    /// Switches plugins of `group`, in an order of its own, and all of them on at the end.
    static void switchAround(TestServer& api, Board& board, const std::vector<std::string>& group, int switches,
                             unsigned seed) {
        std::mt19937 random(seed);
        std::map<std::string, bool> isOff;
        for (int i = 0; i < switches; ++i) {
            const std::string& plugin = group[random() % group.size()];
            toggle(api, board, plugin, isOff[plugin]);
            isOff[plugin] = !isOff[plugin];
        }
        for (const std::string& plugin : group) {
            if (isOff[plugin]) toggle(api, board, plugin, true);
        }
    }

    std::vector<std::string> all_;
};
INKWELL_ON_BOTH_ENGINES(UnderLoad);

TEST_P(UnderLoad, SwitchingFailsNoRequestButThoseOfThePluginThatIsOff) {
    TestServerOptions options;
    options.captureLog = true;
    TestServer api(GetParam(), options);
    Board board(all_);
    Load load(api, board);
    std::vector<std::thread> switchers;
    for (const auto& group : kSwitched) {
        switchers.emplace_back([&] {
            switchAround(api, board, group, wantedSwitches() / 2, randomSeed() + static_cast<unsigned>(group.size()));
        });
    }
    for (std::thread& switcher : switchers) switcher.join();
    load.stop();

    for (const std::string& failure : load.tally().failures()) ADD_FAILURE() << failure;
    const std::map<std::string, int> counts = load.tally().counts();
    for (const char* what : {"list of objects",
                             "object",
                             "object past the cache",
                             "object types",
                             "metafields",
                             "status",
                             "media",
                             "media file",
                             "revisions",
                             "merge requests",
                             "new object",
                             "edited object",
                             "new revision",
                             "deleted object",
                             "upload",
                             "new upload",
                             "piece",
                             "own account",
                             "bucket",
                             "webhooks",
                             "audit",
                             "stream of changes",
                             "metrics",
                             "health",
                             "readiness",
                             "media off",
                             "revisions off",
                             "changes off",
                             "users off"}) {
        EXPECT_TRUE(counts.contains(what)) << "nobody was answered: " << what;
    }
    for (const kernel::PluginStatus& one : api.server().plugins().statuses()) {
        EXPECT_EQ(one.state, kernel::PluginState::Running) << one.id << ": " << one.reason;
    }
    EXPECT_EQ(api.log().find(" error "), std::string::npos) << api.log();
}

TEST_P(UnderLoad, WhatIsNeededIsRefusedWithTheListAndNobodyNotices) {
    TestServer api(GetParam());
    const Board board(all_);
    Load load(api, board);
    for (int i = 0; i < 20; ++i) {
        try {
            api.server().disablePlugin("objects");
            ADD_FAILURE() << "objects was disabled";
        } catch (const ApiError& error) {
            EXPECT_EQ(error.message(),
                      "plugin 'objects' cannot be disabled: it is needed by 'merge_requests', 'metafields', "
                      "'previews', 'revisions'; disable them first");
        }
    }
    load.await("deleted object");
    load.stop();
    for (const std::string& failure : load.tally().failures()) ADD_FAILURE() << failure;
}

}  // namespace
}  // namespace inkwell::test
