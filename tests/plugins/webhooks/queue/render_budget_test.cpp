#include "queue/render_budget.h"

#include <gtest/gtest.h>

namespace inkwell::webhooks {
namespace {

constexpr std::int64_t kNow = 1'000'000;

Change changeOf(const std::string& type) {
    Change change;
    change.bucketId = "b";
    change.type = type;
    return change;
}

TEST(RenderBudget, IsSpentByTheFailuresOfOneTypeUntilTheyAreOld) {
    RenderBudget budget;
    for (int i = 0; i < RenderBudget::kMostFailures; ++i) {
        EXPECT_FALSE(budget.isSpent(changeOf("posts"), kNow));
        budget.failed(changeOf("posts"), kNow);
    }
    EXPECT_TRUE(budget.isSpent(changeOf("posts"), kNow));
    EXPECT_FALSE(budget.isSpent(changeOf("pages"), kNow));
    EXPECT_TRUE(budget.isSpent(changeOf("posts"), kNow + RenderBudget::kWindowMs - 1));
    const std::int64_t later = kNow + RenderBudget::kWindowMs;
    EXPECT_FALSE(budget.isSpent(changeOf("posts"), later));
    budget.failed(changeOf("posts"), later);
    EXPECT_FALSE(budget.isSpent(changeOf("posts"), later)) << "the old failures count no longer";
}

TEST(RenderBudget, AClockThatIsSetBackKeepsNothingOut) {
    RenderBudget budget;
    for (int i = 0; i < RenderBudget::kMostFailures; ++i) budget.failed(changeOf("posts"), kNow);
    EXPECT_FALSE(budget.isSpent(changeOf("posts"), kNow - 1));
}

}  // namespace
}  // namespace inkwell::webhooks
