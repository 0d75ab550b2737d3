#pragma once

#include <array>
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

    bool isOn() const noexcept { return perSecond_ > 0; }
    const std::string& name() const noexcept { return name_; }

    struct Verdict {
        bool allowed = true;
        std::int64_t remaining = 0;
        std::int64_t resetSeconds = 0;  // until the bucket is full, or, if not allowed, until there is a token
    };
    /// Takes a token of `caller`, if there is one.
    Verdict take(std::string_view caller, Time now);

    /// The headers of draft-ietf-httpapi-ratelimit-headers-08.
    const std::string& policyHeader() const noexcept { return policy_; }  // "address";q=100;w=10
    std::string stateHeader(const Verdict& verdict) const;                // "address";r=99;t=1

private:
    // Each bucket is one time: when it will be full again (the "generic cell rate algorithm").
    struct Shard {
        std::mutex mutex;
        std::unordered_map<std::uint64_t, Time> fullAt;
    };
    static constexpr std::size_t kShards = 16;
    static constexpr std::size_t kBucketsPerShard = 8192;

    static void makeRoom(Shard& shard, Time now);

    const std::string name_;
    const std::int64_t perSecond_;
    const std::int64_t burst_;
    const std::chrono::nanoseconds interval_;
    const std::uint64_t seed_;
    const std::string policy_;
    std::array<Shard, kShards> shards_;
};

}  // namespace inkwell::kernel
