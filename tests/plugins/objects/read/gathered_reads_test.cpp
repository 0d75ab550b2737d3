#include "read/gathered_reads.h"

#include <algorithm>
#include <atomic>
#include <future>

#include "inkwell/client_network.h"
#include "numbered_id.h"
#include "tests/plugins/objects/query_world.h"
#include "tests/support/eventually.h"

namespace inkwell::objects {
namespace {

using test::eventually;
using testkit::numberedId;
using Texts = std::vector<std::string>;

/// A database that holds up the readers that come, until it is let go.
class HeldDatabase : public Database {
public:
    explicit HeldDatabase(Database& real) : real_(real) {}
    const Dialect& dialect() const override { return real_.dialect(); }
    bool isWriting() const noexcept override { return real_.isWriting(); }
    std::uint64_t currentAttempt() const noexcept override { return real_.currentAttempt(); }
    void letGo() { released_.set_value(); }

    std::atomic<int> units{0};
    std::atomic<int> ofNobody{0};  // those that work for no client in particular

protected:
    void runUnit(bool, const std::function<void(Sql&)>& body) override {
        ++units;
        if (ClientScope::network().empty()) ++ofNobody;
        release_.wait();
        real_.read([&](Sql& sql) { body(sql); });
    }

private:
    Database& real_;
    std::promise<void> released_;
    const std::shared_future<void> release_ = released_.get_future().share();
};

StoredObject post(int number, const std::string& status = "published") {
    StoredObject object;
    object.id = numberedId(number);
    object.bucketId = kQueriedBucket;
    object.type = "posts";
    object.slug = "post-" + std::to_string(number);
    object.status = status;
    object.title = "Post " + std::to_string(number);
    object.createdAtMs = object.modifiedAtMs = number;
    object.document["content"] = "Text " + std::to_string(number);
    return object;
}

class GatheredReads_ : public testing::TestWithParam<test::Engine> {
protected:
    GatheredReads_() { world_.store({post(1), post(2), post(3), post(4, "draft")}); }

    std::future<Texts> ask(const std::vector<int>& numbers, const GatheredReads::Reading& reading = {},
                           const std::string& bucketId = kQueriedBucket) {
        std::vector<std::string> ids;
        for (const int number : numbers) ids.push_back(numberedId(number));
        return std::async(std::launch::async, [this, ids, reading, bucketId] {
            const ClientScope client("192.0.2.7");
            Texts shown;
            for (const StoredObject& one : reads_.find(held_, bucketId, ids, reading)) {
                const bool hasText = reading.documents == Documents::Text;
                shown.push_back(one.title + (hasText ? " " + one.documentText() : ""));
            }
            std::sort(shown.begin(), shown.end());
            return shown;
        });
    }
    /// Two are under way, beside which nothing of their kind begins.
    std::vector<std::future<Texts>> fill() {
        std::vector<std::future<Texts>> first;
        first.push_back(ask({1}));
        first.push_back(ask({2}));
        EXPECT_TRUE(eventually([&] { return held_.units == 2; }));
        return first;
    }

    QueryWorld world_{GetParam()};
    HeldDatabase held_{world_.database()};
    GatheredReads reads_;
};
INSTANTIATE_TEST_SUITE_P(Engines, GatheredReads_, testing::Values(test::Engine::Sqlite, test::Engine::Mysql),
                         [](const auto& tested) { return test::engineName(tested.param); });

const std::string kOne = R"(Post 1 {"content":"Text 1"})";
const std::string kTwo = R"(Post 2 {"content":"Text 2"})";
const std::string kThree = R"(Post 3 {"content":"Text 3"})";

TEST_P(GatheredReads_, WhoWaitsGetsWhatItAskedForOfOneReading) {
    auto first = fill();
    auto some = ask({1, 3});
    auto same = ask({3, 1});
    auto draft = ask({4, 2});
    auto none = ask({77});
    EXPECT_TRUE(eventually([&] { return reads_.waiting() == 4; }));
    held_.letGo();
    EXPECT_EQ(some.get(), (Texts{kOne, kThree}));
    EXPECT_EQ(same.get(), (Texts{kOne, kThree}));
    EXPECT_EQ(draft.get(), Texts{kTwo});
    EXPECT_EQ(none.get(), Texts{});
    EXPECT_EQ(first[0].get(), Texts{kOne});
    EXPECT_EQ(first[1].get(), Texts{kTwo});
    EXPECT_EQ(held_.units, 3);
    EXPECT_EQ(held_.ofNobody, 1) << "what is read for several waits in nobody's turn";
}

TEST_P(GatheredReads_, WhoMaySeeOtherThingsReadsApart) {
    auto first = fill();
    auto drafts = ask({4}, {.visibility = Visibility::Any});
    auto titles = ask({1}, {.documents = Documents::None});
    auto newest = ask({1}, {.mayBeReplica = false});
    auto elsewhere = ask({1}, {}, "b00000000000000000000002");
    EXPECT_TRUE(eventually([&] { return held_.units == 6; }));
    EXPECT_EQ(reads_.waiting(), 0);
    held_.letGo();
    EXPECT_EQ(drafts.get(), Texts{R"(Post 4 {"content":"Text 4"})"});
    EXPECT_EQ(titles.get(), Texts{"Post 1"});
    EXPECT_EQ(newest.get(), Texts{kOne});
    EXPECT_EQ(elsewhere.get(), Texts{});
}

}  // namespace
}  // namespace inkwell::objects
