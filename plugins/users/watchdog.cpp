#include "watchdog.h"

#include <sys/socket.h>
#include <unistd.h>

#include <stdexcept>

namespace inkwell::users {

namespace {

int duplicateOf(const Poco::Net::StreamSocket& socket) {
    const int descriptor = ::dup(socket.impl()->sockfd());
    if (descriptor < 0) throw std::runtime_error("too many open files");
    return descriptor;
}

}  // namespace

Watchdog::Watchdog(const Poco::Net::StreamSocket& socket, std::chrono::milliseconds limit,
                   const std::stop_token& stopping)
    : descriptor_(duplicateOf(socket)),
      thread_([this, limit](const std::stop_token& done) {
          std::unique_lock lock(mutex_);
          changed_.wait_for(lock, done, limit, [] { return false; });
          if (done.stop_requested()) return;
          ranOut_ = true;
          endConnection();
      }),
      onStop_(stopping, [this] { endConnection(); }) {}

Watchdog::~Watchdog() {
    thread_.request_stop();
    thread_.join();
    ::close(descriptor_);
}

void Watchdog::endConnection() const noexcept { ::shutdown(descriptor_, SHUT_RDWR); }

}  // namespace inkwell::users
