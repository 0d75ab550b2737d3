#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace inkwell::kernel {

/// Upper bounds of the buckets of a request's duration, in microseconds; one more bucket holds the rest.
inline constexpr std::array<std::int64_t, 17> kDurationBoundsUs = {
    50,     100,     250,     500,     1'000,     2'500,     5'000,     10'000,    25'000,
    50'000, 100'000, 250'000, 500'000, 1'000'000, 2'500'000, 5'000'000, 10'000'000};

/// The counts of one route's requests so far.
struct RouteTotals {
    std::map<std::string, std::uint64_t, std::less<>> byStatus;  // "404"; "4xx" together for statuses nobody sends
    std::array<std::uint64_t, kDurationBoundsUs.size() + 1> durations{};  // not cumulative
    double seconds = 0;
    std::uint64_t bytes = 0;       // of bodies sent
    std::uint64_t exceptions = 0;  // from handlers, other than errors for the client

    std::uint64_t requests() const;
    std::uint64_t errors() const;  // 5xx
};

/// Counts requests of one route, by many threads at once: each thread adds to one of several shards, without a lock and
/// mostly without sharing a cache line. A reader may see a request half counted. Any thread.
class RouteMetrics {
public:
    RouteMetrics();
    ~RouteMetrics();

    void record(int status, std::chrono::nanoseconds spent, std::int64_t bytes) noexcept;
    void countException() noexcept { exceptions_.fetch_add(1, std::memory_order_relaxed); }
    RouteTotals totals() const;

private:
    struct Shard;
    static constexpr std::size_t kShards = 8;

    std::unique_ptr<Shard[]> shards_;
    std::atomic<std::uint64_t> exceptions_{0};
};

}  // namespace inkwell::kernel
