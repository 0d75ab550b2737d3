#include "inkwell/batching.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <future>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/support/eventually.h"

namespace inkwell::test {
namespace {

using Work = Batching<int, std::string>::Work;

std::vector<std::string> textsOf(const std::vector<int>& asked) {
    std::vector<std::string> texts;
    for (const int number : asked) texts.push_back(std::to_string(number));
    return texts;
}

// While a batch is under way, beside which no other one of its kind begins.
class BatchingTest : public testing::Test {
protected:
    BatchingTest() {
        std::promise<void> begun;
        first = std::async(std::launch::async, [this, &begun] {
            return batching.get("a", 0, [this, &begun](const std::vector<int>& asked) {
                begun.set_value();
                released.get_future().wait();
                return textsOf(asked);
            });
        });
        begun.get_future().wait();
    }

    /// For 1 to `count`. Returns when all of them wait.
    std::vector<std::future<std::string>> ask(int count, const Work& work) {
        std::vector<std::future<std::string>> answers;
        for (int number = 1; number <= count; ++number) {
            answers.push_back(
                std::async(std::launch::async, [this, number, work] { return batching.get("a", number, work); }));
        }
        EXPECT_TRUE(eventually([&] { return batching.waiting() == count; }));
        return answers;
    }

    Batching<int, std::string> batching{1};
    std::promise<void> released;
    std::future<std::string> first;
};

TEST_F(BatchingTest, WhatIsAskedForWhileABatchIsUnderWayIsDoneAtOnceAfterIt) {
    std::vector<std::vector<int>> batches;
    auto answers = ask(5, [&](const std::vector<int>& asked) {
        batches.push_back(asked);
        return textsOf(asked);
    });
    EXPECT_TRUE(batches.empty());
    released.set_value();
    for (int number = 1; number <= 5; ++number) EXPECT_EQ(answers[number - 1].get(), std::to_string(number));
    EXPECT_EQ(first.get(), "0");
    ASSERT_EQ(batches.size(), 1U);
    std::sort(batches[0].begin(), batches[0].end());
    EXPECT_EQ(batches[0], (std::vector<int>{1, 2, 3, 4, 5}));
}

TEST_F(BatchingTest, AfterABatchThatFailedEachWorksForItself) {
    std::atomic<int> calls{0};
    std::atomic<std::size_t> together{0};
    auto answers = ask(5, [&](const std::vector<int>& asked) {
        if (++calls == 1) {
            together = asked.size();
            throw std::runtime_error("lost");
        }
        EXPECT_EQ(asked.size(), 1U);
        return textsOf(asked);
    });
    released.set_value();
    int failed = 0;
    for (int number = 1; number <= 5; ++number) {
        try {
            EXPECT_EQ(answers[number - 1].get(), std::to_string(number));
        } catch (const std::runtime_error&) {
            ++failed;
        }
    }
    EXPECT_EQ(failed, 1);
    EXPECT_EQ(together, 5U);
    EXPECT_EQ(calls, 5);
}

TEST_F(BatchingTest, AnotherKindIsNotHeldUp) {
    EXPECT_EQ(batching.get("b", 7, textsOf), "7");
    EXPECT_EQ(batching.waiting(), 0);
    released.set_value();
}

TEST_F(BatchingTest, NothingIsLeftOfAKindThatNobodyAsksFor) {
    released.set_value();
    first.get();
    EXPECT_EQ(batching.kinds(), 0U);
    EXPECT_THROW(
        batching.get("a", 1, [](const auto&) -> std::vector<std::string> { throw std::runtime_error("lost"); }),
        std::runtime_error);
    EXPECT_EQ(batching.kinds(), 0U);
}

TEST(Batching, AsManyBatchesAreUnderWayAsMayBe) {
    Batching<int, std::string> batching(2);
    std::promise<void> released;
    const std::shared_future<void> release = released.get_future().share();
    std::atomic<int> running{0};
    std::atomic<int> batches{0};
    std::atomic<bool> tooMany{false};
    std::vector<std::future<std::string>> answers;
    for (int number = 0; number < 6; ++number) {
        answers.push_back(std::async(std::launch::async, [&, number] {
            return batching.get("a", number, [&](const std::vector<int>& asked) {
                ++batches;
                if (++running > 2) tooMany = true;
                release.wait();
                --running;
                return textsOf(asked);
            });
        }));
    }
    EXPECT_TRUE(eventually([&] { return batching.waiting() == 4; }));
    released.set_value();
    for (int number = 0; number < 6; ++number) EXPECT_EQ(answers[number].get(), std::to_string(number));
    EXPECT_FALSE(tooMany);
    EXPECT_EQ(batches, 3);
}

}  // namespace
}  // namespace inkwell::test
