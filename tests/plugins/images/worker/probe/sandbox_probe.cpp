// Tries one thing behind the image worker's sandbox: `probe seccomp|landlock|none CALL`. Ends with 0 when the thing was
// refused, 1 when it was done, 2 when it failed otherwise, 77 where the kernel has no such sandbox.
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <thread>

#include "worker/sandbox.h"

namespace {

constexpr int kRefused = 0, kDone = 1, kFailed = 2, kUnknownSandbox = 77;
constexpr const char* kFile = "/etc/passwd";

using Call = std::function<long()>;

long startThread() {
    long done = -1;
    std::thread([&] { done = 0; }).join();
    return done;
}

// 88 bytes of zeros but for the signal: a process.
long cloneByStructure() {
    std::uint64_t arguments[11] = {};
    arguments[4] = SIGCHLD;
    const long child = ::syscall(SYS_clone3, arguments, sizeof arguments);
    if (child == 0) ::_exit(0);
    return child;
}

long fork() {
    const long child = ::syscall(SYS_clone, SIGCHLD, nullptr, nullptr, nullptr, nullptr);
    if (child == 0) ::_exit(0);
    return child;
}

long execute() {
    static char name[] = "/bin/true";
    char* const arguments[] = {name, nullptr};
    char* const environment[] = {nullptr};
    return ::syscall(SYS_execve, name, arguments, environment);
}

const std::map<std::string_view, Call>& calls() {
    static const std::map<std::string_view, Call> all = {
        {"openat", [] { return ::syscall(SYS_openat, AT_FDCWD, kFile, O_RDONLY); }},
        {"openat2",
         [] {
             const std::uint64_t how[3] = {};
             return ::syscall(SYS_openat2, AT_FDCWD, kFile, how, sizeof how);
         }},
        {"create", [] { return ::syscall(SYS_openat, AT_FDCWD, "/tmp", O_TMPFILE | O_RDWR, 0600); }},
        {"memfd", [] { return ::syscall(SYS_memfd_create, "x", 0); }},
        {"socket", [] { return ::syscall(SYS_socket, AF_INET, SOCK_STREAM, 0); }},
        {"unix socket", [] { return ::syscall(SYS_socket, AF_UNIX, SOCK_STREAM, 0); }},
        {"socketpair",
         [] {
             int pair[2];
             return ::syscall(SYS_socketpair, AF_UNIX, SOCK_STREAM, 0, pair);
         }},
        {"ptrace", [] { return ::syscall(SYS_ptrace, PTRACE_TRACEME, 0, nullptr, nullptr); }},
        {"kill", [] { return ::syscall(SYS_kill, ::getppid(), 0); }},
        {"kill itself by number", [] { return ::syscall(SYS_kill, ::getpid(), 0); }},
        {"tgkill", [] { return ::syscall(SYS_tgkill, ::getppid(), ::getppid(), 0); }},
        {"execve", execute},
        {"fork", fork},
        {"clone3", cloneByStructure},
        {"unshare", [] { return ::syscall(SYS_unshare, CLONE_FS); }},
        {"mkdir",
         [] { return ::syscall(SYS_mkdirat, AT_FDCWD, ("/tmp/probe" + std::to_string(::getpid())).c_str(), 0700); }},
        {"chdir", [] { return ::syscall(SYS_chdir, "/"); }},
        {"access", [] { return ::syscall(SYS_faccessat, AT_FDCWD, kFile, R_OK); }},
        {"fcntl", [] { return ::syscall(SYS_fcntl, 0, F_GETFD); }},
        {"thread", startThread},
        {"abort itself", [] { return ::syscall(SYS_tgkill, ::getpid(), ::gettid(), 0); }},
    };
    return all;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) return kFailed;
    const std::string_view sandbox = argv[1];
    const auto call = calls().find(argv[2]);
    if (call == calls().end()) return kFailed;
    if (sandbox == "landlock" && !inkwell::images::closeFiles()) return kUnknownSandbox;
    if (sandbox == "seccomp") inkwell::images::closeSystem();
    errno = 0;
    if (call->second() >= 0) return kDone;
    return errno == EPERM || errno == EACCES || errno == ENOSYS ? kRefused : kFailed;
}
