#include "cleaner.h"

#include <gtest/gtest.h>

#include "tests/plugins/changes/world.h"

namespace inkwell::changes::test {
namespace {

class Cleaning : public testing::Test {
protected:
    void addDays(std::initializer_list<int> ages) {
        for (const int days : ages) {
            Change change = changeOf(std::ssize(feed_.rows) + 1);
            change.timeMs = world_.time.nowMs() - days * std::int64_t{86'400'000};
            feed_.commit(change);
        }
    }
    FakeFeed feed_;
    World world_{feed_};
};

TEST_F(Cleaning, ForgetsWhatIsOlderThanItsDays) {
    addDays({12, 11, 9, 1});
    Cleaner cleaner(world_, 10);
    cleaner.forgetOld();
    EXPECT_EQ(feed_.lowestSequence(), 3);
    EXPECT_EQ(cleaner.forgotten(), 2);
}

TEST_F(Cleaning, KeepsEverythingWithZeroDays) {
    addDays({5000, 1});
    Cleaner(world_, 0).forgetOld();
    EXPECT_EQ(feed_.rows.size(), 2u);
}

TEST_F(Cleaning, DoesALargeAmountInParts) {
    for (int n = 0; n < 12'000; ++n) addDays({20});
    Cleaner cleaner(world_, 10);
    cleaner.forgetOld();
    EXPECT_EQ(cleaner.forgotten(), 10'000);
    cleaner.forgetOld();
    EXPECT_EQ(feed_.rows.size(), 1u) << "the last one stays";
}

}  // namespace
}  // namespace inkwell::changes::test
