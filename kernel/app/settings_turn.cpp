#include "kernel/app/settings_turn.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <stdexcept>
#include <system_error>
#include <thread>

namespace inkwell::kernel {

namespace {

// Longer than several switches, each of which waits ten seconds for requests that use the plugin.
constexpr std::chrono::seconds kPatience{45};
constexpr std::chrono::milliseconds kLook{5};

int openFolder(const std::string& directory) { return open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); }

// The folder, locked; -1, and errno, where it cannot be had. Throws std::runtime_error when somebody has it for longer
// than a switch takes.
int lockFolder(const std::string& directory) {
    const int handle = openFolder(directory);
    const auto deadline = std::chrono::steady_clock::now() + kPatience;
    while (handle >= 0 && flock(handle, LOCK_EX | LOCK_NB) != 0) {
        const int code = errno;
        const bool isHeld = code == EWOULDBLOCK || code == EINTR;
        if (isHeld && std::chrono::steady_clock::now() < deadline) {
            std::this_thread::sleep_for(kLook);
            continue;
        }
        close(handle);
        errno = code;
        if (!isHeld) return -1;
        throw std::runtime_error("a command has been switching a plugin for " + std::to_string(kPatience.count()) +
                                 " seconds, and holds " + directory + "; end it, and try again");
    }
    return handle;
}

}  // namespace

void refuseToKeep(const std::string& directory, int code) {
    throw std::runtime_error("nothing was switched, for it cannot be kept in " + directory + ": " +
                             std::generic_category().message(code));
}

SettingsTurn SettingsTurn::toWrite(const std::string& directory) {
    std::error_code error;
    std::filesystem::create_directories(directory, error);
    if (error) refuseToKeep(directory, error.value());
    if (access(directory.c_str(), W_OK) != 0) refuseToKeep(directory, errno);
    const int handle = lockFolder(directory);
    if (handle < 0) refuseToKeep(directory, errno);
    return SettingsTurn(handle);
}

// A file system without locks has no switch either.
SettingsTurn SettingsTurn::toRead(const std::string& directory) { return SettingsTurn(lockFolder(directory)); }

SettingsTurn::~SettingsTurn() {
    if (handle_ >= 0) close(handle_);
}

}  // namespace inkwell::kernel
