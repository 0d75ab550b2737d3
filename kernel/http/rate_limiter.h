#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

namespace inkwell::kernel {

/// A token bucket for each of many callers. Any thread; bounded memory.
class RateLimiter {
public:
    using Time = std::chrono::steady_clock::time_point;

    /// `perSecond` tokens flow into a bucket that holds `burst`; 0 is no limit. `name` tells clients which limit it is.
    RateLimiter(std::string name, std::int64_t perSecond, std::int64_t burst);

    bool isOn() const noexcept { return rate().perSecond > 0; }
    const std::string& name() const noexcept { return name_; }

    /// From now on. Callers keep what they have used up, as far as the new burst goes.
    void setRate(std::int64_t perSecond, std::int64_t burst) noexcept;

    struct Verdict {
        bool allowed = true;
        std::int64_t remaining = 0;
        std::int64_t resetSeconds = 0;  // until the bucket is full, or, if not allowed, until there is a token
        std::int64_t burst = 1;         // in force when it was given, as is the window
        std::int64_t windowSeconds = 0;
    };
    /// Takes a token of `caller`, if there is one.
    Verdict take(std::string_view caller, Time now);

    /// The headers of draft-ietf-httpapi-ratelimit-headers-08.
    std::string policyHeader(const Verdict& verdict) const;  // "address";q=100;w=10
    std::string stateHeader(const Verdict& verdict) const;   // "address";r=99;t=1

private:
    // Each bucket is one time: when it will be full again (the "generic cell rate algorithm").
    struct Shard {
        std::mutex mutex;
        std::unordered_map<std::uint64_t, Time> fullAt;
    };
    static constexpr std::size_t kShards = 16;
    static constexpr std::size_t kBucketsPerShard = 8192;

    // In one piece, so that no request sees half of a change.
    struct Rate {
        std::int32_t perSecond;
        std::int32_t burst;
    };
    Rate rate() const noexcept { return rate_.load(std::memory_order_relaxed); }
    static Rate rateOf(std::int64_t perSecond, std::int64_t burst) noexcept;
    static void makeRoom(Shard& shard, Time now);

    const std::string name_;
    std::atomic<Rate> rate_;
    const std::uint64_t seed_;
    std::array<Shard, kShards> shards_;
};

}  // namespace inkwell::kernel
