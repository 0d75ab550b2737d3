#include "kernel/operator/history.h"

#include <gtest/gtest.h>

#include <cmath>

namespace inkwell::kernel {
namespace {

constexpr std::int64_t kStart = 1'000'000;
constexpr std::int64_t kStep = 10'000;

Sight sightAt(int step, double counted, double gauge) {
    Sight sight;
    sight.atMs = kStart + step * kStep;
    sight.numbers = {{"asked_total", "per_second", "How often.", counted, true}, {"open", "count", "Open.", gauge}};
    return sight;
}

std::vector<double> valuesOf(const NumberHistory& history, const std::string& name) {
    for (const ServerWatch::Series& one : history.get().series)
        if (one.name == name) return one.values;
    return {};
}

TEST(NumberHistory, BeginsWithTheSecondLook) {
    NumberHistory history(3, kStep);
    history.add(sightAt(0, 100, 1));
    EXPECT_EQ(history.get().untilMs, 0);
    EXPECT_TRUE(valuesOf(history, "open").empty());
    history.add(sightAt(1, 150, 2));
    EXPECT_EQ(history.get().untilMs, kStart + kStep);
    EXPECT_EQ(valuesOf(history, "asked_total"), std::vector<double>{5});
    EXPECT_EQ(valuesOf(history, "open"), std::vector<double>{2});
}

TEST(NumberHistory, KeepsTheNewestPointsOfEachSeries) {
    NumberHistory history(3, kStep);
    for (int step = 0; step < 6; ++step) history.add(sightAt(step, step * 10.0, step));
    EXPECT_EQ(valuesOf(history, "open"), (std::vector<double>{3, 4, 5}));
    EXPECT_EQ(valuesOf(history, "asked_total"), (std::vector<double>{1, 1, 1}));
}

TEST(NumberHistory, KnowsNothingOfACountThatBeganAnew) {
    NumberHistory history(3, kStep);
    history.add(sightAt(0, 100, 0));
    history.add(sightAt(1, 20, 0));
    history.add(sightAt(2, 40, 0));
    const std::vector<double> values = valuesOf(history, "asked_total");
    ASSERT_EQ(values.size(), 2U);
    EXPECT_TRUE(std::isnan(values[0]));
    EXPECT_EQ(values[1], 2);
}

TEST(NumberHistory, ASeriesThatComesLaterOrPausesHasGaps) {
    NumberHistory history(4, kStep);
    history.add(sightAt(0, 0, 0));
    history.add(sightAt(1, 0, 0));
    Sight more = sightAt(2, 0, 0);
    more.numbers.push_back({"queued", "count", "Queued.", 7});
    history.add(more);
    history.add(sightAt(3, 0, 0));
    const std::vector<double> values = valuesOf(history, "queued");
    ASSERT_EQ(values.size(), 3U);
    EXPECT_TRUE(std::isnan(values[0]));
    EXPECT_EQ(values[1], 7);
    EXPECT_TRUE(std::isnan(values[2]));
}

TEST(NumberHistory, HasTheLatenciesOfEachStepAlone) {
    NumberHistory history(3, kStep);
    Sight sight = sightAt(0, 0, 0);
    sight.durations[16] = 1000;  // before the first look
    history.add(sight);
    sight.atMs += kStep;
    sight.durations[6] += 100;  // from 2.5 to 5 ms
    history.add(sight);
    const double middle = valuesOf(history, "latency_50").at(0);
    EXPECT_GT(middle, 2.5);
    EXPECT_LT(middle, 5);
    sight.atMs += kStep;
    history.add(sight);
    EXPECT_TRUE(std::isnan(valuesOf(history, "latency_50").at(1))) << "nobody asked";
}

TEST(Latency, IsBetweenTheBoundsOfItsBucket) {
    decltype(RouteTotals::durations) counts{};
    EXPECT_TRUE(std::isnan(latencyMs(counts, 0.5)));
    counts[0] = 90;  // up to 0.05 ms
    counts[9] = 10;  // from 25 to 50 ms
    EXPECT_LE(latencyMs(counts, 0.5), 0.05);
    EXPECT_GT(latencyMs(counts, 0.95), 25);
    EXPECT_LE(latencyMs(counts, 0.99), 50);
    counts = {};
    counts.back() = 1;
    EXPECT_EQ(latencyMs(counts, 0.5), 10'000) << "nobody knows how far beyond the last bound";
}

}  // namespace
}  // namespace inkwell::kernel
