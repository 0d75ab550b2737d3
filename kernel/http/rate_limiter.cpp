#include "kernel/http/rate_limiter.h"

#include <algorithm>
#include <functional>
#include <random>

namespace inkwell::kernel {

namespace {

using std::chrono::nanoseconds;
using std::chrono::seconds;

std::int64_t secondsUp(nanoseconds time) { return std::chrono::ceil<seconds>(time).count(); }

}  // namespace

RateLimiter::RateLimiter(std::string name, std::int64_t perSecond, std::int64_t burst)
    : name_(std::move(name)),
      perSecond_(perSecond),
      burst_(std::max<std::int64_t>(burst, 1)),
      interval_(perSecond > 0 ? nanoseconds(seconds(1)) / perSecond : nanoseconds(0)),
      seed_(std::random_device()()),
      policy_("\"" + name_ + "\";q=" + std::to_string(burst_) +
              ";w=" + std::to_string(perSecond > 0 ? (burst_ + perSecond - 1) / perSecond : 0)) {}

RateLimiter::Verdict RateLimiter::take(std::string_view caller, Time now) {
    const std::uint64_t bucket = std::hash<std::string_view>()(caller) ^ seed_;
    Shard& shard = shards_[bucket % kShards];
    const std::lock_guard lock(shard.mutex);
    if (shard.fullAt.size() >= kBucketsPerShard && !shard.fullAt.contains(bucket)) makeRoom(shard, now);
    Time& fullAt = shard.fullAt[bucket];
    const nanoseconds missing = std::max<nanoseconds>(fullAt - now, nanoseconds(0));
    const nanoseconds whole = interval_ * burst_;
    Verdict verdict;
    if (missing + interval_ > whole) {
        verdict.allowed = false;
        verdict.resetSeconds = std::max<std::int64_t>(secondsUp(missing + interval_ - whole), 1);
        return verdict;
    }
    fullAt = now + missing + interval_;
    verdict.remaining = (whole - missing - interval_) / interval_;
    verdict.resetSeconds = secondsUp(missing + interval_);
    return verdict;
}

void RateLimiter::makeRoom(Shard& shard, Time now) {
    std::erase_if(shard.fullAt, [&](const auto& entry) { return entry.second <= now; });
    // A flood of callers: some get a full bucket early, rather than that everybody waits while one is looked for.
    if (shard.fullAt.size() > kBucketsPerShard / 2) shard.fullAt.clear();
}

std::string RateLimiter::stateHeader(const Verdict& verdict) const {
    return "\"" + name_ + "\";r=" + std::to_string(verdict.remaining) + ";t=" + std::to_string(verdict.resetSeconds);
}

}  // namespace inkwell::kernel
