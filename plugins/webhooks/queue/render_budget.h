#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "inkwell/events.h"

namespace inkwell::webhooks {

/// Bounds what records that are too large cost those who write content: to find that out takes a tenth of a second or
/// more, inside their transaction, and an edit of many objects may have a thousand of them. Any thread.
class RenderBudget {
public:
    /// The most failures of one type of objects in kWindowMs.
    static constexpr int kMostFailures = 3;
    static constexpr std::int64_t kWindowMs = 10'000;

    /// Whether the records of the changed object's type have been too large so often that the next one is not tried.
    bool isSpent(const Change& change, std::int64_t nowMs);
    void failed(const Change& change, std::int64_t nowMs);

private:
    using Type = std::pair<std::string, std::string>;  // bucket, type
    struct Failures {
        std::int64_t sinceMs = 0;
        int count = 0;
    };
    static bool isOver(const Failures& failures, std::int64_t nowMs);

    std::mutex mutex_;
    std::map<Type, Failures> byType_;
};

}  // namespace inkwell::webhooks
