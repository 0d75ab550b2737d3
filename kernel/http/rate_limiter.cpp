#include "kernel/http/rate_limiter.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <random>

namespace inkwell::kernel {

namespace {

using std::chrono::nanoseconds;
using std::chrono::seconds;

std::int64_t secondsUp(nanoseconds time) { return std::chrono::ceil<seconds>(time).count(); }

}  // namespace

RateLimiter::RateLimiter(std::string name, std::int64_t perSecond, std::int64_t burst)
    : name_(std::move(name)), rate_(rateOf(perSecond, burst)), seed_(std::random_device()()) {}

RateLimiter::Rate RateLimiter::rateOf(std::int64_t perSecond, std::int64_t burst) noexcept {
    constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
    return {static_cast<std::int32_t>(std::clamp<std::int64_t>(perSecond, 0, kMost)),
            static_cast<std::int32_t>(std::clamp<std::int64_t>(burst, 1, kMost))};
}

void RateLimiter::setRate(std::int64_t perSecond, std::int64_t burst) noexcept { rate_ = rateOf(perSecond, burst); }

RateLimiter::Verdict RateLimiter::take(std::string_view caller, Time now) {
    const auto [perSecond, burst] = rate();
    Verdict verdict;
    if (perSecond == 0) return verdict;  // switched off since isOn() was asked
    verdict.burst = burst;
    verdict.windowSeconds = (std::int64_t{burst} + perSecond - 1) / perSecond;
    const nanoseconds interval = nanoseconds(seconds(1)) / perSecond;
    const nanoseconds whole = interval * burst;
    const std::uint64_t bucket = std::hash<std::string_view>()(caller) ^ seed_;
    Shard& shard = shards_[bucket % kShards];
    const std::lock_guard lock(shard.mutex);
    if (shard.fullAt.size() >= kBucketsPerShard && !shard.fullAt.contains(bucket)) makeRoom(shard, now);
    Time& fullAt = shard.fullAt[bucket];
    // An emptied bucket of a larger or slower limit is an empty one of this.
    fullAt = std::min(fullAt, now + whole);
    const nanoseconds missing = std::max<nanoseconds>(fullAt - now, nanoseconds(0));
    if (missing + interval > whole) {
        verdict.allowed = false;
        verdict.resetSeconds = std::max<std::int64_t>(secondsUp(missing + interval - whole), 1);
        return verdict;
    }
    fullAt = now + missing + interval;
    verdict.remaining = (whole - missing - interval) / interval;
    verdict.resetSeconds = secondsUp(missing + interval);
    return verdict;
}

void RateLimiter::makeRoom(Shard& shard, Time now) {
    std::erase_if(shard.fullAt, [&](const auto& entry) { return entry.second <= now; });
    // A flood of callers: some get a full bucket early, rather than that everybody waits while one is looked for.
    if (shard.fullAt.size() > kBucketsPerShard / 2) shard.fullAt.clear();
}

std::string RateLimiter::policyHeader(const Verdict& verdict) const {
    return "\"" + name_ + "\";q=" + std::to_string(verdict.burst) + ";w=" + std::to_string(verdict.windowSeconds);
}

std::string RateLimiter::stateHeader(const Verdict& verdict) const {
    return "\"" + name_ + "\";r=" + std::to_string(verdict.remaining) + ";t=" + std::to_string(verdict.resetSeconds);
}

}  // namespace inkwell::kernel
