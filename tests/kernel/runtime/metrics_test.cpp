#include "kernel/runtime/metrics.h"

#include <gtest/gtest.h>

#include <numeric>
#include <thread>
#include <vector>

namespace inkwell::kernel {
namespace {

using std::chrono::microseconds;

TEST(RouteMetrics, CountsStatusesBytesAndDurations) {
    RouteMetrics metrics;
    metrics.record(200, microseconds(40), 100);
    metrics.record(200, microseconds(60), 50);
    metrics.record(503, microseconds(20'000'000), 0);
    metrics.countException();
    const RouteTotals totals = metrics.totals();
    EXPECT_EQ(totals.byStatus.at("200"), 2u);
    EXPECT_EQ(totals.byStatus.at("503"), 1u);
    EXPECT_EQ(totals.requests(), 3u);
    EXPECT_EQ(totals.errors(), 1u);
    EXPECT_EQ(totals.exceptions, 1u);
    EXPECT_EQ(totals.bytes, 150u);
    EXPECT_NEAR(totals.seconds, 20.0001, 1e-6);
    EXPECT_EQ(totals.durations.front(), 1u);
    EXPECT_EQ(totals.durations.at(1), 1u);
    EXPECT_EQ(totals.durations.back(), 1u);
}

TEST(RouteMetrics, ABoundBelongsToItsBucket) {
    RouteMetrics metrics;
    for (const std::int64_t bound : kDurationBoundsUs) metrics.record(200, microseconds(bound), 0);
    const RouteTotals totals = metrics.totals();
    for (std::size_t i = 0; i < kDurationBoundsUs.size(); ++i) EXPECT_EQ(totals.durations[i], 1u) << i;
    EXPECT_EQ(totals.durations.back(), 0u);
}

TEST(RouteMetrics, AnUnusualStatusIsCountedWithItsClass) {
    RouteMetrics metrics;
    for (const int status : {418, 299, 599, 0, -1, 1000}) metrics.record(status, microseconds(1), 0);
    const RouteTotals totals = metrics.totals();
    EXPECT_EQ(totals.byStatus.at("4xx"), 1u);
    EXPECT_EQ(totals.byStatus.at("2xx"), 1u);
    EXPECT_EQ(totals.byStatus.at("5xx"), 2u) << "what is no status at all is not lost";
    EXPECT_EQ(totals.byStatus.at("0xx"), 2u);
    EXPECT_EQ(totals.requests(), 6u);
}

TEST(RouteMetrics, LosesNothingUnderManyThreads) {
    constexpr int kThreads = 12;
    constexpr int kEach = 5000;
    RouteMetrics metrics;
    std::vector<std::thread> threads;
    for (int i = 0; i < kThreads; ++i) {
        threads.emplace_back([&] {
            for (int n = 0; n < kEach; ++n) metrics.record(200, microseconds(n), 1);
        });
    }
    for (std::thread& thread : threads) thread.join();
    const RouteTotals totals = metrics.totals();
    EXPECT_EQ(totals.requests(), static_cast<std::uint64_t>(kThreads * kEach));
    EXPECT_EQ(totals.bytes, static_cast<std::uint64_t>(kThreads * kEach));
    EXPECT_EQ(std::accumulate(totals.durations.begin(), totals.durations.end(), std::uint64_t{0}), totals.requests());
}

}  // namespace
}  // namespace inkwell::kernel
