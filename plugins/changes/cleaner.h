#pragma once

#include <atomic>
#include <cstdint>

#include "inkwell/services.h"

namespace inkwell::changes {

/// Removes old changes from the feed: a job of every server.
class Cleaner {
public:
    /// `keepDays` 0 keeps everything.
    Cleaner(Services& services, std::int64_t keepDays) : services_(services), keepDays_(keepDays) {}

    /// Works in small transactions, a bounded number; the rest is left for the next run.
    void forgetOld();
    std::int64_t forgotten() const noexcept { return forgotten_; }

private:
    Services& services_;
    const std::int64_t keepDays_;
    std::atomic<std::int64_t> forgotten_{0};
};

}  // namespace inkwell::changes
