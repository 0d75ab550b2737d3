#include "image_pool.h"

#include <chrono>
#include <future>
#include <optional>
#include <utility>

#include "tests/plugins/images/workshop.h"
#include "tests/support/error_text.h"
#include "tests/support/eventually.h"

namespace inkwell::images {
namespace {

/// A pool of one worker, which somebody has until it is let go.
class OneWorker : public Workshop {
protected:
    explicit OneWorker(std::int64_t timeoutMs = 20'000) {
        PoolOptions options = smallSettings().pool;
        options.workers = 1;
        options.timeoutMs = timeoutMs;
        pool_.emplace(options);
    }
    void SetUp() override {
        Workshop::SetUp();
        if (IsSkipped()) return;
        pool_->start();
        holder_ = ask(held_, "held", [this] {
            isHeld_.set_value();
            letGo_.get_future().wait();
        });
        isHeld_.get_future().wait();
    }
    void TearDown() override { letGo(); }
    void letGo() {
        if (!std::exchange(wasLetGo_, true)) letGo_.set_value();
    }
    /// What comes of the wish: it is refused once it has the worker, and says so.
    std::future<std::string> ask(ImagePool::Wish& wish, const std::string& name,
                                 const std::function<void()>& act = {}) {
        return std::async(std::launch::async, [this, &wish, name, act] {
            return test::errorOf([&] {
                pool_->run(
                    {},
                    [&]() -> WorkerFiles {
                        order_ += name + " ";  // whoever comes here has the only worker
                        if (act) act();
                        throw ApiError::conflict("no file");
                    },
                    wish);
            });
        });
    }
    std::future<std::string> askAndWait(ImagePool::Wish& wish, const std::string& name) {
        const std::size_t before = pool_->waiting();
        std::future<std::string> answer = ask(wish, name);
        EXPECT_TRUE(test::eventually([&] { return pool_->waiting() == before + 1; }));
        return answer;
    }
    static constexpr const char* kHadTheWorker = "409: no file";

    std::optional<ImagePool> pool_;
    std::string order_;
    ImagePool::Wish held_{"192.0.2.1"};
    std::promise<void> isHeld_, letGo_;
    bool wasLetGo_ = false;
    std::future<std::string> holder_;
};

// Otherwise whoever asks first, among many other wishes, keeps a picture from everybody.
TEST_F(OneWorker, GoesToAPictureInTheTurnOfTheBestOfThoseWhoWantIt) {
    ImagePool::Wish a("192.0.2.1"), b("192.0.2.1"), c("192.0.2.1");
    std::vector<std::future<std::string>> answers;
    answers.push_back(askAndWait(a, "a"));
    answers.push_back(askAndWait(b, "b"));
    answers.push_back(askAndWait(c, "c"));
    pool_->join(c, "192.0.2.2");
    letGo();
    for (auto& answer : answers) EXPECT_EQ(answer.get(), kHadTheWorker);
    EXPECT_EQ(holder_.get(), kHadTheWorker);
    EXPECT_EQ(order_, "held c a b ");
}

// A turn is that of one network: the other one has had none.
TEST_F(OneWorker, CountsATurnForOneOfThoseWhoWantAPicture) {
    ImagePool::Wish a("192.0.2.2"), b("192.0.2.3"), c("192.0.2.2"), d("192.0.2.3");
    std::vector<std::future<std::string>> answers;
    answers.push_back(askAndWait(a, "a"));
    pool_->join(a, "192.0.2.3");
    answers.push_back(askAndWait(c, "c"));
    answers.push_back(askAndWait(d, "d"));
    answers.push_back(askAndWait(b, "b"));
    letGo();
    for (auto& answer : answers) EXPECT_EQ(answer.get(), kHadTheWorker);
    EXPECT_EQ(order_, "held a d c b ");
    EXPECT_EQ(pool_->waiting(), 0U);
}

class ShortOfTime : public OneWorker {
protected:
    ShortOfTime() : OneWorker(kTimeout.count()) {}
    static constexpr std::chrono::milliseconds kTimeout{3000};
};

TEST_F(ShortOfTime, IsWaitedForAsLongAsTheLastOneMayWait) {
    const auto end = std::chrono::steady_clock::now() + kTimeout + std::chrono::milliseconds(500);
    ImagePool::Wish wish("192.0.2.1");
    std::future<std::string> answer = askAndWait(wish, "a");
    while (std::chrono::steady_clock::now() < end) {
        pool_->join(wish, "192.0.2.2");
        ASSERT_EQ(answer.wait_for(std::chrono::milliseconds(20)), std::future_status::timeout);
    }
    letGo();
    EXPECT_EQ(answer.get(), kHadTheWorker);
}

}  // namespace
}  // namespace inkwell::images
