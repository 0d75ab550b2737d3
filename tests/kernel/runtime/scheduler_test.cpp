#include "kernel/runtime/scheduler.h"

#include <gtest/gtest.h>

#include <atomic>
#include <fstream>
#include <future>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "kernel/runtime/log.h"
#include "tests/support/eventually.h"
#include "tests/support/temporary_folder.h"

namespace inkwell::kernel {
namespace {

using inkwell::test::eventually;
using std::chrono::milliseconds;
using std::chrono::seconds;

bool comes(std::future<void> future) { return future.wait_for(seconds(30)) == std::future_status::ready; }

TEST(Scheduler, RunsAJobAgainAndAgain) {
    std::atomic<int> runs{0};
    Scheduler scheduler;
    scheduler.add("p", "count", milliseconds(1), [&] { ++runs; });
    ASSERT_TRUE(eventually([&] { return runs >= 3; }));
}

TEST(Scheduler, RunsNothingBeforeItIsStarted) {
    std::atomic<int> runs{0};
    Scheduler scheduler(Scheduler::Runs::WhenStarted);
    scheduler.add("p", "count", milliseconds(0), [&] { ++runs; });
    ASSERT_TRUE(eventually([&] { return scheduler.lag() >= milliseconds(5); }));
    EXPECT_EQ(runs, 0);
    scheduler.start();
    ASSERT_TRUE(eventually([&] { return runs >= 3; }));
}

TEST(Scheduler, RunsAJobAgainThatThrew) {
    std::atomic<int> runs{0};
    std::atomic<int> others{0};
    Scheduler scheduler;
    scheduler.add("p", "broken", milliseconds(1), [&] {
        ++runs;
        throw std::runtime_error("no");
    });
    scheduler.add("p", "odd", milliseconds(1), [] { throw 7; });
    scheduler.add("q", "count", milliseconds(1), [&] { ++others; });
    ASSERT_TRUE(eventually([&] { return runs >= 3 && others >= 3; }));
}

TEST(Scheduler, TellsOfAFailureOnceAndWhenItIsOver) {
    const test::TemporaryFolder folder;
    const std::string log = folder.path() / "log";
    configureLog({"text", "info", log});
    std::atomic<int> runs{0};
    {
        Scheduler scheduler;
        scheduler.add("p", "sweep", milliseconds(1), [&] {
            if (const int run = ++runs; run <= 6) throw std::runtime_error(run <= 3 ? "no" : "never");
        });
        ASSERT_TRUE(eventually([&] { return runs >= 8; }));
    }
    configureLog({});
    std::vector<std::string> told;
    std::ifstream in(log);
    for (std::string line; std::getline(in, line);) told.push_back(line.substr(line.find("the job")));
    EXPECT_EQ(told, (std::vector<std::string>{"the job 'sweep' failed: no",
                                              "the job 'sweep' failed: never; before, untold: 2 times",
                                              "the job 'sweep' succeeds again"}));
}

TEST(Scheduler, CountsRunsAndFailuresAlsoOfPluginsThatWereRemoved) {
    std::atomic<int> runs{0};
    Scheduler scheduler;
    scheduler.add("p", "broken", milliseconds(1), [&] {
        ++runs;
        throw std::runtime_error("no");
    });
    scheduler.add("q", "fine", milliseconds(1), [&] { ++runs; });
    scheduler.add("r", "later", std::chrono::hours(1), [] {});
    ASSERT_TRUE(eventually([&] { return runs >= 6; }));
    scheduler.removePlugin("p");
    scheduler.removePlugin("q");
    const std::vector<Scheduler::JobNumbers> all = scheduler.numbers();
    ASSERT_EQ(all.size(), 3u);
    EXPECT_EQ(all[0].plugin + " " + all[0].job, "p broken");
    EXPECT_EQ(all[0].failures, all[0].runs);
    EXPECT_EQ(all[1].failures, 0u);
    EXPECT_GE(all[0].runs + all[1].runs, 6u);
    EXPECT_GT(all[1].spent.count(), 0);
    EXPECT_EQ(all[2].runs, 0u);
    EXPECT_EQ(scheduler.lag().count(), 0) << "what is left is due in an hour";
}

TEST(Scheduler, ItsLagIsTheWaitOfTheJobThatIsDueTheLongest) {
    std::promise<void> mayEnd;
    const std::shared_future<void> end = mayEnd.get_future().share();
    std::promise<void> entered;
    Scheduler scheduler;
    scheduler.add("p", "long", milliseconds(1), [&, first = true]() mutable {
        if (std::exchange(first, false)) entered.set_value();
        end.wait();
    });
    ASSERT_TRUE(comes(entered.get_future()));
    EXPECT_EQ(scheduler.lag().count(), 0) << "the running one does not wait";
    scheduler.add("p", "waiting", milliseconds(1), [] {});
    ASSERT_TRUE(eventually([&] { return scheduler.lag() >= milliseconds(5); }));
    mayEnd.set_value();
    scheduler.removePlugin("p");
}

TEST(Scheduler, ASlowJobKeepsNoOtherPluginsJobWaiting) {
    std::promise<void> entered, mayEnd;
    std::atomic<int> others{0};
    Scheduler scheduler;
    scheduler.add("p", "slow", milliseconds(1), [&, first = true]() mutable {
        if (!std::exchange(first, false)) return;
        entered.set_value();
        mayEnd.get_future().wait();
    });
    ASSERT_TRUE(comes(entered.get_future()));
    scheduler.add("q", "count", milliseconds(1), [&] { ++others; });
    EXPECT_TRUE(eventually([&] { return others >= 3; }));
    mayEnd.set_value();
}

TEST(Scheduler, NeverRunsTwoJobsOfAPluginAtOnce) {
    std::atomic<int> inside{0};
    std::atomic<int> runs{0};
    std::atomic<bool> overlapped{false};
    Scheduler scheduler;
    for (int i = 0; i < 3; ++i) {
        scheduler.add("p", std::to_string(i), milliseconds(1), [&] {
            if (++inside > 1) overlapped = true;
            std::this_thread::yield();
            --inside;
            ++runs;
        });
    }
    ASSERT_TRUE(eventually([&] { return runs >= 30; }));
    EXPECT_FALSE(overlapped);
}

TEST(Scheduler, WaitsForTheRunningJobOfAPluginThatIsRemoved) {
    std::promise<void> entered;
    std::promise<void> release;
    const std::shared_future<void> released = release.get_future().share();
    std::atomic<bool> ended{true};
    std::atomic<int> runs{0};
    Scheduler scheduler;
    scheduler.add("p", "slow", milliseconds(1), [&] {
        ended = false;
        if (++runs == 1) entered.set_value();
        released.wait();
        ended = true;
    });
    ASSERT_TRUE(comes(entered.get_future()));
    std::future<bool> removed = std::async(std::launch::async, [&] {
        scheduler.removePlugin("p");
        return ended.load();
    });
    release.set_value();
    EXPECT_TRUE(removed.get());
    const int atRemoval = runs;
    scheduler.stop();
    EXPECT_EQ(runs, atRemoval);
}

TEST(Scheduler, WaitsForARunningJobNoLongerThanToldTo) {
    std::promise<void> entered;
    std::promise<void> release;
    const std::shared_future<void> released = release.get_future().share();
    std::atomic<int> runs{0};
    Scheduler scheduler;
    scheduler.add("p", "slow", milliseconds(1), [&] {
        if (++runs == 1) entered.set_value();
        released.wait();
    });
    ASSERT_TRUE(comes(entered.get_future()));
    EXPECT_FALSE(scheduler.removePlugin("p", milliseconds(0)));
    EXPECT_TRUE(scheduler.removePlugin("q", milliseconds(0)));
    release.set_value();
    EXPECT_TRUE(scheduler.removePlugin("p"));
    EXPECT_EQ(runs, 1);
}

TEST(Scheduler, KeepsTheJobsOfOtherPlugins) {
    std::atomic<int> removed{0};
    std::atomic<int> kept{0};
    Scheduler scheduler;
    scheduler.add("p", "count", milliseconds(1), [&] { ++removed; });
    scheduler.add("q", "count", milliseconds(1), [&] { ++kept; });
    ASSERT_TRUE(eventually([&] { return removed >= 1 && kept >= 1; }));
    scheduler.removePlugin("p");
    const int atRemoval = removed;
    const int keptThen = kept;
    ASSERT_TRUE(eventually([&] { return kept >= keptThen + 10; }));
    EXPECT_EQ(removed, atRemoval);
}

TEST(Scheduler, LetsAJobRemoveItsOwnPlugin) {
    std::promise<void> done;
    std::atomic<int> runs{0};
    Scheduler scheduler;
    scheduler.add("p", "once", milliseconds(1), [&] {
        ++runs;
        scheduler.removePlugin("p");
        done.set_value();
    });
    ASSERT_TRUE(comes(done.get_future()));
    scheduler.removePlugin("p");
    EXPECT_EQ(runs, 1);
}

TEST(Scheduler, SaysForWhichJobAStopWaits) {
    const test::TemporaryFolder folder;
    const std::string log = folder.path() / "log";
    configureLog({"text", "info", log});
    std::promise<void> begun, released;
    Scheduler scheduler;
    scheduler.add("p", "slow", milliseconds(1), [&] {
        begun.set_value();
        released.get_future().wait();
    });
    ASSERT_TRUE(comes(begun.get_future()));
    std::thread stopping([&] { scheduler.stop(); });
    const auto text = [&] {
        std::ifstream in(log);
        return std::string(std::istreambuf_iterator<char>(in), {});
    };
    EXPECT_TRUE(eventually([&] { return text().find("the stop waits for the job 'slow'") != std::string::npos; }));
    released.set_value();
    stopping.join();
    configureLog({});
}

TEST(Scheduler, StopsAndTakesJobsAgain) {
    std::atomic<int> runs{0};
    Scheduler scheduler;
    scheduler.stop();
    scheduler.add("p", "count", milliseconds(1), [&] { ++runs; });
    ASSERT_TRUE(eventually([&] { return runs >= 1; }));
    scheduler.stop();
    scheduler.stop();
    const int atStop = runs;
    scheduler.add("p", "count", milliseconds(1), [&] { ++runs; });
    ASSERT_TRUE(eventually([&] { return runs > atStop; }));
}

}  // namespace
}  // namespace inkwell::kernel
