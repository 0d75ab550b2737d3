#include "kernel/app/start_watch.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <system_error>

namespace inkwell::kernel {

namespace {

int checked(int handle) {
    if (handle < 0) throw std::system_error(errno, std::generic_category(), "signals cannot be waited for");
    return handle;
}

}  // namespace

StartWatch::StartWatch(const sigset_t& signals, std::function<void()> end)
    : signals_(checked(signalfd(-1, &signals, SFD_CLOEXEC))),
      over_(checked(eventfd(0, EFD_CLOEXEC))),
      thread_([this, end = std::move(end)] { watch(end); }) {}

StartWatch::~StartWatch() {
    const std::uint64_t one = 1;
    while (write(over_, &one, sizeof one) < 0 && errno == EINTR) {
    }
    thread_.join();
    close(over_);
    close(signals_);
}

// What comes is left pending: read here, a signal that comes as the start ends would be lost.
void StartWatch::watch(const std::function<void()>& end) const {
    std::array<pollfd, 2> wanted{{{over_, POLLIN, 0}, {signals_, POLLIN, 0}}};
    while (poll(wanted.data(), wanted.size(), -1) < 0) {
    }
    if (wanted[0].revents == 0) end();
}

}  // namespace inkwell::kernel
