// The installed server under systemd: what it is told, and what the unit asks of it.
#include <gtest/gtest.h>
#include <signal.h>

#include <fstream>

#include "tests/install/installed_tree.h"
#include "tests/support/notify_socket.h"

namespace inkwell::test {
namespace {

TEST(Systemd, HearsFromTheServerFromStartToStop) {
    NotifySocket systemd;
    InstalledServer server(installedRoot(), {{"NOTIFY_SOCKET", systemd.name()}, {"WATCHDOG_USEC", "200000"}});
    server.start();
    EXPECT_EQ(systemd.next(), "READY=1\nSTATUS=serving at http://127.0.0.1:" + std::to_string(server.port()));
    EXPECT_EQ(systemd.next(), "WATCHDOG=1");
    server.send(SIGHUP);
    std::string heard;
    while (heard.empty() || heard == "WATCHDOG=1") heard = systemd.next();
    EXPECT_EQ(heard.substr(0, 12), "RELOADING=1\n");
    do heard = systemd.next();
    while (heard == "WATCHDOG=1");
    EXPECT_EQ(heard, "READY=1");
    EXPECT_EQ(server.stop(), 0);
    while (heard != "STOPPING=1" && !heard.empty()) heard = systemd.next();
    EXPECT_EQ(heard, "STOPPING=1");
}

TEST(Systemd, FindsNothingWrongWithTheUnitAndLittleExposed) {
    const std::string analyze = "/usr/bin/systemd-analyze";
    if (!fs::exists(analyze)) GTEST_SKIP() << "systemd is not installed here";
    const ScratchFolder scratch;
    std::string unit = textOf(installedRoot() / "lib/systemd/system/inkwell.service");
    const fs::path file = scratch.path() / "inkwell.service";
    const std::string program = "/usr/bin/inkwell";
    unit.replace(unit.find(program), program.size(), (installedRoot() / "usr/bin/inkwell").string());
    std::ofstream(file) << unit;
    const Finished verified = runProgram(analyze, {"verify", "--man=no", file.string()});
    EXPECT_EQ(verified.code, 0) << verified.err;
    EXPECT_EQ(verified.err, "");
    runWell(analyze, {"security", "--offline=yes", "--threshold=20", "--no-pager", file.string()});
}

}  // namespace
}  // namespace inkwell::test
