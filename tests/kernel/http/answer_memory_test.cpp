#include "kernel/http/answer_memory.h"

#include <gtest/gtest.h>

#include <string>

#include "inkwell/json.h"
#include "inkwell/json_text.h"

namespace inkwell::kernel::test {
namespace {

constexpr std::int64_t kMiB = 1024 * 1024;

class AnswerMemoryTest : public testing::Test {
protected:
    AnswerBudget budget_{64 * kMiB};
    AnswerShare share_{budget_};
    AnswerMemory memory_{share_};
};

TEST_F(AnswerMemoryTest, HoldsLittleMoreThanALongTextAndGivesItBackWithTheText) {
    {
        JsonText text(&memory_);
        for (int i = 0; i < 4200; ++i) text.add(std::string(1024, 'x'));
        EXPECT_GT(share_.held(), 4 * kMiB);
        EXPECT_LT(share_.held(), 5 * kMiB);
    }
    EXPECT_LT(share_.held(), kMiB / 4) << "the arena's part";
    memory_.release();
    EXPECT_EQ(share_.held(), 0);
}

TEST_F(AnswerMemoryTest, KeepsATreeUntilItIsReleased) {
    {
        JsonArray array(&memory_);
        for (int i = 0; i < 20'000; ++i) array.emplace_back(std::string(40, 'y'));
        array.emplace_back(std::string(200'000, 'z'));
        EXPECT_EQ(array.back().as_string().size(), 200'000U);
    }
    EXPECT_GT(share_.held(), kMiB);
    memory_.release();
    EXPECT_EQ(share_.held(), 0);
    EXPECT_EQ(budget_.taken(), 0);
}

TEST_F(AnswerMemoryTest, IsAskedForNoMoreThanTheBudgetHas) {
    AnswerBudget small(kMiB);
    AnswerShare share(small);
    AnswerMemory memory(share);
    JsonText text(&memory);
    const auto fill = [&] {
        for (int i = 0; i < 4200; ++i) text.add(std::string(1024, 'x'));
    };
    EXPECT_THROW(fill(), AnswerRefused);
    EXPECT_LE(small.taken(), kMiB);
}

}  // namespace
}  // namespace inkwell::kernel::test
