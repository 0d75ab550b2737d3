#include "kernel/app/directory_claim.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <stdexcept>

namespace inkwell::kernel {

DirectoryClaim::DirectoryClaim(const std::string& directory)
    : handle_(open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    while (handle_ >= 0 && flock(handle_, LOCK_EX | LOCK_NB) != 0) {
        if (errno == EINTR) continue;
        if (errno != EWOULDBLOCK) return;
        close(handle_);
        throw std::runtime_error("another server is starting or stopping with the data directory '" + directory +
                                 "': each server needs one of its own; start this one again when that has ended");
    }
}

DirectoryClaim::~DirectoryClaim() {
    if (handle_ >= 0) close(handle_);
}

}  // namespace inkwell::kernel
