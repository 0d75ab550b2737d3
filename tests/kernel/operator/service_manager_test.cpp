// What systemd would hear: the datagrams of sd_notify(3), read from a socket of the test's own.
#include "kernel/operator/service_manager.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <atomic>

#include "inkwell/crypto.h"
#include "kernel/operator/self_probe.h"
#include "kernel/runtime/log.h"
#include "tests/support/eventually.h"
#include "tests/support/notify_socket.h"

namespace inkwell::kernel {
namespace {

using inkwell::test::eventually;
using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;

bool never() {
    ADD_FAILURE() << "nobody asked for a watchdog";
    return true;
}

TEST(ServiceManager, HearsOfEveryStep) {
    test::NotifySocket systemd;
    ServiceManager manager({systemd.name(), {}});
    manager.ready("serving", never);
    manager.reloading();
    manager.reloaded();
    manager.stopping();
    EXPECT_EQ(systemd.next(), "READY=1\nSTATUS=serving");
    EXPECT_EQ(systemd.next().substr(0, 27), "RELOADING=1\nMONOTONIC_USEC=");
    EXPECT_EQ(systemd.next(), "READY=1");
    EXPECT_EQ(systemd.next(), "STOPPING=1");
}

TEST(ServiceManager, FindsASocketInAFolderToo) {
    test::NotifySocket systemd("/tmp/inkwell-notify-" + randomToken(12));
    ServiceManager({systemd.name(), {}}).stopping();
    EXPECT_EQ(systemd.next(), "STOPPING=1");
}

TEST(ServiceManager, TellsThatTheServerLivesOnlyWhileItAnswers) {
    test::NotifySocket systemd;
    std::atomic<bool> isWell{true};
    std::atomic<int> asked{0};
    ServiceManager manager({systemd.name(), milliseconds(20)});
    manager.ready("serving", [&] {
        ++asked;
        return isWell.load();
    });
    EXPECT_EQ(systemd.next(), "READY=1\nSTATUS=serving");
    EXPECT_EQ(systemd.next(), "WATCHDOG=1");
    EXPECT_EQ(systemd.next(), "WATCHDOG=1");

    isWell = false;
    // One answer may still have been on its way.
    ASSERT_TRUE(eventually([&, before = asked.load()] { return asked >= before + 2; }));
    ASSERT_TRUE(eventually([&] { return systemd.next(milliseconds(0)).empty(); }));
    ASSERT_TRUE(eventually([&, before = asked.load()] { return asked >= before + 3; }));
    EXPECT_EQ(systemd.next(milliseconds(0)), "") << "a server that does not answer was called alive";

    isWell = true;
    EXPECT_EQ(systemd.next(), "WATCHDOG=1") << "a server that answers again was given up";
}

TEST(ServiceManager, AStoppingServerIsWatchedNoLonger) {
    test::NotifySocket systemd;
    std::atomic<int> asked{0};
    ServiceManager manager({systemd.name(), milliseconds(20)});
    manager.ready("serving", [&] { return ++asked < 3; });
    ASSERT_TRUE(eventually([&] { return asked >= 4; }));
    manager.stopping();
    EXPECT_TRUE(eventually([&] { return systemd.next() == "STOPPING=1"; }));
    EXPECT_EQ(systemd.next(milliseconds(100)), "");
}

std::uint64_t warnings() {
    const auto counts = logLineCounts();
    const auto found = counts.find({"kernel", LogLevel::Warn});
    return found == counts.end() ? 0 : found->second;
}

TEST(ServiceManager, WithoutOneNobodyIsToldAndNothingIsWatched) {
    const std::uint64_t before = warnings();
    {
        ServiceManager manager({"", milliseconds(1)});
        manager.ready("serving", never);
        manager.reloading();
        manager.reloaded();
        manager.stopping();
    }
    EXPECT_EQ(warnings(), before);
}

TEST(ServiceManager, OneThatHasGoneIsALineInTheLog) {
    const std::uint64_t before = warnings();
    ServiceManager({"@inkwell-nobody-" + randomToken(12), {}}).stopping();
    EXPECT_EQ(warnings(), before + 1);
    ServiceManager({"/" + std::string(200, 'x'), {}}).stopping();
    EXPECT_EQ(warnings(), before + 2);
}

TEST(ServiceManager, TakesWhatSystemdPutIntoTheEnvironment) {
    const auto options = [](const std::string& process) {
        setenv("NOTIFY_SOCKET", "/run/notify", 1);
        setenv("WATCHDOG_USEC", "120000000", 1);
        setenv("WATCHDOG_PID", process.c_str(), 1);
        return ServiceManager::takeEnvironment();
    };
    EXPECT_EQ(options(std::to_string(getpid())).watchdog, seconds(120));
    EXPECT_EQ(options("1").watchdog, microseconds(0)) << "the watchdog of another process";
    EXPECT_EQ(options("").socket, "/run/notify");
    EXPECT_EQ(getenv("NOTIFY_SOCKET"), nullptr);
    EXPECT_EQ(ServiceManager::takeEnvironment().socket, "");
}

TEST(ServiceManager, AServerThatIsNotThereDoesNotAnswer) {
    EXPECT_FALSE(answersItself("127.0.0.1", 1, false, milliseconds(200)));
    EXPECT_FALSE(answersItself("0.0.0.0", 1, true, milliseconds(200)));
}

}  // namespace
}  // namespace inkwell::kernel
