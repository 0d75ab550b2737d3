#pragma once

#include <atomic>
#include <mutex>

#include "inkwell/runtime.h"

namespace inkwell::kernel {

class SystemClock : public Clock {
public:
    std::int64_t nowMs() const override;
};

/// 48 bits of milliseconds, a 16-bit counter within the process, 32 random bits of the process: in hex, ordered by
/// time. Never goes back, even when the clock does.
class TimeOrderedIds : public Ids {
public:
    explicit TimeOrderedIds(const Clock& clock);
    std::string next() override;

private:
    const Clock& clock_;
    std::mutex mutex_;
    std::int64_t lastMs_ = 0;
    std::uint32_t counter_ = 0;
    std::uint32_t process_;
};

}  // namespace inkwell::kernel
