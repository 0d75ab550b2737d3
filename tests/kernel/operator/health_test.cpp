#include "kernel/operator/health.h"

#include <Poco/Event.h>
#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <stdexcept>
#include <thread>

namespace inkwell::kernel {
namespace {

constexpr std::chrono::milliseconds kLong{60'000};

TEST(Health, AsksEveryCheckAndGivesItsSentence) {
    HealthMonitor monitor(
        [] {
            return std::vector<HealthCheck>{
                {"kernel", "database", [] { return ""; }},
                {"things", "store", [] { return "the store is away"; }},
                {"things", "odd", []() -> std::string { throw std::runtime_error("broken"); }}};
        },
        kLong);
    const std::vector<HealthResult> results = monitor.ask();
    ASSERT_EQ(results.size(), 3u);
    EXPECT_EQ(results[0].problem, "");
    EXPECT_EQ(results[1].owner + " " + results[1].name, "things store");
    EXPECT_EQ(results[1].problem, "the store is away");
    EXPECT_EQ(results[2].problem, "the check failed: broken");
}

TEST(Health, AsksAnewEachTime) {
    std::atomic<int> rounds{0};
    HealthMonitor monitor(
        [&rounds] {
            return std::vector<HealthCheck>{{"p", "c", [&rounds] { return std::to_string(++rounds); }}};
        },
        kLong);
    EXPECT_EQ(monitor.ask().at(0).problem, "1");
    EXPECT_EQ(monitor.ask().at(0).problem, "2");
}

TEST(Health, NamesACheckThatHangsAndGoesOnWhenItEnds) {
    Poco::Event mayEnd(Poco::Event::EVENT_MANUALRESET);
    HealthMonitor monitor(
        [&mayEnd] {
            return std::vector<HealthCheck>{{"p", "quick", [] { return ""; }},
                                            {"p", "slow",
                                             [&mayEnd] {
                                                 mayEnd.wait();
                                                 return "";
                                             }},
                                            {"p", "last", [] { return ""; }}};
        },
        std::chrono::milliseconds(30));
    std::vector<HealthResult> results = monitor.ask();
    while (results.size() != 2 || results[0].name != "quick") results = monitor.ask();  // on a machine that sleeps
    EXPECT_EQ(results[0].problem, "");
    EXPECT_EQ(results[1].name, "slow");
    EXPECT_EQ(results[1].problem, "no answer within 30 ms");
    mayEnd.set();
    while (results.size() != 3) results = monitor.ask();
    EXPECT_EQ(results[2].name, "last");
}

TEST(Health, ManyWhoAskAtOnceAreAllAnswered) {
    std::atomic<int> asked{0};
    HealthMonitor monitor(
        [&asked] {
            ++asked;
            return std::vector<HealthCheck>{{"p", "c", [] { return "x"; }}};
        },
        kLong);
    std::vector<std::future<std::vector<HealthResult>>> all;
    for (int i = 0; i < 8; ++i) all.push_back(std::async(std::launch::async, [&] { return monitor.ask(); }));
    for (auto& one : all) EXPECT_EQ(one.get().at(0).problem, "x");
    EXPECT_GE(asked, 1);
    EXPECT_LE(asked, 8);
}

}  // namespace
}  // namespace inkwell::kernel
