// Scheduled publication: by the database's clock, each object once, on as many servers as there are.
#include "edit/publisher.h"

#include <condition_variable>
#include <mutex>
#include <set>
#include <thread>

#include "inkwell/database_engine.h"
#include "inkwell/events.h"
#include "inkwell/object_catalog.h"
#include "inkwell/text.h"
#include "store/object_store.h"
#include "tests/plugins/objects/objects_fixture.h"
#include "tests/support/test_server.h"

namespace inkwell::objects {
namespace {

constexpr std::int64_t kHourMs = 3'600'000;
constexpr std::int64_t kFarMs = 4'000'000'000'000;
const std::string kAuthor = "0123456789abcdef01234567";

/// Lets threads take turns: a step is waited for and told once.
class Signal {
public:
    void tell() {
        const std::lock_guard lock(mutex_);
        told_ = true;
        changed_.notify_all();
    }
    void wait() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return told_; });
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    bool told_ = false;
};

class Publication : public ObjectsTest, public testing::WithParamInterface<test::Engine> {
protected:
    Publication() : ObjectsTest(GetParam()) {
        directory_.buckets = {bucket_};
        fixture_.fixedClock().set(databaseNowMs());
        makeType({{"title", "Posts"}, {"singular", "Post"}, {"slug", "posts"}, {"metafields", JsonArray()}});
    }
    std::int64_t databaseNowMs() {
        return fixture_.database().read([](Sql& sql) {
            return sql.selectOne("SELECT " + std::string(sql.dialect().currentTimeMs()))->at(0).integer();
        });
    }
    /// An object that waits, `aheadMs` from now by the database's clock; what is less than 0 is due.
    std::string makeWaiting(std::int64_t aheadMs, const JsonObject& more = {}) {
        JsonObject body{{"type", "posts"}, {"title", "Later"}, {"publish_at", databaseNowMs() + kHourMs}};
        for (const auto& member : more) body[member.key()] = member.value();
        const std::string id = idOf(make(body));
        const std::int64_t publishAtMs = databaseNowMs() + aheadMs;
        fixture_.database().write([&](Sql& sql) {
            sql.execute("UPDATE objects SET publish_at = ? WHERE id = ?", {publishAtMs, id});
        });
        return id;
    }
    JsonObject readAny(const std::string& id) { return read(id, {{"status", "any"}}); }
    std::int64_t versionOf(const std::string& id) {
        return fixture_.database().read(
            [&](Sql& sql) { return sql.selectOne("SELECT version FROM objects WHERE id = ?", {id})->at(0).integer(); });
    }
    void publishDue() { fixture_.runJob("publish"); }
    /// A published object with a draft over it, whose time comes `aheadMs` from now.
    std::string makePrepared(std::int64_t aheadMs, const JsonObject& more = {}) {
        const std::string id = idOf(make({{"type", "posts"}, {"title", "Live"}}));
        JsonObject body{{"title", "Next"}, {"status", "draft"}, {"publish_at", databaseNowMs() + kHourMs}};
        for (const auto& member : more) body[member.key()] = member.value();
        revise(id, body);
        setDue(id, databaseNowMs() + aheadMs);
        fixture_.captured().clear();
        return id;
    }
    void setDue(const std::string& id, std::int64_t dueMs) {
        fixture_.database().write([&](Sql& sql) {
            sql.execute("UPDATE objects SET publish_draft_at = ? WHERE id = ?", {dueMs, id});
            sql.execute("UPDATE objects SET publish_at = ? WHERE object_id = ? AND live IS NULL", {dueMs, id});
        });
    }
    void revise(const std::string& id, const JsonObject& body) {
        fixture_.database().write([&](Sql&) {
            fixture_.find<ObjectCatalog>()->revise(*bucket_,
                                                   Access::user(kAuthor, Membership{Role::Admin, false, {}, {}}), id,
                                                   fixture_.ids().next(), body);
        });
    }
    std::string titleOf(const std::string& id) { return std::string(textOf(read(id), "title")); }
};

INSTANTIATE_TEST_SUITE_P(Engines, Publication, testing::Values(test::Engine::Sqlite, test::Engine::Mysql),
                         [](const auto& tested) { return test::engineName(tested.param); });

TEST_P(Publication, PublishesWhatIsDueOnceAndSaysSo) {
    const std::string early = makeWaiting(kHourMs);
    const std::string id = makeWaiting(-1, {{"trigger_webhook", true}});
    ASSERT_EQ(readAny(id).at("status"), "draft");
    fixture_.captured().clear();
    const std::string before = isoTime(databaseNowMs());
    publishDue();
    publishDue();
    const std::string after = isoTime(databaseNowMs());
    const JsonObject now = read(id);
    EXPECT_TRUE(now.at("publish_at").is_null());
    EXPECT_GE(textOf(now, "published_at"), before);
    EXPECT_LE(textOf(now, "published_at"), after);
    EXPECT_EQ(now.at("modified_at"), now.at("published_at")) << "as by hand";
    EXPECT_EQ(versionOf(id), 2);
    EXPECT_EQ(readAny(early).at("status"), "draft");
    EXPECT_EQ(versionOf(early), 1);

    const auto facts = fixture_.captured().facts<ObjectEdited>();
    ASSERT_EQ(facts.size(), 1U);
    EXPECT_EQ(facts[0].change.bucketId, bucket_->id);
    EXPECT_EQ(facts[0].change.kind, "object");
    EXPECT_EQ(facts[0].change.type, "posts");
    EXPECT_EQ(facts[0].change.id, id);
    EXPECT_EQ(facts[0].change.action, "edited");
    EXPECT_EQ(facts[0].change.actor, "system");
    EXPECT_EQ(facts[0].title, "Later");
    EXPECT_EQ(facts[0].previousStatus, "draft");
    EXPECT_EQ(facts[0].status, "published");
    EXPECT_TRUE(facts[0].triggerWebhook);
}

TEST_P(Publication, TellsReadersAndWebhooks) {
    std::vector<std::string> seen;
    std::optional<JsonObject> record;
    fixture_.captured().inTransaction<ObjectEdited>([&](const ObjectEdited& fact) {
        seen.push_back(fact.change.readerAction);
        record.reset();
        if (fact.record) record = fact.record(*bucket_, {});
    });
    const std::string id = makeWaiting(-1, {{"trigger_webhook", true}, {"content", "Text"}});
    // What is published is the object itself, not the draft of a newer version.
    fixture_.database().write([&](Sql&) {
        fixture_.find<ObjectCatalog>()->revise(*bucket_, Access::writeKey(), id, "aaaaaaaaaaaaaaaaaaaaaaaa",
                                               {{"title", "Newer"}, {"status", "draft"}});
    });
    publishDue();
    ASSERT_TRUE(record);
    EXPECT_EQ(*record, read(id));
    EXPECT_EQ(record->at("title"), "Later");
    EXPECT_EQ(record->at("status"), "published");
    makeWaiting(-1, {{"status", "published"}});
    publishDue();
    EXPECT_FALSE(record) << "nobody asked for webhooks";
    EXPECT_EQ(seen, (std::vector<std::string>{"created", "edited"}));
}

TEST_P(Publication, WaitsForAListenerThatThrows) {
    const std::string id = makeWaiting(-1);
    fixture_.captured().clear();
    bool full = true;
    fixture_.captured().inTransaction<ObjectEdited>([&](const ObjectEdited&) {
        if (full) throw std::runtime_error("the outbox is full");
    });
    EXPECT_THROW(publishDue(), std::runtime_error);
    EXPECT_EQ(readAny(id).at("status"), "draft");
    EXPECT_TRUE(fixture_.captured().summary().empty());
    full = false;
    publishDue();
    EXPECT_EQ(read(id).at("status"), "published");
    EXPECT_EQ(fixture_.captured().facts<ObjectEdited>().size(), 1U);
}

TEST_P(Publication, LagsBehindUntilAllThatIsDueIsPublished) {
    publishDue();
    EXPECT_EQ(fixture_.healthProblem("schedule"), "");
    makeWaiting(-1);
    bool full = true;
    fixture_.captured().inTransaction<ObjectEdited>([&](const ObjectEdited&) {
        if (full) throw std::runtime_error("the outbox is full");
    });
    const double before = fixture_.metric("schedule_lag_seconds");
    while (fixture_.metric("schedule_lag_seconds") < before + 0.2) EXPECT_THROW(publishDue(), std::runtime_error);
    full = false;
    do publishDue();
    while (fixture_.metric("schedule_lag_seconds") >= before + 0.2);
}

TEST(PublicationLag, IsAProblemAfterAMinute) {
    EXPECT_EQ(Publisher::problemOf(std::chrono::seconds(59)), "");
    EXPECT_EQ(Publisher::problemOf(std::chrono::milliseconds(61'500)),
              "what is due could not be published for 61 seconds; the log says why");
}

TEST_P(Publication, GoesByTheDatabasesClockAndNotByTheServers) {
    const std::string due = makeWaiting(-1);
    const std::string early = makeWaiting(kHourMs / 2);
    fixture_.fixedClock().set(databaseNowMs() - kHourMs);
    publishDue();
    EXPECT_EQ(readAny(due).at("status"), "published");
    fixture_.fixedClock().set(databaseNowMs() + kHourMs);
    publishDue();
    EXPECT_EQ(readAny(early).at("status"), "draft");
}

TEST_P(Publication, CatchesUpWithWhatBecameDueWhileNoServerRan) {
    std::set<std::string> ids;
    for (int i = 0; i < 250; ++i) ids.insert(makeWaiting(-kHourMs + i));
    fixture_.captured().clear();
    publishDue();
    EXPECT_EQ(list({{"limit", "1"}}).at("total"), 250);
    std::set<std::string> told;
    for (const ObjectEdited& fact : fixture_.captured().facts<ObjectEdited>()) {
        EXPECT_TRUE(told.insert(fact.change.id).second) << "twice: " << fact.change.id;
    }
    EXPECT_EQ(told, ids);
}

TEST_P(Publication, WhatIsPublishedAlreadyKeepsItsStatusAndGetsANewTime) {
    const std::string id = makeWaiting(-1, {{"status", "published"}});
    const Json first = read(id).at("published_at");
    fixture_.captured().clear();
    publishDue();
    EXPECT_EQ(read(id).at("status"), "published");
    EXPECT_TRUE(read(id).at("publish_at").is_null());
    EXPECT_GE(read(id).at("published_at").as_string(), first.as_string());
    EXPECT_EQ(fixture_.captured().facts<ObjectEdited>().at(0).previousStatus, "published");
}

TEST_P(Publication, IsNotOvertakenByItsEnd) {
    const std::string id = makeWaiting(kHourMs);
    const auto setTime = [&](const char* column, std::int64_t ms) {
        fixture_.database().write([&](Sql& sql) {
            sql.execute(std::string("UPDATE objects SET ") + column + " = ? WHERE id = ?", {ms, id});
        });
    };
    setTime("unpublish_at", databaseNowMs() - 1);
    publishDue();
    EXPECT_FALSE(readAny(id).at("unpublish_at").is_null()) << "it is still to be published";
    setTime("publish_at", databaseNowMs() - 1);
    publishDue();
    const JsonObject object = readAny(id);
    EXPECT_EQ(object.at("status"), "draft");
    EXPECT_TRUE(object.at("publish_at").is_null());
    EXPECT_TRUE(object.at("unpublish_at").is_null());
    EXPECT_FALSE(object.at("published_at").is_null());
}

TEST_P(Publication, ATimeThatWasTakenBackDoesNotCome) {
    const std::string id = makeWaiting(-1);
    edit(id, {{"publish_at", nullptr}});
    publishDue();
    EXPECT_EQ(readAny(id).at("status"), "draft");
}

// The client's transaction is open when the job looks, and commits afterwards.
TEST_P(Publication, ATimeThatIsBeingTakenBackDoesNotCome) {
    const std::string id = makeWaiting(-1);
    Signal locked;
    Signal started;
    std::thread client([&] {
        fixture_.database().write([&](Sql& sql) {
            ObjectStore(sql).findForUpdate(bucket_->id, id);
            locked.tell();
            started.wait();
            sql.execute("UPDATE objects SET publish_at = NULL WHERE id = ?", {id});
        });
    });
    locked.wait();
    std::thread server([&] {
        started.tell();
        publishDue();
    });
    client.join();
    server.join();
    EXPECT_EQ(readAny(id).at("status"), "draft");
    EXPECT_EQ(versionOf(id), 1);
}

TEST_P(Publication, ADraftTakesItsObjectsPlaceWhenItsTimeHasCome) {
    const std::string early = makePrepared(kHourMs);
    const std::string id = makePrepared(-1, {{"slug", "next"}, {"trigger_webhook", true}});
    EXPECT_EQ(titleOf(id), "Live");
    EXPECT_EQ(readAny(early).at("title"), "Next");
    const std::string before = isoTime(databaseNowMs());
    publishDue();
    publishDue();
    const JsonObject now = read(id);
    EXPECT_EQ(now.at("title"), "Next");
    EXPECT_EQ(now.at("slug"), "next");
    EXPECT_EQ(now.at("modified_by"), Json(kAuthor));
    EXPECT_GE(textOf(now, "published_at"), before);
    EXPECT_TRUE(now.at("publish_at").is_null());
    EXPECT_EQ(readAny(id).at("status"), "published") << "nothing is prepared any more";
    EXPECT_EQ(versionOf(id), 3);
    EXPECT_EQ(titleOf(early), "Live");

    const auto facts = fixture_.captured().facts<ObjectEdited>();
    ASSERT_EQ(facts.size(), 1U);
    EXPECT_EQ(facts[0].change.id, id);
    EXPECT_EQ(facts[0].change.actor, "system");
    EXPECT_EQ(facts[0].change.readerAction, "edited");
    EXPECT_EQ(facts[0].previousStatus, "published");
    EXPECT_TRUE(facts[0].triggerWebhook);
}

TEST_P(Publication, OfADraftDoesNotComeOnceThatHasEnded) {
    const std::string edited = makePrepared(-1);
    edit(edited, {{"title", "By hand"}});
    const std::string cleared = makePrepared(-1);
    revise(cleared, {{"title", "Newer"}, {"status", "draft"}, {"publish_at", nullptr}});
    EXPECT_TRUE(readAny(cleared).at("publish_at").is_null());
    publishDue();
    EXPECT_EQ(titleOf(edited), "By hand");
    EXPECT_EQ(titleOf(cleared), "Live");
    EXPECT_EQ(readAny(cleared).at("title"), "Newer");
}

TEST_P(Publication, OfADraftComesForANewerOneWithTheWebhooksThatWereAskedFor) {
    const std::string id = makePrepared(-1, {{"trigger_webhook", true}});
    revise(id, {{"title", "Newer"}, {"status", "draft"}});
    fixture_.captured().clear();
    publishDue();
    EXPECT_EQ(titleOf(id), "Newer");
    const auto facts = fixture_.captured().facts<ObjectEdited>();
    ASSERT_EQ(facts.size(), 1U);
    EXPECT_TRUE(facts[0].triggerWebhook);
}

// It knows neither the time nor that a draft of its own is to end it.
TEST_P(Publication, OfADraftDoesNotComeForOneThatAServerOfBeforeHasPrepared) {
    const std::string id = makePrepared(-1);
    fixture_.database().write([&](Sql& sql) {
        sql.execute("UPDATE objects SET publish_at = NULL WHERE object_id = ? AND live IS NULL", {id});
    });
    publishDue();
    EXPECT_EQ(titleOf(id), "Live");
    revise(id, {{"title", "Newer"}, {"status", "draft"}});
    EXPECT_TRUE(readAny(id).at("publish_at").is_null()) << "nobody gave this one a time";
}

TEST_P(Publication, ADraftWhoseSlugIsTakenByThenKeepsThatOfItsObject) {
    const std::string id = makePrepared(-1, {{"slug", "wanted"}});
    make({{"type", "posts"}, {"title", "Wanted"}});
    publishDue();
    EXPECT_EQ(read(id).at("title"), "Next");
    EXPECT_EQ(read(id).at("slug"), "live");
}

TEST_P(Publication, ADraftForAnotherLocaleGetsTheNextFreeSlugThere) {
    const JsonArray locales{"en", "de"};
    makeType({{"title", "Notes"}, {"slug", "notes"}, {"localization", true}, {"locales", locales}});
    const auto makeNote = [&](const char* locale, const char* slug) {
        return idOf(make({{"type", "notes"}, {"title", slug}, {"slug", slug}, {"locale", locale}}));
    };
    const std::string id = makeNote("en", "one");
    revise(id, {{"title", "Next"}, {"status", "draft"}, {"locale", "de"}, {"slug", "two"}, {"publish_at", kFarMs}});
    makeNote("de", "one");
    makeNote("de", "two");
    setDue(id, databaseNowMs() - 1);
    publishDue();
    EXPECT_EQ(read(id).at("title"), "Next");
    EXPECT_EQ(read(id).at("slug"), "two-2");
}

TEST_P(Publication, ADraftThatCannotGoOutHoldsUpNoOtherAndIsTriedAgain) {
    const std::string bad = makePrepared(-kHourMs, {{"title", "Bad"}});
    const std::string good = makePrepared(-1);
    bool full = true;
    fixture_.captured().inTransaction<ObjectEdited>([&](const ObjectEdited& fact) {
        if (full && fact.title == "Bad") throw std::runtime_error("the outbox is full");
    });
    publishDue();
    EXPECT_EQ(titleOf(good), "Next");
    EXPECT_EQ(titleOf(bad), "Live");
    EXPECT_EQ(fixture_.healthProblem("schedule"), "") << "no reason to take the server out";
    full = false;
    publishDue();
    EXPECT_EQ(titleOf(bad), "Live") << "a minute has not passed";
    fixture_.fixedClock().advance(60'000);
    publishDue();
    EXPECT_EQ(titleOf(bad), "Bad");
}

TEST_P(Publication, AHundredDraftsThatCannotGoOutHoldUpNoOther) {
    bool refuses = false;
    fixture_.captured().on<ObjectSaving>([&](ObjectSaving& saving) {
        if (refuses && textOf(saving.document, "content") == "bad") throw ApiError::conflict("not now");
    });
    for (int i = 0; i < 100; ++i) makePrepared(-kHourMs, {{"content", "bad"}});
    const std::string good = makePrepared(-1);
    refuses = true;
    publishDue();
    EXPECT_EQ(titleOf(good), "Next");
}

TEST_P(Publication, OfADraftComesBeforeTheEndOfItsObjectAndNotAfterIt) {
    const std::string id = makePrepared(-2);
    const std::string bad = makePrepared(-2, {{"title", "Bad"}});
    fixture_.database().write(
        [&](Sql& sql) { sql.execute("UPDATE objects SET unpublish_at = ? WHERE live = 1", {databaseNowMs() - 1}); });
    bool full = true;
    fixture_.captured().inTransaction<ObjectEdited>([&](const ObjectEdited& fact) {
        if (full && fact.title == "Bad" && fact.status == "published") throw std::runtime_error("the outbox is full");
    });
    publishDue();
    EXPECT_EQ(readAny(id).at("title"), "Next");
    EXPECT_EQ(readAny(id).at("status"), "draft");
    full = false;
    fixture_.fixedClock().advance(60'000);
    publishDue();
    EXPECT_EQ(list({{"limit", "5"}}).at("total"), 0) << "readers see neither again";
    EXPECT_EQ(readAny(bad).at("title"), "Bad") << "it waits for somebody";
}

TEST_P(Publication, OfAnObjectAndOfTheDraftOverItMayComeTogether) {
    const std::string id = makeWaiting(kHourMs);
    revise(id, {{"title", "Next"}, {"status", "draft"}, {"publish_at", databaseNowMs() + kHourMs}});
    const std::int64_t dueMs = databaseNowMs() - 1;
    setDue(id, dueMs);
    fixture_.database().write([&](Sql& sql) {
        sql.execute("UPDATE objects SET publish_at = ? WHERE id = ?", {dueMs, id});
    });
    publishDue();
    EXPECT_EQ(titleOf(id), "Next");
    EXPECT_TRUE(readAny(id).at("publish_at").is_null());
}

TEST_P(Publication, OfTheObjectLeavesTheDraftItsOwnTime) {
    const std::string id = makePrepared(kHourMs);
    const Json planned = readAny(id).at("publish_at");
    fixture_.database().write([&](Sql& sql) { sql.execute("UPDATE objects SET publish_at = 1 WHERE id = ?", {id}); });
    publishDue();
    EXPECT_EQ(titleOf(id), "Live");
    EXPECT_EQ(readAny(id).at("title"), "Next");
    EXPECT_EQ(readAny(id).at("publish_at"), planned);
}

// Also where something is thrown, which is told then.
struct Ending {
    Signal& done;
    std::thread& other;
    ~Ending() {
        done.tell();
        other.join();
    }
};

TEST_P(Publication, TwoServersClaimDifferentShares) {
    if (GetParam() == test::Engine::Sqlite) GTEST_SKIP() << "one writes at a time";
    for (int i = 0; i < 60; ++i) makeWaiting(-kHourMs);
    Signal claimed;
    Signal done;
    std::vector<DueObject> first;
    std::thread other([&] {
        fixture_.database().write([&](Sql& sql) {
            first = PublicationStore(sql).claim(Schedule::Publish, 25);
            claimed.tell();
            done.wait();
        });
    });
    claimed.wait();
    std::vector<DueObject> second;
    std::vector<DueObject> third;
    {
        const Ending ending{done, other};
        fixture_.database().write([&](Sql& sql) {
            second = PublicationStore(sql).claim(Schedule::Publish, 25);
            PublicationStore(sql).publish(second);
            third = PublicationStore(sql).claim(Schedule::Publish, 25);
        });
    }
    EXPECT_EQ(first.size(), 25U);
    EXPECT_EQ(second.size(), 25U);
    EXPECT_EQ(third.size(), 10U);
    std::set<std::string> ids;
    for (const auto* share : {&first, &second, &third})
        for (const DueObject& object : *share) ids.insert(object.id);
    EXPECT_EQ(ids.size(), 60U);
}

}  // namespace
}  // namespace inkwell::objects
