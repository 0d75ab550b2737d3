#include "kernel/http/answer_budget.h"

#include <boost/json/monotonic_resource.hpp>
#include <chrono>
#include <thread>

#include "inkwell/error.h"
#include "tests/kernel/http/live_server.h"
#include "tests/support/eventually.h"

namespace inkwell::kernel::test {
namespace {

using inkwell::test::eventually;

constexpr std::int64_t kMiB = 1024 * 1024;

TEST(AnswerShare, OfAUsualAnswerTakesNothing) {
    AnswerBudget budget(kMiB);
    AnswerShare share(budget);
    share.grow(AnswerShare::kFreeBytes);
    EXPECT_EQ(budget.taken(), 0);
    share.grow(1);
    EXPECT_GT(budget.taken(), 0);
    share.shrink(1);
    EXPECT_EQ(budget.taken(), 0);
}

TEST(AnswerShare, IsRefusedBeyondTheBudgetAndGivesEverythingBack) {
    AnswerBudget budget(kMiB);
    {
        AnswerShare first(budget);
        first.grow(kMiB / 2);
        AnswerShare second(budget);
        EXPECT_THROW(second.grow(kMiB), AnswerRefused);
        EXPECT_EQ(second.held(), 0);
        second.grow(kMiB / 4);
        EXPECT_LE(budget.taken(), kMiB);
    }
    EXPECT_EQ(budget.taken(), 0);
}

TEST(AnswerShare, OfAWriteIsCountedAndNotRefused) {
    AnswerBudget budget(kMiB);
    {
        AnswerShare write(budget);
        write.refuseNothing();
        write.grow(2 * kMiB);
        EXPECT_GT(budget.taken(), kMiB);
        AnswerShare read(budget);
        EXPECT_THROW(read.grow(kMiB / 2), AnswerRefused);
    }
    EXPECT_EQ(budget.taken(), 0);
}

TEST(AnswerShare, RemembersThatItHasRefused) {
    AnswerBudget budget(kMiB);
    AnswerShare share(budget);
    share.grow(kMiB / 2);
    share.requireWhole();
    EXPECT_THROW(share.grow(kMiB), std::bad_alloc) << "which whoever allocates lets pass";
    share.shrink(kMiB / 2);
    try {
        share.requireWhole();
        ADD_FAILURE() << "although something was refused";
    } catch (const AnswerRefused& refused) {
        EXPECT_EQ(refused.refusal().status(), 503);
    }
    share.refuseNothing();
    share.requireWhole();
}

TEST(AnswerShare, CountsTheMemoryUnderAnArena) {
    AnswerBudget budget(4 * kMiB);
    AnswerShare share(budget);
    {
        boost::json::monotonic_resource arena(1024, &share);
        JsonArray array(&arena);
        EXPECT_THROW(while (true) array.emplace_back(std::string(1000, 'x')), AnswerRefused);
        EXPECT_GT(budget.taken(), kMiB);
        EXPECT_LE(budget.taken(), budget.maxBytes());
    }
    EXPECT_EQ(share.held(), 0);
    EXPECT_EQ(budget.taken(), 0);
}

TEST(AnswerShare, OfOneNetworksReadersIsHalfOrOneAnswer) {
    AnswerBudget budget(8 * kMiB);
    AnswerShare large(budget);
    large.waitForReader(5 * kMiB, "2001:db8::1");
    AnswerShare second(budget);
    EXPECT_THROW(second.waitForReader(kMiB, "2001:db8::2"), ApiError) << "of the same network";
    AnswerShare other(budget);
    other.waitForReader(kMiB, "2001:db8:0:1::1");
    AnswerShare small(budget);
    small.waitForReader(1000, "2001:db8::1");
}

TEST(AnswerShare, OfAWriteCountsForItsNetworkUntilItIsRead) {
    AnswerBudget budget(8 * kMiB);
    budget.admitWriter("2001:db8::");
    {
        std::vector<std::unique_ptr<AnswerShare>> writes;
        for (int i = 0; i < 6; ++i) {
            writes.push_back(std::make_unique<AnswerShare>(budget));
            writes.back()->refuseNothing();
            writes.back()->waitForReader(kMiB, "2001:db8::" + std::to_string(i + 1));
        }
        EXPECT_THROW(budget.admitWriter("2001:db8::"), ApiError);
        AnswerShare read(budget);
        EXPECT_THROW(read.waitForReader(kMiB, "2001:db8::7"), ApiError) << "of the same network";
        budget.admitWriter("2001:db8:0:1::");
        AnswerShare other(budget);
        other.waitForReader(kMiB, "2001:db8:0:1::1");
    }
    budget.admitWriter("2001:db8::");
    EXPECT_EQ(budget.taken(), 0);
}

class FewBytes : public LiveServer {
protected:
    explicit FewBytes(std::int64_t bytes = 24 * kMiB)
        : LiveServer([=](Config::Http& http, Config::Limits&) {
              http.maxAnswerBytes = bytes;
              http.receiveTimeoutSeconds = 30;  // they are read one after the other
          }) {}

    void expectNothingTaken() const {
        EXPECT_TRUE(eventually([&] { return server_->numbers().answerBytes == 0; })) << server_->numbers().answerBytes;
    }
};

constexpr std::size_t kLargeBytes = 3'000'000;
const std::string kWhole = R"({"text":")" + std::string(kLargeBytes, 'x') + "\"}";

TEST_F(FewBytes, MakeAnswersWholeOrRefused) {
    for (const char* const coding : {"", "Accept-Encoding: gzip\r\n"}) {
        std::vector<std::unique_ptr<RawConnection>> clients;
        for (int i = 0; i < 64; ++i) {
            clients.push_back(std::make_unique<RawConnection>(port()));
            clients.back()->send(get("/large?bytes=" + std::to_string(kLargeBytes), coding));
        }
        EXPECT_EQ(ask(get("/items/7")).status, 200) << "small answers are never refused for it";
        int whole = 0;
        for (const auto& client : clients) {
            const RawResponse answer = client->receive();
            if (answer.status == 200) {
                ++whole;
                EXPECT_TRUE(answer.body == kWhole || answer.header("content-encoding") == "gzip");
            } else {
                EXPECT_EQ(answer.status, 503);
                EXPECT_EQ(answer.header("retry-after"), "2");
            }
        }
        EXPECT_GE(whole, 1);
        expectNothingTaken();
    }
}

TEST_F(FewBytes, MakeNoAnswerThatLacksWhatWasRefused) {
    const std::string message =
        "the answers under way take all the memory there is for them; try again, or ask for less";
    for (const char* const more : {"", "&not_found=true"}) {
        const RawResponse answer = ask(get(std::string("/lacking?bytes=30000000") + more));
        EXPECT_EQ(answer.status, 503) << more;
        EXPECT_EQ(answer.message(), message);
        EXPECT_EQ(answer.header("retry-after"), "2");
    }
    RequestParts parts;
    parts.clientAddress = "192.0.2.7";
    const Response inner =
        server_->routes().call(Request(parts), {.path = "/lacking", .query = {{"bytes", "30000000"}}});
    EXPECT_EQ(inner.status, 503);
    EXPECT_EQ(textOf(inner.json.as_object(), "message"), message);
    EXPECT_EQ(ask(get("/lacking?bytes=10")).status, 200);
    expectNothingTaken();
}

TEST_F(FewBytes, RefuseNoAnswerToAWrite) {
    const std::string write = "Authorization: Bearer " + std::string(kWriteKey) + "\r\n";
    const RawResponse answer = ask(post("/v2/buckets/blog/large?bytes=30000000", "{}", write));
    EXPECT_EQ(answer.status, 200);
    EXPECT_GT(answer.body.size(), 30'000'000u);
    EXPECT_EQ(ask(get("/large?bytes=30000000")).status, 503);
    expectNothingTaken();
}

TEST_F(FewBytes, CarryOutNoWriteForANetworkThatReadsNoAnswers) {
    const auto write = [](std::size_t bytes) {
        return post("/v2/buckets/blog/large?bytes=" + std::to_string(bytes), "{}",
                    "Authorization: Bearer " + std::string(kWriteKey) + "\r\n");
    };
    constexpr std::size_t kHugeBytes = 8'000'000;  // more than the system takes for a client that reads nothing
    std::vector<std::unique_ptr<RawConnection>> readers;
    for (int i = 0; i < 2; ++i) {
        readers.push_back(std::make_unique<RawConnection>(port()));
        readers.back()->send(write(kHugeBytes));
    }
    RawResponse refused;
    ASSERT_TRUE(eventually([&] { return (refused = ask(write(1))).status == 503; }));
    EXPECT_EQ(
        refused.message(),
        "the answers under way to your network take all the memory there is for them; try again, or ask for less");
    EXPECT_EQ(refused.header("retry-after"), "2");
    EXPECT_EQ(ask(get("/items/7")).status, 200);
    for (const auto& reader : readers) EXPECT_GT(reader->receive().body.size(), kHugeBytes);
    expectNothingTaken();
    EXPECT_EQ(ask(write(1)).status, 200);
}

class SlowReaders : public FewBytes {
protected:
    SlowReaders() : FewBytes(64 * kMiB) {}
};

TEST_F(SlowReaders, GetTheirAnswersWholeOrNone) {
    constexpr std::size_t kHugeBytes = 8'000'000;  // more than the system takes for a client that reads nothing
    const std::string huge = get("/large?bytes=" + std::to_string(kHugeBytes));
    std::vector<std::unique_ptr<RawConnection>> readers;
    for (int i = 0; i < 10; ++i) {
        readers.push_back(std::make_unique<RawConnection>(port()));
        readers.back()->send(huge);
        EXPECT_EQ(ask(get("/items/7")).status, 200);
    }
    int whole = 0;
    for (const auto& reader : readers) {
        const RawResponse answer = reader->receive();
        EXPECT_TRUE(answer.status == 503 || (answer.status == 200 && answer.body.size() > kHugeBytes)) << answer.status;
        whole += answer.status == 200 ? 1 : 0;
    }
    EXPECT_GE(whole, 1);
    EXPECT_LT(whole, 10);
    expectNothingTaken();
    EXPECT_EQ(ask(huge).status, 200);
}

}  // namespace
}  // namespace inkwell::kernel::test
