// Plugins whose file comes into the plugin directory of a running server.
#include <filesystem>
#include <fstream>

#include "inkwell/crypto.h"
#include "tests/kernel/plugins/host_fixture.h"

namespace inkwell::kernel {
namespace {

namespace fs = std::filesystem;

class Discover : public HostTest {
protected:
    Discover() {
        fs::create_directories(folder_ / "plugins");
        fs::create_directories(folder_ / "plugins.d");
        config_.plugins.directories = {(folder_ / "plugins").string()};
        config_.plugins.configDirectory = (folder_ / "plugins.d").string();
        loadAndStart();
    }
    ~Discover() override {
        host_.reset();
        fs::remove_all(folder_);
    }

    void drop(const std::string& file) {
        const fs::path from = fs::path(PLUGIN_FIXTURES) / file;
        // As an installation does: beside it and renamed, so that nobody sees half of it.
        fs::copy_file(from, folder_ / "partial");
        fs::rename(folder_ / "partial", folder_ / "plugins" / from.filename());
    }
    void write(const std::string& file, const std::string& text) { std::ofstream(folder_ / file) << text; }
    bool isListed(const std::string& id) {
        const std::vector<PluginStatus> all = host().statuses();
        return std::any_of(all.begin(), all.end(), [&](const PluginStatus& one) { return one.id == id; });
    }

    const fs::path folder_ = fs::temp_directory_path() / ("inkwell-discover-" + randomToken(12));
};

TEST_F(Discover, ANewFileIsTakenUpWhenItIsEnabled) {
    EXPECT_TRUE(has(refusalToEnable("greeter"), "404 plugin 'greeter' was not found"));
    drop("good/greeter.so");
    EXPECT_FALSE(isListed("greeter"));
    EXPECT_TRUE(has(refusalToDisable("greeter"), "404 plugin 'greeter' was not found"));
    EXPECT_EQ(refusalToEnable("greeter"), "");
    EXPECT_EQ(migrated_, std::vector<std::string>{"greeter"});
    EXPECT_EQ(call("/greet/{name}"), "hello");
    EXPECT_EQ(status("greeter").state, PluginState::Running);
    EXPECT_EQ(status("greeter").version, "1.2.3");

    EXPECT_EQ(refusalToDisable("greeter"), "");
    EXPECT_FALSE(route("/greet/{name}")->enabled);
    EXPECT_EQ(refusalToEnable("greeter"), "");
    EXPECT_EQ(service<fixtures::Greeter>().starts(), 2);
}

TEST_F(Discover, ItsNeedsMustBeMet) {
    drop("good/guest.so");
    drop("good/greeter.so");
    EXPECT_TRUE(has(refusalToEnable("guest"), "needs the service 'test.greeter/1', which no enabled plugin provides"));
    EXPECT_EQ(refusalToEnable("greeter"), "");
    EXPECT_EQ(refusalToEnable("guest"), "");
    EXPECT_EQ(call("/guest"), "was told: hello");
    EXPECT_TRUE(has(refusalToDisable("greeter"), "it is needed by 'guest'"));
}

TEST_F(Discover, ItsSettingsAreThoseOfItsFile) {
    drop("good/greeter.so");
    write("plugins.d/greeter.json", R"({"greeting": "salut", "tmies": 2})");
    EXPECT_TRUE(has(refusalToEnable("greeter"), "tmies"));
    write("plugins.d/greeter.json", "{");
    EXPECT_TRUE(has(refusalToEnable("greeter"), "greeter.json"));
    EXPECT_EQ(status("greeter").state, PluginState::Failed);
    EXPECT_TRUE(has(status("greeter").reason, "greeter.json"));
    EXPECT_EQ(route("/greet/{name}"), nullptr) << "what was refused leaves nothing else behind";
    EXPECT_EQ(migrated_, std::vector<std::string>{});

    write("secret", "salut\n");
    write("plugins.d/greeter.json",
          R"({"greeting": "file:)" + (folder_ / "secret").string() + R"(", "times": 2, "enabled": false})");
    EXPECT_EQ(refusalToEnable("greeter"), "");
    EXPECT_EQ(call("/greet/{name}"), "salutsalut");
}

TEST_F(Discover, WhatTheGatesRefuseIsRefusedHereToo) {
    drop("other_sdk/other_sdk.so");
    EXPECT_TRUE(has(refusalToEnable("other_sdk"), "409 plugin 'other_sdk' cannot be enabled: "));
    EXPECT_TRUE(has(refusalToEnable("other_sdk"), "was built for SDK"));
    drop("throws_in_setup/throws_in_setup.so");
    EXPECT_TRUE(has(refusalToEnable("throws_in_setup"), "setup failed: "));
    EXPECT_EQ(status("throws_in_setup").state, PluginState::Failed);
    EXPECT_EQ(status("other_sdk").state, PluginState::Failed);
}

TEST_F(Discover, WhatWasRefusedIsListedUntilItsFileIsGone) {
    drop("other_sdk/other_sdk.so");
    EXPECT_TRUE(has(refusalToEnable("other_sdk"), "was built for SDK"));
    EXPECT_TRUE(has(status("other_sdk").reason, "was built for SDK"));
    EXPECT_EQ(refusalToDisable("other_sdk"), "");
    EXPECT_TRUE(lastSwitch_.changed);
    EXPECT_EQ(status("other_sdk").state, PluginState::Disabled);
    EXPECT_EQ(refusalToDisable("other_sdk"), "");
    EXPECT_FALSE(lastSwitch_.changed);
    fs::remove(folder_ / "plugins/other_sdk.so");
    EXPECT_TRUE(has(refusalToEnable("other_sdk"), "404 plugin 'other_sdk' was not found"));
    EXPECT_FALSE(isListed("other_sdk"));
}

TEST_F(Discover, AFileThatWasNotCompleteMayBeTriedAgain) {
    write("plugins/greeter.so", "half");
    EXPECT_TRUE(has(refusalToEnable("greeter"), "cannot be loaded: "));
    fs::remove(folder_ / "plugins/greeter.so");
    drop("good/greeter.so");
    EXPECT_EQ(refusalToEnable("greeter"), "");
}

TEST_F(Discover, ARepairedFileOfALoadedLibraryNeedsARestart) {
    drop("other_sdk/other_sdk.so");
    EXPECT_FALSE(has(refusalToEnable("other_sdk"), "start the server again"));
    fs::remove(folder_ / "plugins/other_sdk.so");
    fs::copy_file(fs::path(PLUGIN_FIXTURES) / "good/greeter.so", folder_ / "plugins/other_sdk.so");
    EXPECT_TRUE(has(refusalToEnable("other_sdk"),
                    "; its file has changed since this server loaded it: start the server again"));
}

TEST_F(Discover, ANewVersionOfALoadedLibraryIsNotTakenForIt) {
    drop("good/greeter.so");
    EXPECT_EQ(refusalToEnable("greeter"), "");
    EXPECT_EQ(lastSwitch_.warning, "");
    EXPECT_EQ(refusalToDisable("greeter"), "");
    fs::remove(folder_ / "plugins/greeter.so");
    drop("good/greeter.so");
    EXPECT_EQ(refusalToEnable("greeter"), "");
    EXPECT_EQ(lastSwitch_.warning,
              "its file has changed since this server loaded it: it runs as it was until the server starts again");
}

TEST_F(Discover, AnIdIsNoPath) {
    drop("good/greeter.so");
    EXPECT_TRUE(has(refusalToEnable("../plugins/greeter"), "404"));
    EXPECT_TRUE(has(refusalToEnable(""), "404"));
}

}  // namespace
}  // namespace inkwell::kernel
