// What a worker can no longer do once it reads pictures.
#include <spawn.h>
#include <sys/wait.h>

#include <fstream>
#include <sstream>
#include <thread>

#include "tests/plugins/images/workshop.h"
#include "tests/support/eventually.h"
#include "tests/support/sanitized.h"

namespace inkwell::images {
namespace {

constexpr int kRefused = 0, kDone = 1, kUnknownSandbox = 77;

int probe(std::string sandbox, std::string call) {
    std::string program = INKWELL_SANDBOX_PROBE;
    std::array<char*, 4> arguments = {program.data(), sandbox.data(), call.data(), nullptr};
    pid_t child = -1;
    if (::posix_spawn(&child, program.c_str(), nullptr, nullptr, arguments.data(), environ) != 0) return -1;
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

constexpr std::array kForbidden = {"openat",      "openat2",    "create", "memfd",  "socket",
                                   "unix socket", "socketpair", "ptrace", "kill",   "kill itself by number",
                                   "tgkill",      "execve",     "fork",   "clone3", "unshare",
                                   "mkdir",       "chdir",      "access", "fcntl"};

class Sandbox : public testing::Test {
protected:
    void SetUp() override {
        if (test::isSanitized()) GTEST_SKIP() << "a sanitizer needs what the sandbox forbids";
    }
};

TEST_F(Sandbox, RefusesEveryCallThatReachesOutside) {
    for (const char* call : kForbidden) EXPECT_EQ(probe("seccomp", call), kRefused) << call;
}

TEST_F(Sandbox, IsWhatRefusesThem) {
    for (const char* call :
         {"openat", "socket", "unix socket", "socketpair", "ptrace", "kill", "fork", "memfd", "access"})
        EXPECT_EQ(probe("none", call), kDone) << call;
    EXPECT_EQ(probe("none", "execve"), 0) << "/bin/true took its place";
}

TEST_F(Sandbox, LetsThreadsStartAndFail) {
    EXPECT_EQ(probe("seccomp", "thread"), kDone);
    EXPECT_EQ(probe("seccomp", "abort itself"), kDone);
}

TEST_F(Sandbox, OpensNoFileByLandlockAlone) {
    const int opened = probe("landlock", "openat");
    if (opened == kUnknownSandbox) GTEST_SKIP() << "this kernel has no Landlock";
    EXPECT_EQ(opened, kRefused);
    EXPECT_EQ(probe("landlock", "create"), kRefused);
    EXPECT_EQ(probe("landlock", "mkdir"), kRefused);
    EXPECT_EQ(probe("landlock", "thread"), kDone);
}

class SandboxedWorker : public Workshop {};

TEST_F(SandboxedWorker, IsShutInWhileItReadsAPicture) {
    if (test::isSanitized()) GTEST_SKIP() << "a sanitizer needs what the sandbox forbids";
    const std::string path = paint(noise(1500, 1500), "noise.jpg");
    service();
    std::thread asker([&] { refusalOf(path, {{"w", "6000"}, {"blur", "1500"}, {"fm", "png"}}); });
    EXPECT_TRUE(test::eventually([&] { return !service().pool().busyWorkers().empty(); }));
    const std::vector<pid_t> workers = service().pool().busyWorkers();
    const std::string status = workers.empty() ? "" : readFile("/proc/" + std::to_string(workers[0]) + "/status");
    service().stop();
    asker.join();
    EXPECT_NE(status.find("\nSeccomp:\t2\n"), std::string::npos) << status;
    EXPECT_NE(status.find("\nNoNewPrivs:\t1\n"), std::string::npos) << status;
}

}  // namespace
}  // namespace inkwell::images
