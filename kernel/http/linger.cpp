#include "kernel/http/linger.h"

#include <array>
#include <chrono>

namespace inkwell::kernel {

namespace {

constexpr std::chrono::seconds kLinger{2};

}  // namespace

void linger(Poco::Net::StreamSocket socket) {
    using Clock = std::chrono::steady_clock;
    std::array<char, 16 * 1024> sink;
    socket.shutdownSend();
    const Clock::time_point end = Clock::now() + kLinger;
    for (Clock::time_point now = Clock::now(); now < end; now = Clock::now()) {
        const auto left = std::chrono::duration_cast<std::chrono::microseconds>(end - now).count();
        if (!socket.poll(Poco::Timespan(left), Poco::Net::Socket::SELECT_READ)) return;
        if (socket.receiveBytes(sink.data(), static_cast<int>(sink.size())) <= 0) return;
    }
}

}  // namespace inkwell::kernel
