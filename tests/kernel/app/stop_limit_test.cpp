#include "kernel/app/stop_limit.h"

#include <gtest/gtest.h>

#include <future>

namespace inkwell::kernel {
namespace {

TEST(StopLimit, EndsAStopThatTakesTooLongAndTellsWhatItWaitsFor) {
    std::promise<std::string> ended;
    StopLimit limit([&](const std::string& part) { ended.set_value(part); });
    limit.waitsFor("the requests");
    limit.waitsFor("the jobs");
    limit.begin(std::chrono::milliseconds(0));
    EXPECT_EQ(ended.get_future().get(), "the jobs");
}

TEST(StopLimit, LetsAStopGoThatIsOver) {
    int ends = 0;
    {
        StopLimit limit([&](const std::string&) { ++ends; });
        limit.begin(std::chrono::hours(1));
    }
    {
        const StopLimit neverBegun([&](const std::string&) { ++ends; });
    }
    EXPECT_EQ(ends, 0);
}

}  // namespace
}  // namespace inkwell::kernel
