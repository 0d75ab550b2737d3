// What stands against a switch of a plugin: a reload at the same time, a variable that says otherwise.
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <future>

#include "kernel/app/kept_choice.h"
#include "kernel/operator/admin_socket.h"
#include "tests/process/installation.h"
#include "tests/support/eventually.h"

namespace inkwell::test {
namespace {

class OverlappingSwitch : public testing::Test {
protected:
    std::string pluginFolder() const { return installation_.directory() + "/config/plugins.d"; }
    /// What `inkwell plugins disable media` asks the server for, before it writes the file.
    void switchOffInTheServer() const {
        const auto reply = kernel::askRunningServer(kernel::adminSocketPath(installation_.directory() + "/data"),
                                                    {{"command", "disable"}, {"id", "media"}});
        ASSERT_TRUE(reply);
        EXPECT_EQ(textOf(*reply, "error"), "");
    }
    /// A reload keeps the folder open while it waits for a command that switches.
    bool waitsForTheFolder(const ChildProcess& server) const {
        const std::filesystem::path folder = std::filesystem::canonical(pluginFolder());
        return eventually([&] {
            for (const auto& handle :
                 std::filesystem::directory_iterator("/proc/" + std::to_string(server.pid()) + "/fd")) {
                std::error_code isClosed;
                if (std::filesystem::read_symlink(handle.path(), isClosed) == folder) return true;
            }
            return false;
        });
    }
    void expectDisabled() const {
        const std::string list = installation_.run({"plugins"}).out;
        const std::size_t at = list.find("\nmedia ");
        ASSERT_NE(at, std::string::npos) << list;
        EXPECT_NE(list.substr(at, list.find('\n', at + 1) - at).find(" disabled "), std::string::npos) << list;
    }

    Installation installation_{Engine::Sqlite};
};

TEST_F(OverlappingSwitch, IsNotUndoneByAReloadThatCameFirst) {
    const auto server = installation_.serve();
    std::future<Finished> reload;
    {
        kernel::KeptChoice choice(pluginFolder(), "media", false);
        reload = std::async(std::launch::async, [this] { return installation_.run({"reload"}); });
        ASSERT_TRUE(waitsForTheFolder(*server));
        switchOffInTheServer();
        EXPECT_EQ(reload.wait_for(std::chrono::seconds(0)), std::future_status::timeout) << "it waits for the switch";
        choice.keep();
    }
    const Finished reloaded = reload.get();
    EXPECT_EQ(reloaded.code, 0) << reloaded.err;
    EXPECT_EQ(reloaded.out, "nothing has changed\n");
    expectDisabled();
}

TEST_F(OverlappingSwitch, IsNotUndoneByAReloadThatComesBeforeTheFileIsWritten) {
    const auto server = installation_.serve();
    {
        kernel::KeptChoice choice(pluginFolder(), "media", false);
        switchOffInTheServer();
        server->send(SIGHUP);
        ASSERT_TRUE(waitsForTheFolder(*server));
        choice.keep();
    }
    ASSERT_TRUE(server->waitForErr("the configuration was read again"));
    EXPECT_EQ(server->err().find("plugin 'media' is enabled"), std::string::npos) << server->err();
    expectDisabled();
}

using OverruledSwitch = OverlappingSwitch;

TEST_F(OverruledSwitch, IsRefused) {
    installation_.setVariable("INKWELL_PLUGINS_MEDIA_ENABLED", "true");
    const auto expectRefused = [this] {
        const Finished refused = installation_.run({"plugins", "disable", "media"});
        EXPECT_EQ(refused.code, 1) << refused.out;
        EXPECT_NE(refused.err.find("plugin 'media' cannot be disabled: the variable INKWELL_PLUGINS_MEDIA_ENABLED"),
                  std::string::npos)
            << refused.err;
        EXPECT_FALSE(std::filesystem::exists(pluginFolder() + "/media.json"));
    };
    expectRefused();
    {
        const auto server = installation_.serve();
        installation_.unsetVariable("INKWELL_PLUGINS_MEDIA_ENABLED");  // it is the server's
        expectRefused();
        EXPECT_EQ(installation_.run({"plugins", "enable", "media"}).out, "plugin 'media' is enabled already\n");
    }
    installation_.setVariable("INKWELL_PLUGINS_MEDIA_ENABLED", "false");
    EXPECT_EQ(installation_.run({"plugins", "enable", "media"}).code, 1);
    EXPECT_EQ(installation_.run({"plugins", "disable", "media"}).code, 3);
}

}  // namespace
}  // namespace inkwell::test
