#include "queue/schedule.h"

#include <algorithm>
#include <array>

namespace inkwell::webhooks {

namespace {

constexpr std::int64_t kSecondMs = 1000;
constexpr std::int64_t kMinuteMs = 60 * kSecondMs;
constexpr std::int64_t kHourMs = 60 * kMinuteMs;

constexpr std::array<std::int64_t, kMaxTries - 1> kDelaysMs = {
    5 * kSecondMs, 5 * kMinuteMs, 30 * kMinuteMs, 2 * kHourMs,  5 * kHourMs,
    10 * kHourMs,  14 * kHourMs,  20 * kHourMs,   24 * kHourMs,
};

constexpr std::int64_t kFirstCircuitMs = 30 * kSecondMs;
constexpr std::int64_t kLongestCircuitMs = 10 * kMinuteMs;
constexpr int kMostDoublings = 10;

}  // namespace

std::optional<std::int64_t> retryDelayMs(int tries, std::optional<std::int64_t> retryAfterMs, double jitter) {
    if (tries < 1 || tries >= kMaxTries) return std::nullopt;
    const std::int64_t planned = kDelaysMs.at(static_cast<std::size_t>(tries - 1));
    const std::int64_t delay = planned + static_cast<std::int64_t>(static_cast<double>(planned) * jitter / 10);
    return std::max(delay, std::clamp<std::int64_t>(retryAfterMs.value_or(0), 0, kMaxRetryAfterMs));
}

std::int64_t circuitDelayMs(int failures) {
    if (failures < kFailuresToOpen) return 0;
    return std::min(kFirstCircuitMs << std::min(failures - kFailuresToOpen, kMostDoublings), kLongestCircuitMs);
}

}  // namespace inkwell::webhooks
