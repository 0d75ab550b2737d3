// `inkwell plugins enable|disable`, and SIGHUP, on the real program: under load, at once, across restarts; and what an
// operator sees of plugins that fail.
#include <gtest/gtest.h>
#include <signal.h>

#include <atomic>
#include <filesystem>
#include <map>
#include <thread>

#include "tests/process/installation.h"
#include "tests/support/eventually.h"

namespace inkwell::test {
namespace {

namespace fs = std::filesystem;

class Switch : public testing::TestWithParam<Engine> {
protected:
    Finished turn(const std::string& id, bool on) const {
        return installation_.run({"plugins", on ? "enable" : "disable", id});
    }
    static std::map<std::string, JsonObject> plugins(const ChildProcess& server) {
        std::map<std::string, JsonObject> all;
        const Reply reply = sendRequest(Installation::adminPortOf(server), "GET", "/health");
        for (const Json& one : reply.array("plugins")) {
            all[std::string(textOf(one.as_object(), "id"))] = one.as_object();
        }
        return all;
    }
    static std::string stateOf(const ChildProcess& server, const std::string& id) {
        return std::string(textOf(plugins(server).at(id), "state"));
    }
    static int statusOf(const ChildProcess& server, const std::string& path) {
        return sendRequest(Installation::portOf(server), "GET", path).status;
    }
    std::string settingsFile(const std::string& id) const {
        return installation_.directory() + "/config/plugins.d/" + id + ".json";
    }
    static void expectPart(const std::string& text, const std::string& part) {
        EXPECT_NE(text.find(part), std::string::npos) << "'" << part << "' is not in:\n" << text;
    }

    Installation installation_{GetParam()};
};

TEST_P(Switch, ByCommandAndSignalUnderLoadFailsNoRequestOfTheOthers) {
    const auto server = installation_.serve();
    const int port = Installation::portOf(*server);
    std::atomic<bool> stop{false};
    std::atomic<int> served{0}, failed{0};
    std::vector<std::thread> clients;
    for (int i = 0; i < 3; ++i) {
        clients.emplace_back([&] {
            while (!stop) {
                const bool isServed = sendRequest(port, "GET", "/v2/status").status == 200 &&
                                      sendRequest(port, "GET", "/v2/buckets/x/objects?read_key=y").status == 404;
                (isServed ? served : failed)++;
            }
        });
    }
    const std::string media = "/v2/buckets/x/media?read_key=y";
    const auto message = [&] { return sendRequest(port, "GET", media).message(); };
    for (int i = 0; i < 3; ++i) {
        const Finished off = turn("media", false);
        EXPECT_EQ(off.out, "plugin 'media' is disabled\n") << off.err;
        EXPECT_EQ(message(), "the plugin 'media' that serves this address is disabled");
        const Finished on = turn("media", true);
        EXPECT_EQ(on.out, "plugin 'media' is enabled\n") << on.err;
        EXPECT_EQ(message(), "bucket 'x' was not found");

        for (const bool isOn : {false, true}) {
            std::ofstream(settingsFile("revisions"), std::ios::trunc) << (isOn ? "{}" : R"({"enabled": false})");
            server->send(SIGHUP);
            const std::string state = isOn ? "running" : "disabled";
            EXPECT_TRUE(eventually([&] { return stateOf(*server, "revisions") == state; })) << state;
        }
    }
    stop = true;
    for (std::thread& client : clients) client.join();
    EXPECT_GT(served, 0);
    EXPECT_EQ(failed, 0);
}

TEST_P(Switch, SaysWhenAPluginIsAsWantedAlready) {
    auto server = installation_.serve();
    EXPECT_EQ(turn("media", true).out, "plugin 'media' is enabled already\n");
    EXPECT_EQ(turn("media", false).out, "plugin 'media' is disabled\n");
    const Finished again = turn("media", false);
    EXPECT_EQ(again.code, 0);
    EXPECT_EQ(again.out, "plugin 'media' is disabled already\n");
    server->send(SIGTERM);
    EXPECT_EQ(server->wait(), 0);
    const Finished later = turn("media", false);
    EXPECT_EQ(later.out, "plugin 'media' is disabled already; that holds from the next start on\n");
    EXPECT_EQ(later.code, 3);
    EXPECT_EQ(turn("media", true).out, "plugin 'media' is enabled; that holds from the next start on\n");
}

TEST_P(Switch, OnTakesTheSettingsAsTheyAreInTheFile) {
    const auto server = installation_.serve();
    EXPECT_EQ(turn("webhooks", false).code, 0);
    std::ofstream(settingsFile("webhooks")) << R"({"enabled": false, "workers": "many", "wrkers": 3})";
    const Finished refused = turn("webhooks", true);
    EXPECT_EQ(refused.code, 1);
    expectPart(refused.err, "plugin 'webhooks' cannot be enabled: " + settingsFile("webhooks") + ": ");
    expectPart(refused.err, "'wrkers'");
    expectPart(refused.err, "'workers'");
    EXPECT_EQ(stateOf(*server, "webhooks"), "failed");
    std::ofstream(settingsFile("webhooks")) << R"({"enabled": false, "workers": 3})";
    const Finished taken = turn("webhooks", true);
    EXPECT_EQ(taken.code, 0) << taken.err;
    EXPECT_EQ(stateOf(*server, "webhooks"), "running");
    EXPECT_TRUE(server->waitForErr("plugin 'webhooks' was set up anew, with the settings as they are now"));
}

TEST_P(Switch, OnIsRefusedWhileTheNextStartWouldBe) {
    const auto server = installation_.serve();
    EXPECT_EQ(turn("webhooks", false).code, 0);
    std::ofstream(settingsFile("media")) << "{";
    const Finished refused = turn("webhooks", true);
    EXPECT_EQ(refused.code, 1);
    expectPart(refused.err, "the next start would not take the configuration as it is now: ");
    expectPart(refused.err, "media.json");
    EXPECT_EQ(stateOf(*server, "webhooks"), "disabled");
}

TEST_P(Switch, NamesTheConfigurationAndTheServer) {
    const std::string line = "inkwell: configuration " + installation_.configFile() + ", ";
    auto server = installation_.serve();
    const std::string running =
        line + "the server at http://127.0.0.1:" + std::to_string(Installation::portOf(*server)) + " (process ";
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"plugins"}, {"plugins", "disable", "media"}, {"reload"}}) {
        const Finished done = installation_.run(words);
        EXPECT_EQ(done.code, 0) << done.err;
        EXPECT_TRUE(done.err.starts_with(running)) << done.err;
    }
    server->send(SIGTERM);
    EXPECT_EQ(server->wait(), 0);
    const std::string none = line + "no server answers in the data directory " + installation_.directory() + "/data\n";
    EXPECT_EQ(installation_.run({"plugins"}).err, none);
    EXPECT_EQ(turn("media", true).err, none);
    const Finished reloaded = installation_.run({"reload"});
    EXPECT_EQ(reloaded.err, none);
    EXPECT_EQ(reloaded.code, 3);
    EXPECT_EQ(reloaded.out, "there is nothing to reload; the configuration holds from the next start on\n");
}

TEST_P(Switch, WarnsWhenTheServerHasAnotherConfiguration) {
    const auto server = installation_.serve();
    Installation other(GetParam(), installation_.database());
    other.setVariable("INKWELL_DATA_DIRECTORY", installation_.directory() + "/data");
    const Finished list = other.run({"plugins"});
    EXPECT_EQ(list.code, 0);
    expectPart(list.err, "inkwell: configuration " + other.configFile() + ", the server at http://127.0.0.1:");
    expectPart(list.err, "that server was started with another configuration, " + installation_.configFile() + ": ");
}

TEST_P(Switch, SurvivesAStopAndAKill) {
    auto server = installation_.serve();
    EXPECT_EQ(turn("media", false).code, 0);
    server->send(SIGKILL);
    server->wait();
    server = installation_.serve();
    EXPECT_EQ(stateOf(*server, "media"), "disabled");
    EXPECT_EQ(stateOf(*server, "objects"), "running");
    EXPECT_EQ(turn("media", true).code, 0);
    server->send(SIGTERM);
    EXPECT_EQ(server->wait(), 0);
    server = installation_.serve();
    EXPECT_EQ(stateOf(*server, "media"), "running");
}

TEST_P(Switch, ThatIsRefusedIsNotKept) {
    const auto server = installation_.serve();
    const Finished refused = turn("objects", false);
    EXPECT_EQ(refused.code, 1);
    expectPart(
        refused.err,
        "plugin 'objects' cannot be disabled: it is needed by 'merge_requests', 'metafields', 'previews', 'revisions'; "
        "disable them first");
    EXPECT_FALSE(fs::exists(settingsFile("objects")));
    EXPECT_EQ(stateOf(*server, "objects"), "running");
    expectPart(turn("media_store_disk", false).err, "it is needed by 'media'; disable them first");
    EXPECT_EQ(stateOf(*server, "media_store_disk"), "running");
}

TEST_P(Switch, IsRefusedForTheSettingsInForceAndNotForThoseOfTheStart) {
    installation_.setVariable("INKWELL_PLUGINS_DIRECTORIES",
                              "[\"" INKWELL_BUILT_PLUGINS "\", \"" PLUGIN_FIXTURES "/withholds\"]");
    std::ofstream(settingsFile("roman")) << R"({"name": "Titus"})";
    std::ofstream(settingsFile("seeker")) << R"({"word": "ave", "enabled": false})";
    const auto server = installation_.serve();
    std::ofstream(settingsFile("seeker"), std::ios::trunc) << R"({"word": "salve", "enabled": false})";
    EXPECT_EQ(turn("seeker", true).out, "plugin 'seeker' is enabled\n");
    expectPart(turn("roman", false).err, "it is needed by 'seeker'; disable them first");
    EXPECT_EQ(stateOf(*server, "roman"), "running");
}

TEST_P(Switch, ThatCannotBeKeptIsNotMade) {
    const auto server = installation_.serve();
    fs::remove_all(installation_.directory() + "/config/plugins.d");
    fs::create_directory_symlink("/proc/self", installation_.directory() + "/config/plugins.d");
    const Finished refused = turn("media", false);
    EXPECT_EQ(refused.code, 1) << refused.out;
    expectPart(refused.err, "nothing was switched, for it cannot be kept in ");
    EXPECT_EQ(stateOf(*server, "media"), "running");
}

TEST_P(Switch, OfTwoAtOnceTheServerAndTheFileKeepTheSame) {
    const auto server = installation_.serve();
    for (int i = 0; i < 3; ++i) {
        std::vector<std::thread> commands;
        for (const bool on : {true, false, true, false}) {
            commands.emplace_back([this, on] { EXPECT_EQ(turn("media", on).code, 0); });
        }
        for (std::thread& command : commands) command.join();
        std::ifstream file(settingsFile("media"));
        const std::string kept(std::istreambuf_iterator<char>(file), {});
        const bool isKeptOn = !parseStoredJson(kept).as_object().contains("enabled");
        EXPECT_EQ(stateOf(*server, "media"), isKeptOn ? "running" : "disabled") << kept;
    }
}

TEST_P(Switch, WhileTheServerStopsIsAnsweredAndTheServerEnds) {
    const auto server = installation_.serve();
    server->send(SIGTERM);
    const Finished finished = turn("media", false);
    EXPECT_EQ(server->wait(), 0) << server->err();
    // Made, refused, or, where the server was gone before it was asked, kept for the next start.
    EXPECT_TRUE(finished.code == 0 || finished.code == 1 || finished.code == 3) << finished.code << finished.err;
    const auto next = installation_.serve();
    EXPECT_EQ(stateOf(*next, "media"), finished.code == 1 ? "running" : "disabled") << finished.out << finished.err;
}

TEST_P(Switch, NeverTakesTheServersRightToReadTheSettings) {
    const auto modeOf = [](const std::string& file) { return static_cast<int>(fs::status(file).permissions()); };
    const fs::path folder = fs::path(settingsFile("media")).parent_path();
    fs::permissions(folder, static_cast<fs::perms>(0750));
    EXPECT_EQ(turn("media", false).code, 3);
    EXPECT_EQ(modeOf(settingsFile("media")), 0640) << "as the folder";
    fs::permissions(settingsFile("media"), static_cast<fs::perms>(0600));
    EXPECT_EQ(turn("media", true).code, 3);
    EXPECT_EQ(modeOf(settingsFile("media")), 0600) << "as the file before";
}

TEST_P(Switch, ThatCannotBeKeptSwitchesNothing) {
    const auto server = installation_.serve();
    std::ofstream(settingsFile("media")) << "{";
    const Finished refused = turn("media", false);
    EXPECT_EQ(refused.code, 1);
    expectPart(refused.err, "nothing was switched, for it cannot be kept: ");
    EXPECT_EQ(stateOf(*server, "media"), "running");
    EXPECT_EQ(turn("../media", false).code, 1);
    std::string files;
    for (const auto& entry : fs::directory_iterator(fs::path(settingsFile("media")).parent_path())) {
        files += entry.path().filename().string() + " ";
    }
    EXPECT_EQ(files, "media.json ") << "and leaves nothing behind";
}

INSTANTIATE_TEST_SUITE_P(Engines, Switch, testing::Values(Engine::Sqlite, Engine::Mysql),
                         [](const auto& tested) { return engineName(tested.param); });

// Plugin files that are wrong in every way there is, beside those of the build.
class BadPlugins : public Switch {
protected:
    BadPlugins() { fs::create_directories(folder_); }

    void drop(const std::string& fixture) const {
        const fs::path from = fs::path(PLUGIN_FIXTURES) / fixture;
        fs::copy(from, fs::path(folder_) / from.filename(), fs::copy_options::recursive);
    }
    void configure(const std::string& onFailure) const {
        const JsonObject plugins{{"directories", JsonArray{INKWELL_BUILT_PLUGINS, Json(folder_)}},
                                 {"on_failure", onFailure}};
        std::ofstream(installation_.configFile(), std::ios::trunc) << writeJson(JsonObject{{"plugins", plugins}});
    }

    const std::string folder_ = installation_.directory() + "/more";
};

const std::map<std::string, std::pair<std::string, std::string>> kBad = {
    {"other_sdk", {"other_sdk/other_sdk.so", "was built for SDK "}},
    {"other_toolchain", {"other_toolchain/other_toolchain.so", "was built with 'g++3 c++199711', this server with "}},
    {"missing_symbol", {"missing_symbol/missing_symbol.so", "undefined symbol: "}},
    {"no_symbol", {"no_symbol/no_symbol.so", "does not export the symbol 'inkwell_plugin'"}},
    {"wrong_magic", {"wrong_magic/wrong_magic.so", "wrong magic number"}},
    {"wrong_id", {"wrong_id/wrong_id.so", "its manifest has the id 'somebody_else'"}},
    {"blank_summary", {"blank_summary/blank_summary.so", "its manifest has a blank summary"}},
    {"null_list", {"null_list/null_list.so", "its manifest lacks a list or function"}},
    {"not_a_library", {"not_a_library/not_a_library.so", "cannot be loaded: "}},
    {"empty_file", {"empty_file/empty_file.so", "file too short"}},
    {"folder", {"folder/folder.so", "cannot be loaded: it is not a file"}},
    {"no_plugin", {"no_plugin/no_plugin.so", "create() made no plugin"}},
    {"throws_in_create", {"throws_in_create/throws_in_create.so", "setup failed: not even "}},
    {"throws_in_setup", {"throws_in_setup/throws_in_setup.so", "setup failed: the moon is in the wrong phase"}},
    {"throws_a_number", {"throws_a_number/throws_a_number.so", "an exception that is no std::exception"}},
    {"kernel_route", {"kernel_route/kernel_route.so", "claims the route GET /health, which the kernel claims"}},
    {"taken_route", {"taken_route/taken_route.so", "which plugin 'greeter' claims already"}},
};

TEST_P(BadPlugins, StopTheStartWithEveryReasonAtOnce) {
    for (const auto& [id, bad] : kBad) drop(bad.first);
    drop("good/greeter.so");
    configure("stop");
    const Finished refused = installation_.run({"serve"});
    EXPECT_EQ(refused.code, 1);
    for (const auto& [id, bad] : kBad) {
        expectPart(refused.err, "plugin '" + id + "' (");
        expectPart(refused.err, bad.second);
    }
    EXPECT_FALSE(fs::exists(installation_.directory() + "/data/inkwell.db")) << "nothing was touched";
}

TEST_P(BadPlugins, LeaveTheRestOfADegradedServerToWork) {
    for (const auto& [id, bad] : kBad) drop(bad.first);
    drop("throws_in_start/throws_in_start.so");
    drop("good/greeter.so");
    configure("degrade");
    std::ofstream(settingsFile("throws_in_start")) << R"({"enabled": false})";
    const auto server = installation_.serve();
    const std::map<std::string, JsonObject> states = plugins(*server);
    const std::string list = installation_.run({"plugins"}).out;
    for (const auto& [id, bad] : kBad) {
        EXPECT_EQ(textOf(states.at(id), "state"), "failed") << id;
        expectPart(std::string(textOf(states.at(id), "reason")), bad.second);
        expectPart(server->err(), "plugin '" + id + "' (");
        const std::size_t at = ("\n" + list).find("\n" + id + " ");
        ASSERT_NE(at, std::string::npos) << list;
        expectPart(list.substr(at, list.find('\n', at) - at), " failed ");
        expectPart(list.substr(at, list.find('\n', at) - at), bad.second);
    }
    EXPECT_EQ(textOf(states.at("objects"), "state"), "running");
    EXPECT_EQ(statusOf(*server, "/greet/anna"), 200);
    EXPECT_EQ(statusOf(*server, "/health"), 200);
    const Reply ready = sendRequest(Installation::adminPortOf(*server), "GET", "/health/ready");
    EXPECT_EQ(ready.status, 200);
    EXPECT_EQ(textOf(ready.json(), "status"), "degraded");
    const std::string problems = writeJson(ready.array("problems"));
    expectPart(problems, "plugin 'throws_in_setup' is off: setup failed: the moon is in the wrong phase");
    EXPECT_EQ(ready.array("problems").size(), kBad.size()) << problems;

    const Finished refused = turn("throws_in_start", true);
    EXPECT_EQ(refused.code, 1);
    expectPart(refused.err, "claims the service 'test.greeter/1', which plugin 'greeter' claims already");
    EXPECT_EQ(turn("greeter", false).code, 0);
    expectPart(turn("throws_in_start", true).err, "start failed: the mail server does not answer");
    EXPECT_EQ(stateOf(*server, "throws_in_start"), "failed");
    EXPECT_EQ(turn("other_sdk", true).code, 1);
}

TEST_P(BadPlugins, WhoseMigrationFailsStopOnlyAServerThatMayNotDegrade) {
    drop("bad_schema/bad_schema.so");
    drop("good/guest.so");
    configure("stop");
    const Finished refused = installation_.run({"serve"});
    EXPECT_EQ(refused.code, 1);
    expectPart(refused.err, "migration 1 'notes' of plugin 'bad_schema' failed: ");

    configure("degrade");
    const auto server = installation_.serve();
    const std::map<std::string, JsonObject> states = plugins(*server);
    EXPECT_EQ(textOf(states.at("bad_schema"), "state"), "failed");
    expectPart(std::string(textOf(states.at("bad_schema"), "reason")), "'notes'");
    EXPECT_EQ(textOf(states.at("guest"), "state"), "failed") << "it needs the other";
    EXPECT_EQ(textOf(states.at("objects"), "state"), "running");
    EXPECT_EQ(statusOf(*server, "/health"), 200);
    expectPart(writeJson(sendRequest(Installation::adminPortOf(*server), "GET", "/health/ready").array("problems")),
               "plugin 'bad_schema' is off: ");
}

TEST_P(BadPlugins, AreSwitchedOffOneByOneWhereNoServerRuns) {
    drop("other_sdk/other_sdk.so");
    drop("wrong_magic/wrong_magic.so");
    configure("stop");
    EXPECT_EQ(turn("other_sdk", false).code, 3);
    expectPart(installation_.run({"serve"}).err, "wrong magic number");
    EXPECT_EQ(turn("wrong_magic", false).code, 3);
    expectPart(turn("wrong_magic", true).err, "plugin 'wrong_magic' cannot be enabled: ");
    const auto server = installation_.serve();
    EXPECT_EQ(stateOf(*server, "wrong_magic"), "disabled");
}

TEST_P(BadPlugins, ThatWereRefusedWhereNoServerRunsDoNotStopTheNextStart) {
    drop("other_sdk/other_sdk.so");
    configure("stop");
    const Finished refused = turn("other_sdk", true);
    EXPECT_EQ(refused.code, 1);
    expectPart(refused.err, "plugin 'other_sdk' cannot be enabled: was built for SDK ");
    expectPart(refused.err, "plugin 'other_sdk' stays disabled, also at the next start\n");
    const auto server = installation_.serve();
    EXPECT_EQ(stateOf(*server, "other_sdk"), "disabled");
    expectPart(std::string(textOf(plugins(*server).at("other_sdk"), "reason")), "was built for SDK ");
}

TEST_P(BadPlugins, ThatARunningServerRefusedAreListedAndDoNotStopTheNextStart) {
    configure("stop");
    auto server = installation_.serve();
    drop("other_sdk/other_sdk.so");
    drop("throws_in_start/throws_in_start.so");
    for (const auto& [id, reason] : {std::pair<std::string, std::string>("other_sdk", "was built for SDK "),
                                     {"throws_in_start", "start failed: the mail server does not answer"}}) {
        const Finished refused = turn(id, true);
        EXPECT_EQ(refused.code, 1) << id;
        expectPart(refused.err, reason);
        expectPart(refused.err, "plugin '" + id + "' stays disabled, also at the next start\n");
        EXPECT_EQ(stateOf(*server, id), "failed");
        expectPart(installation_.run({"plugins"}).out, reason);
    }
    const Reply ready = sendRequest(Installation::adminPortOf(*server), "GET", "/health/ready");
    EXPECT_EQ(textOf(ready.json(), "status"), "degraded");
    expectPart(writeJson(ready.array("problems")), "plugin 'throws_in_start' is off: start failed: the mail server");
    EXPECT_EQ(turn("throws_in_start", false).out, "plugin 'throws_in_start' is disabled\n");
    EXPECT_EQ(turn("other_sdk", false).out, "plugin 'other_sdk' is disabled\n");
    EXPECT_EQ(textOf(sendRequest(Installation::adminPortOf(*server), "GET", "/health/ready").json(), "status"),
              "ready");
    server->send(SIGTERM);
    EXPECT_EQ(server->wait(), 0);
    server = installation_.serve();
    EXPECT_EQ(stateOf(*server, "throws_in_start"), "disabled");
}

TEST_P(BadPlugins, ThatTheOperatorsFileEnablesStopTheNextStart) {
    configure("stop");
    auto server = installation_.serve();
    drop("throws_in_start/throws_in_start.so");
    std::ofstream(settingsFile("throws_in_start")) << R"({"enabled": true})";
    expectPart(turn("throws_in_start", true).err,
               "its settings file enables it, so the next start tries it again; `inkwell plugins disable "
               "throws_in_start` prevents that\n");
    server->send(SIGTERM);
    EXPECT_EQ(server->wait(), 0);
    expectPart(installation_.run({"serve"}).err, "start failed: the mail server does not answer");
    EXPECT_EQ(turn("throws_in_start", false).code, 3);
    server = installation_.serve();
}

TEST_P(BadPlugins, DoNotHideWhatASwitchWouldBreak) {
    drop("other_sdk/other_sdk.so");
    configure("degrade");
    const Finished needed = turn("objects", false);
    EXPECT_EQ(needed.code, 1);
    expectPart(needed.err, "plugin 'objects' cannot be disabled: it is needed by 'merge_requests', 'metafields', ");
    expectPart(turn("database_sqlite", false).err, "the content is kept in its database engine");
    expectPart(turn("media_store_disk", false).err,
               "plugin 'media_store_disk' cannot be disabled: it is needed by 'media'; disable them first");
    for (const bool on : {true, false}) {
        const std::string err = turn("nobody", on).err;
        expectPart(err, "plugin 'nobody' was not found: there is no file 'nobody.so' in '");
        expectPart(err, "' (plugins.directories)");
    }
    EXPECT_TRUE(fs::is_empty(fs::path(settingsFile("x")).parent_path()));
    EXPECT_EQ(turn("media", false).out, "plugin 'media' is disabled; that holds from the next start on\n");
}

TEST_P(BadPlugins, ThatStartSlowlyAreSeenStarting) {
    drop("slow_start/slow_start.so");
    configure("stop");
    const std::string sign = installation_.directory() + "/awake";
    std::ofstream(settingsFile("slow_start")) << writeJson(JsonObject{{"until", sign}, {"enabled", false}});
    const auto server = installation_.serve();
    Finished enabled{};
    std::thread command([&] { enabled = turn("slow_start", true); });
    ASSERT_TRUE(eventually([&] { return stateOf(*server, "slow_start") == "starting"; }));
    EXPECT_EQ(statusOf(*server, "/slow"), 404);
    EXPECT_EQ(statusOf(*server, "/v2/status"), 200);
    std::ofstream(sign) << "now";
    command.join();
    EXPECT_EQ(enabled.out, "plugin 'slow_start' is enabled\n") << enabled.err;
    EXPECT_EQ(statusOf(*server, "/slow"), 200);
}

// stop() is noexcept: nobody can catch what it throws, but the log tells whose fault the end is.
TEST_P(BadPlugins, ThatThrowInStopAreNamedByTheLastLine) {
    drop("throws_in_stop/throws_in_stop.so");
    configure("stop");
    const auto server = installation_.serve();
    EXPECT_EQ(turn("throws_in_stop", false).code, 1);
    EXPECT_EQ(server->wait(), 128 + SIGABRT);
    expectPart(server->err(),
               "the server must end: an exception left stop() of the plugin 'throws_in_stop': the door is stuck");
}

INSTANTIATE_TEST_SUITE_P(Engines, BadPlugins, testing::Values(Engine::Sqlite),
                         [](const auto& tested) { return engineName(tested.param); });

}  // namespace
}  // namespace inkwell::test
