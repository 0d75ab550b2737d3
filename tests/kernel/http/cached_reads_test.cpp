#include "kernel/http/cached_reads.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <vector>

#include "inkwell/error.h"
#include "kernel/http/answer_memory.h"
#include "tests/support/eventually.h"

namespace inkwell::kernel {
namespace {

using test::eventually;
constexpr std::int64_t kMiB = 1024 * 1024;

using Pairs = std::vector<std::pair<std::string, std::string>>;

// One reading of a route that lasts until it is let go; no other one of its answer begins meanwhile.
class CachedReading : public testing::Test {
protected:
    CachedReading() {
        route_.handler = [this](const Request&) {
            const int number = ++readings_;
            if (number == 1) release_.wait();
            return answerOf_(number);
        };
    }

    static Response numbered(int number) { return Response::ok({{"reading", number}}); }

    std::future<std::string> ask(const Pairs& query = {{"use_cache", "false"}},
                                 const std::shared_ptr<const Snapshot>& snapshot = kSnapshot, bool gzip = false) {
        return std::async(std::launch::async, [this, query, snapshot, gzip]() -> std::string {
            Bucket bucket;
            bucket.id = "b1";
            AnswerShare share(budget_);
            AnswerMemory memory(share);
            RequestParts parts;
            parts.memory = &memory;
            parts.query = query;
            parts.bucket = std::make_shared<const Bucket>(bucket);
            const std::string key = cacheKey(route_, parts);
            const Request request(std::move(parts));
            const AnswerForm form{.isRead = true, .gzip = gzip, .share = &share};
            try {
                const Answer answer = reads_.answer({snapshot, route_, request, key, form, false});
                return std::to_string(answer.status) + " " + std::string(answer.text());
            } catch (const ApiError& error) {
                return std::to_string(error.status()) + " " + error.message();
            } catch (const AnswerRefused& refused) {
                return std::to_string(refused.refusal().status());
            }
        });
    }
    /// Returns when it is under way.
    void begin() {
        first_ = ask();
        EXPECT_TRUE(eventually([&] { return readings_ == 1; }));
    }
    std::vector<std::string> askThree() {
        std::vector<std::future<std::string>> asked;
        for (int i = 0; i < 3; ++i) asked.push_back(ask());
        EXPECT_TRUE(eventually([&] { return reads_.waiting() == 3; }));
        released_.set_value();
        std::vector<std::string> answers;
        for (auto& one : asked) answers.push_back(one.get());
        std::sort(answers.begin(), answers.end());
        return answers;
    }

    inline static const auto kSnapshot = std::make_shared<const Snapshot>();
    Route route_{Method::Get, "/v2/{bucket_slug}/x", Auth::ReadKey, {}, {.cacheable = true}, "things", true};
    std::function<Response(int)> answerOf_ = numbered;
    std::atomic<int> readings_{0};
    std::promise<void> released_;
    const std::shared_future<void> release_ = released_.get_future().share();
    ResponseCache cache_{1 << 20};
    AnswerBudget budget_{kMiB};
    CachedReads reads_{cache_, 1};
    std::future<std::string> first_;
};

TEST_F(CachedReading, WhoeverAsksMeanwhileSharesTheNext) {
    begin();
    const std::string second = R"(200 {"reading":2})";
    EXPECT_EQ(askThree(), (std::vector<std::string>{second, second, second}));
    EXPECT_EQ(first_.get(), R"(200 {"reading":1})");
    first_ = ask({});
    EXPECT_EQ(first_.get(), second) << "what was shared is kept";
}

TEST_F(CachedReading, AnotherAnswerIsNotHeldUp) {
    begin();
    EXPECT_EQ(ask({{"use_cache", "false"}, {"limit", "2"}}).get(), R"(200 {"reading":2})");
    EXPECT_EQ(ask({}).get(), R"(200 {"reading":3})") << "which may be one of a replica";
    EXPECT_EQ(ask({{"use_cache", "false"}}, std::make_shared<const Snapshot>()).get(), R"(200 {"reading":4})")
        << "of other plugins";
    EXPECT_EQ(ask({{"use_cache", "false"}}, kSnapshot, true).get(), R"(200 {"reading":5})") << "packed";
    released_.set_value();
}

TEST_F(CachedReading, AnAnswerThatIsNotKeptIsNotShared) {
    answerOf_ = [](int number) {
        Response response = numbered(number);
        response.headers.emplace_back("X-Mine", "1");
        return response;
    };
    begin();
    EXPECT_EQ(askThree(),
              (std::vector<std::string>{R"(200 {"reading":2})", R"(200 {"reading":3})", R"(200 {"reading":4})"}));
}

TEST_F(CachedReading, ARefusalIsNotShared) {
    answerOf_ = [](int number) -> Response { throw ApiError::notFound("thing", std::to_string(number)); };
    begin();
    EXPECT_EQ(askThree(), (std::vector<std::string>{"404 thing '2' was not found", "404 thing '3' was not found",
                                                    "404 thing '4' was not found"}));
}

// A plugin on the way may catch everything, as what renders types of strangers did.
TEST_F(CachedReading, WhatLacksPartsForWantOfMemoryIsNeitherAnsweredNorKept) {
    route_.handler = [this](const Request& request) {
        const int number = ++readings_;
        JsonArray parts(request.memory());
        try {
            parts.emplace_back(std::string(kMiB / 2, 'x'));
        } catch (...) {
        }
        return numbered(parts.empty() ? 0 : number);
    };
    AnswerShare others(budget_);
    others.grow(kMiB);
    EXPECT_EQ(ask({}).get(), "503");
    EXPECT_EQ(ask({}).get(), "503");
    others.shrink(kMiB);
    EXPECT_EQ(ask({}).get(), R"(200 {"reading":3})");
    EXPECT_EQ(ask({}).get(), R"(200 {"reading":3})") << "which is kept";
}

TEST_F(CachedReading, WhoeverWaitsForWhatLacksPartsGetsHisOwn) {
    route_.handler = [&](const Request& request) {
        const int number = ++readings_;
        if (number == 1) release_.wait();
        if (number == 2) {
            AnswerShare others(budget_);
            others.grow(kMiB);
            try {
                JsonArray(request.memory()).emplace_back(std::string(kMiB / 2, 'x'));
            } catch (...) {
            }
        }
        return numbered(number == 2 ? 0 : 1);
    };
    begin();
    const std::string whole = R"(200 {"reading":1})";
    EXPECT_EQ(askThree(), (std::vector<std::string>{whole, whole, "503"}));
}

}  // namespace
}  // namespace inkwell::kernel
