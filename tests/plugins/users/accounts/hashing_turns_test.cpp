#include "plugins/users/accounts/hashing_turns.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <memory>
#include <thread>
#include <vector>

#include "tests/support/error_text.h"
#include "tests/support/eventually.h"

namespace inkwell::users {
namespace {

using Asker = HashingTurns::Asker;
using Turn = HashingTurns::Turn;
using std::chrono::milliseconds;

constexpr const char* kTooMany = "429: too many sign-ins at once; try again";

/// Somebody who waits for a turn, and ends it when the test says so.
class Waiting {
public:
    Waiting(HashingTurns& turns, const Asker& asker)
        : thread_([this, &turns, asker] {
              refusal_ = test::errorOf([&] {
                  const Turn turn(turns, asker);
                  has_ = true;
                  over_.get_future().wait();
              });
          }) {}
    ~Waiting() {
        if (thread_.joinable()) end();
    }
    bool has() const { return has_; }
    std::string end() {
        over_.set_value();
        thread_.join();
        return refusal_;
    }

private:
    std::promise<void> over_;
    std::atomic<bool> has_{false};
    std::string refusal_;
    std::thread thread_;
};

std::string refusal(HashingTurns& turns, const Asker& asker) {
    return test::errorOf([&] { Turn(turns, asker); });
}

bool waits(const HashingTurns& turns, int held) {
    return test::eventually([&] { return turns.held() == held; });
}

TEST(HashingTurns, AreTwoAtOnceAndTheNextWaits) {
    HashingTurns turns;
    auto first = std::make_unique<Turn>(turns, Asker{"one", "ann"});
    const Turn second(turns, {"two", "bob"});
    Waiting third(turns, {"three", "eve"});
    ASSERT_TRUE(waits(turns, 3));
    EXPECT_FALSE(third.has());
    first.reset();
    EXPECT_TRUE(test::eventually([&] { return third.has(); }));
    EXPECT_EQ(third.end(), "no error");
}

TEST(HashingTurns, OneNetworkAndOneAccountHaveAShareOfThePlaces) {
    HashingTurns turns({.atOnce = 10, .places = 6, .ofNetwork = 3, .ofAccount = 2});
    const Turn ann1(turns, {"one", "ann"});
    const Turn ann2(turns, {"two", "ann"});
    EXPECT_EQ(refusal(turns, {"three", "ann"}), kTooMany);
    const Turn bob(turns, {"one", "bob"});
    const Turn eve(turns, {"one", "eve"});
    EXPECT_EQ(refusal(turns, {"one", "olga"}), kTooMany);
    EXPECT_EQ(refusal(turns, {"two", "olga"}), "no error");
    const Turn operator1(turns, {});
    {
        const Turn operator2(turns, {});
        EXPECT_EQ(refusal(turns, {"two", "olga"}), kTooMany) << "no place is left";
    }
    EXPECT_EQ(refusal(turns, {"two", "olga"}), "no error");
}

TEST(HashingTurns, ComeFirstToWhoIsNotLikeThoseThatCompute) {
    HashingTurns turns;
    auto first = std::make_unique<Turn>(turns, Asker{"one", "editor"});
    auto second = std::make_unique<Turn>(turns, Asker{"one", "editor"});
    Waiting third(turns, {"one", "editor"});
    ASSERT_TRUE(waits(turns, 3));
    Waiting elsewhere(turns, {"two", "editor"});
    ASSERT_TRUE(waits(turns, 4));
    Waiting admin(turns, {"two", "admin"});
    ASSERT_TRUE(waits(turns, 5));
    first.reset();
    EXPECT_TRUE(test::eventually([&] { return admin.has(); }));
    EXPECT_FALSE(third.has() || elsewhere.has());
    second.reset();
    EXPECT_TRUE(test::eventually([&] { return third.has(); }));
    EXPECT_FALSE(elsewhere.has()) << "of the admin's network, and of the account of the third";
    EXPECT_EQ(admin.end(), "no error");
    EXPECT_TRUE(test::eventually([&] { return elsewhere.has(); })) << "alone it waits for nobody";
}

TEST(HashingTurns, AreRefusedAfterTheLongestWait) {
    HashingTurns turns({.atOnce = 1, .longestWait = milliseconds(10)});
    auto computing = std::make_unique<Turn>(turns, Asker{"one", "ann"});
    EXPECT_EQ(refusal(turns, {"two", "bob"}), kTooMany);
    computing.reset();
    EXPECT_EQ(refusal(turns, {"two", "bob"}), "no error") << "the one that gave up waits no more";
}

}  // namespace
}  // namespace inkwell::users
