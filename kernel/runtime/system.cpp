#include "kernel/runtime/system.h"

#include <chrono>
#include <cstdio>
#include <random>

namespace inkwell::kernel {

namespace {

constexpr std::uint32_t kMaxCounter = 0xFFFF;

}  // namespace

std::int64_t SystemClock::nowMs() const {
    const auto sinceEpoch = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::milliseconds>(sinceEpoch).count();
}

TimeOrderedIds::TimeOrderedIds(const Clock& clock) : clock_(clock), process_(std::random_device{}()) {}

std::string TimeOrderedIds::next() {
    std::int64_t ms = 0;
    std::uint32_t counter = 0;
    {
        std::lock_guard lock(mutex_);
        const std::int64_t now = clock_.nowMs();
        if (now > lastMs_) {
            lastMs_ = now;
            counter_ = 0;
        } else if (++counter_ > kMaxCounter) {
            // Borrowed from the next millisecond: waiting for it would hang while the clock is behind.
            ++lastMs_;
            counter_ = 0;
        }
        ms = lastMs_;
        counter = counter_;
    }
    char text[25];
    std::snprintf(text, sizeof text, "%012llx%04x%08x", static_cast<unsigned long long>(ms) & 0xFFFF'FFFF'FFFF, counter,
                  process_);
    return text;
}

}  // namespace inkwell::kernel
