#include "worker_process.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <boost/json.hpp>
#include <cerrno>
#include <filesystem>
#include <stdexcept>
#include <system_error>

namespace inkwell::images {

namespace {

constexpr std::chrono::seconds kStartTime{30};

/// What the new process gets: a socket as its standard input and nothing else of ours.
class SpawnPlan {
public:
    explicit SpawnPlan(int socket) {
        posix_spawn_file_actions_init(&files_);
        posix_spawn_file_actions_adddup2(&files_, socket, STDIN_FILENO);
        posix_spawn_file_actions_addopen(&files_, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
        posix_spawn_file_actions_addopen(&files_, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
        posix_spawn_file_actions_addclosefrom_np(&files_, STDERR_FILENO + 1);
        posix_spawnattr_init(&attributes_);
        sigset_t none;
        sigemptyset(&none);
        sigset_t all;
        sigfillset(&all);
        posix_spawnattr_setsigmask(&attributes_, &none);
        posix_spawnattr_setsigdefault(&attributes_, &all);
        posix_spawnattr_setpgroup(&attributes_, 0);  // Ctrl-C is for the server alone
        posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    }
    ~SpawnPlan() {
        posix_spawnattr_destroy(&attributes_);
        posix_spawn_file_actions_destroy(&files_);
    }
    SpawnPlan(const SpawnPlan&) = delete;
    SpawnPlan& operator=(const SpawnPlan&) = delete;

    pid_t run(const std::string& program, std::int64_t memoryMb) const {
        std::string name = program;
        std::string memory = std::to_string(memoryMb);
        std::array<char*, 3> arguments = {name.data(), memory.data(), nullptr};
        // Of the server's environment nothing: it may hold passwords.
        std::array<char*, 1> environment = {nullptr};
        pid_t pid = -1;
        const int error =
            ::posix_spawn(&pid, program.c_str(), &files_, &attributes_, arguments.data(), environment.data());
        if (error != 0)
            throw std::runtime_error("the image worker '" + program +
                                     "' cannot be started: " + std::generic_category().message(error));
        return pid;
    }

private:
    posix_spawn_file_actions_t files_{};
    posix_spawnattr_t attributes_{};
};

}  // namespace

WorkerProcess::WorkerProcess(const std::string& program, std::int64_t memoryMb) {
    std::array<int, 2> pair{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair.data()) != 0)
        throw std::system_error(errno, std::generic_category(), "no socket for an image worker");
    socket_ = pair[0];
    try {
        pid_ = SpawnPlan(pair[1]).run(program, memoryMb);
    } catch (...) {
        ::close(pair[0]);
        ::close(pair[1]);
        throw;
    }
    ::close(pair[1]);
    std::string hello;
    if (readFrame(socket_, hello, std::chrono::steady_clock::now() + kStartTime) != FrameRead::Whole) {
        reap();
        ::close(socket_);
        throw std::runtime_error("the image worker '" + program + "' does not run; is 'memory_mb' too small for it?");
    }
    const boost::json::value told = boost::json::parse(hello);
    if (const boost::json::value* problem = told.as_object().if_contains("problem")) {
        reap();
        ::close(socket_);
        throw std::runtime_error("the image worker '" + program +
                                 "' does not run: " + boost::json::value_to<std::string>(*problem));
    }
    writesAvif_ = told.at("avif").as_bool();
}

WorkerProcess::~WorkerProcess() {
    if (!isReaped_) reap();
    ::close(socket_);
}

void WorkerProcess::interrupt() noexcept { ::shutdown(socket_, SHUT_RDWR); }

WorkerProcess::Outcome WorkerProcess::ask(const std::string& request, std::span<const int> files, std::string& answer,
                                          SteadyTime deadline) {
    if (!writeFrame(socket_, request, files)) return reap();
    const FrameRead read = readFrame(socket_, answer, deadline);
    if (read == FrameRead::Whole) return Outcome::Answered;
    return read == FrameRead::Late ? Outcome::Late : reap();
}

WorkerProcess::Outcome WorkerProcess::reap() {
    // No change for one that is dying already.
    ::kill(pid_, SIGKILL);
    int status = 0;
    while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
    }
    isReaped_ = true;
    // Our own limits end it in other ways: an exit, SIGABRT, SIGSEGV, SIGALRM, SIGXFSZ.
    const bool isStopped = WIFSIGNALED(status) && (WTERMSIG(status) == SIGKILL || WTERMSIG(status) == SIGTERM);
    return isStopped ? Outcome::Stopped : Outcome::Broken;
}

std::string findWorkerProgram() {
    Dl_info library{};
    if (::dladdr(reinterpret_cast<const void*>(&findWorkerProgram), &library) == 0 || library.dli_fname == nullptr)
        throw std::runtime_error("the folder of the plugin 'images' cannot be found");
    return std::filesystem::absolute(library.dli_fname).parent_path().parent_path() / "inkwell-image-worker";
}

}  // namespace inkwell::images
