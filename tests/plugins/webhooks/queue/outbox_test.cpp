#include "queue/outbox.h"

#include <algorithm>

#include "inkwell/metafield_engine.h"
#include "inkwell/props.h"
#include "tests/plugins/webhooks/queue/queue_world.h"

namespace inkwell::webhooks::test {
namespace {

class OneBucket : public BucketDirectory {
public:
    OneBucket() { bucket_->id = kBucket; }
    std::shared_ptr<const Bucket> findBySlug(std::string_view) override { return nullptr; }
    std::shared_ptr<const Bucket> findById(std::string_view id) override { return id == kBucket ? bucket_ : nullptr; }
    std::shared_ptr<const Bucket> create(const std::string&, const std::string&, const std::string&, bool) override {
        throw std::logic_error("no test makes buckets");
    }

private:
    std::shared_ptr<Bucket> bucket_ = std::make_shared<Bucket>();
};

class OutboxTest : public QueueTest {
protected:
    void SetUp() override {
        QueueTest::SetUp();
        world.fixture->setService<BucketDirectory>(&directory_);
    }
    static Change changeOf(const std::string& action) {
        Change change;
        change.bucketId = kBucket;
        change.kind = "object";
        change.type = "posts";
        change.id = "a";
        change.action = action;
        change.timeMs = 1234;
        return change;
    }
    static ObjectCreated created(const std::string& status = "published") {
        ObjectCreated fact;
        fact.change = changeOf("created");
        fact.status = status;
        fact.triggerWebhook = true;
        fact.record = [](const Bucket&, const RenderOptions&) {
            return JsonObject{{"id", "a"}, {"title", "A"}, {"slug", "s"}};
        };
        return fact;
    }
    void publish(const ObjectCreated& fact) {
        world.write([&](QueueStore&, Sql&) { outbox.add(fact, occurrenceOf(fact)); });
    }
    Webhook subscribe(const std::string& props = "", const std::vector<std::string>& types = {}) {
        return world.add("https://example.com/" + std::to_string(++made_), [&](Webhook& webhook) {
            webhook.events = {"object.created.published", "object.deleted"};
            webhook.props = props;
            webhook.objectTypes = types;
        });
    }
    // Of each delivery, the oldest first.
    std::vector<std::string> bodies() {
        std::vector<std::string> all;
        world.write([&](QueueStore&, Sql& sql) {
            all.clear();
            for (const SqlRow& row : sql.select("SELECT m.body FROM webhooks_deliveries d JOIN webhooks_messages m ON "
                                                "m.id = d.message_id ORDER BY d.id")) {
                all.push_back(row[0].text());
            }
        });
        return all;
    }
    std::ptrdiff_t howMany(const std::string& data) {
        const auto all = bodies();
        return std::count_if(all.begin(), all.end(),
                             [&](const std::string& body) { return body.find(data) != std::string::npos; });
    }
    std::string messages() { return world.one("SELECT COUNT(*) FROM webhooks_messages"); }
    std::string queued() { return world.one("SELECT COUNT(*) FROM webhooks_deliveries"); }

    SubscriptionCache subscriptions;
    Outbox outbox{*world.fixture, subscriptions};

private:
    OneBucket directory_;
    int made_ = 0;
};
WEBHOOKS_ON_BOTH_ENGINES(OutboxTest);

TEST_P(OutboxTest, RendersOnceForAllWhoWantTheSame) {
    subscribe();
    subscribe();
    subscribe("title");
    int renders = 0;
    ObjectCreated fact = created();
    fact.record = [&](const Bucket& bucket, const RenderOptions& options) {
        ++renders;
        EXPECT_EQ(bucket.id, kBucket);
        EXPECT_EQ(options.visibility, Visibility::Published);
        EXPECT_EQ(options.props, nullptr);
        return JsonObject{{"id", "a"}, {"title", "A"}};
    };
    publish(fact);
    EXPECT_EQ(renders, 1);
    const std::string all = R"({"type":"object.created.published","created_at":1234,"data":{"id":"a","title":"A"}})";
    EXPECT_EQ(bodies(),
              (std::vector<std::string>{
                  all, all, R"({"type":"object.created.published","created_at":1234,"data":{"title":"A"}})"}));
    EXPECT_EQ(messages(), "2");
}

TEST_P(OutboxTest, DoesNothingWhereNobodyAsks) {
    subscribe("", {"pages"});
    publish(created());  // learns that
    const auto before = world.fixture->database().statementCount();
    publish(created());
    publish(created("draft"));
    ObjectCreated quiet = created();
    quiet.triggerWebhook = false;
    publish(quiet);
    EXPECT_EQ(world.fixture->database().statementCount() - before, 0);
    EXPECT_EQ(queued(), "0");
}

TEST_P(OutboxTest, TakesTwoStatementsHoweverManyWebhooksThereAre) {
    for (int i = 0; i < 10; ++i) subscribe();
    publish(created());
    const auto before = world.fixture->database().statementCount();
    publish(created());
    EXPECT_EQ(world.fixture->database().statementCount() - before, 2);
    EXPECT_EQ(queued(), "20");
}

TEST_P(OutboxTest, AsksAgainWhenWebhooksWereChanged) {
    publish(created());
    subscribe();
    subscriptions.forget("b00000000000000000000002");
    publish(created());
    EXPECT_EQ(queued(), "0") << "another bucket's webhooks were changed";
    subscriptions.forget(kBucket);
    publish(created());
    EXPECT_EQ(queued(), "1");
}

TEST_P(OutboxTest, NothingIsLeftOfWhatIsRolledBack) {
    subscribe();
    EXPECT_THROW(world.write([&](QueueStore&, Sql&) {
        outbox.add(created(), occurrenceOf(created()));
        throw ApiError::conflict("no");
    }),
                 ApiError);
    EXPECT_EQ(queued(), "0");
    EXPECT_TRUE(bodies().empty());
}

TEST_P(OutboxTest, ARecordThatIsTooLargeStopsNobodyFromWriting) {
    subscribe();
    ObjectCreated fact = created();
    fact.record = [](const Bucket&, const RenderOptions& options) -> JsonObject {
        if (options.depth != 0) throw ApiError::badRequest("the answer would be too large");
        return {{"id", "a"}, {"shallow", true}};
    };
    publish(fact);
    EXPECT_NE(bodies().at(0).find(R"("data":{"id":"a","shallow":true})"), std::string::npos);
    fact.record = [](const Bucket&, const RenderOptions&) -> JsonObject { throw ApiError::badRequest("too large"); };
    publish(fact);
    EXPECT_NE(bodies().at(1).find(R"("data":{"id":"a"})"), std::string::npos);
}

TEST_P(OutboxTest, ARecordThatIsTooLargeIsRenderedTwiceHoweverManyWantPartsOfIt) {
    for (int i = 0; i < 20; ++i) subscribe("id,related.id,x" + std::to_string(i));
    int renders = 0;
    bool fitsWithIds = true;
    ObjectCreated fact = created();
    fact.record = [&](const Bucket&, const RenderOptions& options) -> JsonObject {
        ++renders;
        if (options.depth != 0 || !fitsWithIds) throw ApiError::badRequest("the answer would be too large");
        return {{"id", "a"}, {"related", "b"}, {"x7", true}, {"y", true}};
    };
    publish(fact);
    EXPECT_EQ(renders, 2);
    EXPECT_EQ(howMany(R"("data":{"id":"a"})"), 19);
    EXPECT_EQ(howMany(R"("data":{"id":"a","x7":true})"), 1);
    fitsWithIds = false;
    publish(fact);
    EXPECT_EQ(renders, 4);
    EXPECT_EQ(howMany(R"("data":{"id":"a"})"), 19 + 20);
}

TEST_P(OutboxTest, AnEditOfManyRecordsThatAreTooLargeSoonTakesTheirIdsAtOnce) {
    subscribe();
    int failures = 0;
    ObjectCreated fact = created();
    fact.record = [&](const Bucket&, const RenderOptions& options) -> JsonObject {
        if (options.depth == 0) return {{"id", "a"}, {"shallow", true}};
        ++failures;
        throw ApiError::badRequest("the answer would be too large");
    };
    world.write([&](QueueStore&, Sql&) {
        for (int i = 0; i < 20; ++i) outbox.add(fact, occurrenceOf(fact));
    });
    EXPECT_EQ(failures, RenderBudget::kMostFailures);
    for (const std::string& body : bodies()) EXPECT_NE(body.find("shallow"), std::string::npos);
    ObjectCreated small = created();
    small.change.type = "pages";
    publish(small);
    EXPECT_NE(bodies().back().find(R"("title":"A")"), std::string::npos) << "of another type";
    world.fixture->fixedClock().advance(RenderBudget::kWindowMs);
    publish(created());
    EXPECT_NE(bodies().back().find(R"("title":"A")"), std::string::npos) << "it is forgotten";
}

TEST_P(OutboxTest, ShowsEachWhatItWantsOfListsAndOfWhatIsNotThere) {
    for (const char* props : {"list.a", "list.a.b", "none.a,text.a", "object.list"}) subscribe(props);
    ObjectCreated fact = created();
    fact.record = [](const Bucket&, const RenderOptions&) {
        return parseJson(R"({"list": [{"a": 1, "b": 2}, {"b": 3}, 4, null, [{"a": {"b": 5}}]], "none": null,
                             "text": "t", "object": {"list": [6], "other": 7}})")
            .as_object();
    };
    publish(fact);
    for (const char* data :
         {R"({"list":[{"a":1},{},null,[{"a":{"b":5}}]]}})", R"({"list":[{},{},null,[{"a":{"b":5}}]]}})",
          R"({"none":null}})", R"({"object":{"list":[6]}}})"}) {
        EXPECT_EQ(howMany(std::string("\"data\":") + data), 1) << data;
    }
}

TEST_P(OutboxTest, ABodyIsBoundedWhateverIsNestedInIt) {
    constexpr std::size_t kMiB = 1024 * 1024;
    subscribe();
    ObjectCreated fact = created();
    std::size_t ownBytes = 0;
    fact.record = [&](const Bucket&, const RenderOptions& options) {
        JsonObject record{{"id", "a"}, {"content", std::string(ownBytes, 'x')}};
        record["related"] = options.depth == 0 ? Json("b") : Json(std::string(13 * kMiB, 'y'));
        return record;
    };
    publish(fact);
    EXPECT_NE(bodies().back().find(R"("related":"b")"), std::string::npos);
    ownBytes = 11 * kMiB;
    publish(fact);
    EXPECT_GT(bodies().back().size(), ownBytes);
    ownBytes = 13 * kMiB;
    publish(fact);
    EXPECT_NE(bodies().back().find(R"("data":{"id":"a"})"), std::string::npos);
}

TEST_P(OutboxTest, AnEditOfManyRecordsThatAreTooLargeForABodySoonTakesTheirIdsAtOnce) {
    subscribe();
    int opened = 0;
    ObjectCreated fact = created();
    fact.record = [&](const Bucket&, const RenderOptions& options) -> JsonObject {
        if (options.depth == 0) return {{"id", "a"}, {"shallow", true}};
        ++opened;
        return {{"id", "a"}, {"related", std::string(13 * 1024 * 1024, 'y')}};
    };
    world.write([&](QueueStore&, Sql&) {
        for (int i = 0; i < 20; ++i) outbox.add(fact, occurrenceOf(fact));
    });
    EXPECT_EQ(opened, RenderBudget::kMostFailures);
    EXPECT_EQ(howMany("shallow"), 20);
}

TEST_P(OutboxTest, ATransactionThatHasWrittenALotNamesTheOtherRecordsUnread) {
    subscribe();
    int renders = 0;
    ObjectCreated fact = created();
    fact.record = [&](const Bucket&, const RenderOptions&) -> JsonObject {
        ++renders;
        return {{"id", "a"}, {"content", std::string(10 * 1024 * 1024, 'x')}};
    };
    const auto writeSome = [&] {
        world.write([&](QueueStore&, Sql&) {
            for (int i = 0; i < 12; ++i) outbox.add(fact, occurrenceOf(fact));
        });
    };
    writeSome();
    EXPECT_EQ(howMany("content"), 6) << "64 MB";
    EXPECT_EQ(howMany(R"("data":{"id":"a"}})"), 6);
    EXPECT_EQ(renders, 7);
    writeSome();
    EXPECT_EQ(howMany("content"), 12) << "each transaction has its own";
}

TEST_P(OutboxTest, WhatManyWantInDifferentWordsIsWrittenOnce) {
    for (int i = 0; i < 20; ++i) subscribe("id,content,x" + std::to_string(i));
    ObjectCreated fact = created();
    fact.record = [](const Bucket&, const RenderOptions&) -> JsonObject { return {{"id", "a"}, {"content", "text"}}; };
    publish(fact);
    EXPECT_EQ(howMany(R"("data":{"id":"a","content":"text"}})"), 20);
    EXPECT_EQ(messages(), "1");
    EXPECT_EQ(world.one("SELECT needed FROM webhooks_messages"), "20");
}

TEST_P(OutboxTest, ABodyIsWholeHoweverManyOthersWantALittle) {
    subscribe();
    for (int i = 0; i < 39; ++i) subscribe("id,title,x" + std::to_string(i));
    ObjectCreated fact = created();
    fact.record = [](const Bucket&, const RenderOptions&) -> JsonObject {
        return {{"id", "a"}, {"title", "A"}, {"content", std::string(900'000, 'x')}};
    };
    publish(fact);
    EXPECT_EQ(howMany(std::string(900'000, 'x')), 1);
    EXPECT_EQ(howMany(R"("data":{"id":"a","title":"A"}})"), 39);
}

// MariaDB takes 16 MB in one statement by default.
TEST_P(OutboxTest, LargeBodiesForManyFitTheDatabase) {
    for (const char* props : {"id,content", "content,id,title", "content,slug", "content"}) subscribe(props);
    ObjectCreated fact = created();
    fact.record = [](const Bucket&, const RenderOptions&) {
        return JsonObject{{"id", "a"}, {"title", "A"}, {"content", std::string(7 * 1024 * 1024, 'x')}};
    };
    publish(fact);
    const auto all = bodies();
    ASSERT_EQ(all.size(), 4U);
    for (const std::string& body : all) EXPECT_GT(body.size(), 7U * 1024 * 1024);
}

TEST_P(OutboxTest, DeletionsHoldIds) {
    subscribe("title");
    ObjectDeleted fact;
    fact.change = changeOf("deleted");
    fact.triggerWebhook = true;
    world.write([&](QueueStore&, Sql&) { outbox.add(fact, occurrenceOf(fact)); });
    EXPECT_NE(bodies().at(0).find(R"("data":["a"])"), std::string::npos);
}

}  // namespace
}  // namespace inkwell::webhooks::test
