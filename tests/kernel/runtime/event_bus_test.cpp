#include "kernel/runtime/event_bus.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>

#include "fake_services.h"
#include "kernel/data/migrator.h"
#include "sqlite_engine.h"

namespace inkwell::kernel {
namespace {

class EventBusTest : public testing::Test {
protected:
    EventBusTest() { migrate(engine_, {kernelMigrations()}, clock_.nowMs()); }
    ~EventBusTest() override {
        database_.close();
        std::filesystem::remove_all(directory_);
    }

    template <class Event>
    void listen(const std::string& plugin, std::function<void(Event&)> listener) {
        auto next = std::make_shared<Snapshot>(*snapshot_.load());
        next->listeners[Event::kEventId].push_back(
            {plugin, [listener = std::move(listener)](void* event) { listener(*static_cast<Event*>(event)); }});
        snapshot_.swap(std::move(next));
    }
    BucketChanged fact(const std::string& id) { return {{0, id, "bucket", "", id, "edited", 0, "system"}}; }
    std::int64_t feedRows() {
        return database_.read([](Sql& sql) { return sql.selectOne("SELECT COUNT(*) FROM changes")->at(0).integer(); });
    }

    static std::string makeDirectory() {
        std::string pattern = (std::filesystem::temp_directory_path() / "inkwell-events-XXXXXX").string();
        return mkdtemp(pattern.data());
    }

    const std::string directory_ = makeDirectory();
    testkit::FixedClock clock_;
    database_sqlite::SqliteEngine engine_{directory_ + "/events.db"};
    PooledDatabase database_{engine_, PoolOptions{}};
    ChangeFeed feed_{database_, "node-1"};
    CurrentSnapshot snapshot_;
    EventBus bus_{snapshot_, database_, feed_, clock_};
    std::vector<std::string> heard_;
};

TEST_F(EventBusTest, DeliversAFactAfterCommitWithSequenceAndTime) {
    Change heard;
    listen<BucketChanged>("p", [&](BucketChanged& event) { heard = event.change; });
    database_.write([&](Sql&) {
        bus_.publish(fact("b1"));
        EXPECT_EQ(heard.id, "") << "not before the commit";
    });
    EXPECT_EQ(heard.id, "b1");
    EXPECT_GT(heard.sequence, 0);
    EXPECT_EQ(heard.timeMs, clock_.nowMs());
    EXPECT_EQ(feedRows(), 1);
}

TEST_F(EventBusTest, DropsFactsOfARollback) {
    listen<BucketChanged>("p", [&](BucketChanged& event) { heard_.push_back(event.change.id); });
    EXPECT_THROW(database_.write([&](Sql&) {
        bus_.publish(fact("b1"));
        throw std::runtime_error("no");
    }),
                 std::runtime_error);
    EXPECT_TRUE(heard_.empty());
    EXPECT_EQ(feedRows(), 0);
}

TEST_F(EventBusTest, WaitsForTheOutermostCommitAndKeepsTheOrder) {
    listen<BucketChanged>("p", [&](BucketChanged& event) { heard_.push_back(event.change.id); });
    database_.write([&](Sql&) {
        database_.write([&](Sql&) { bus_.publish(fact("b1")); });
        EXPECT_TRUE(heard_.empty());
        bus_.publish(fact("b2"));
    });
    EXPECT_EQ(heard_, (std::vector<std::string>{"b1", "b2"}));
}

TEST_F(EventBusTest, AThrowingListenerHarmsNobody) {
    listen<BucketChanged>("bad", [](BucketChanged&) { throw std::runtime_error("no ears"); });
    listen<BucketChanged>("worse", [](BucketChanged&) { throw 7; });
    listen<BucketChanged>("good", [&](BucketChanged& event) { heard_.push_back(event.change.id); });
    database_.write([&](Sql&) { bus_.publish(fact("b1")); });
    EXPECT_EQ(heard_, std::vector<std::string>{"b1"});
}

TEST_F(EventBusTest, ReachesTheListenersThatAreThereAtDelivery) {
    listen<BucketChanged>("off", [&](BucketChanged&) { heard_.push_back("off"); });
    database_.write([&](Sql&) {
        bus_.publish(fact("b1"));
        snapshot_.swap(std::make_shared<Snapshot>());
        listen<BucketChanged>("on", [&](BucketChanged&) { heard_.push_back("on"); });
    });
    EXPECT_EQ(heard_, std::vector<std::string>{"on"});
}

TEST_F(EventBusTest, AGuardRunsAtOnceAndMayVeto) {
    const std::string bucketId = "b1";
    listen<BucketDeleting>("p", [&](BucketDeleting& event) { heard_.push_back(event.bucketId); });
    listen<BucketDeleting>("q", [](BucketDeleting&) { throw ApiError::conflict("the bucket is in use"); });
    BucketDeleting guard{bucketId};
    EXPECT_THROW(database_.write([&](Sql&) { bus_.guard(guard); }), ApiError);
    EXPECT_EQ(heard_, std::vector<std::string>{"b1"});
}

TEST_F(EventBusTest, AGuardMayAmend) {
    const std::string id = "x";
    JsonObject document;
    listen<ObjectSaving>("p", [](ObjectSaving& event) { event.document["seen"] = true; });
    ObjectSaving guard{id, id, document, true};
    bus_.guard(guard);
    EXPECT_EQ(document.at("seen"), true);
}

TEST_F(EventBusTest, AnAnnouncementNeedsNoTransactionAndWritesNoRow) {
    listen<RemoteChange>("bad", [](RemoteChange&) { throw std::runtime_error("no ears"); });
    listen<RemoteChange>("good", [&](RemoteChange& event) { heard_.push_back(event.change.id); });
    RemoteChange change{fact("b9").change};
    bus_.announce(RemoteChange::kEventId, &change);
    EXPECT_EQ(heard_, std::vector<std::string>{"b9"});
    EXPECT_EQ(feedRows(), 0);
}

TEST_F(EventBusTest, AFactOutsideAWriteIsAMistake) { EXPECT_THROW(bus_.publish(fact("b1")), std::logic_error); }

}  // namespace
}  // namespace inkwell::kernel
