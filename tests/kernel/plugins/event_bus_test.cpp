#include "tests/kernel/plugins/event_bus_fixture.h"

namespace inkwell::kernel {
namespace {

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

TEST_F(EventBusTest, LeavesToTheFeedWhatAWriteChangesBeyondTenThousand) {
    std::size_t changes = 0;
    std::size_t facts = 0;
    listen<ChangeCommitted>("p", [&](ChangeCommitted&) { ++changes; });
    listen<BucketChanged>("p", [&](BucketChanged&) { ++facts; });
    const auto publish = [&](std::size_t count) {
        database_.write([&](Sql&) {
            for (std::size_t i = 0; i < count; ++i) bus_.publish(fact("b" + std::to_string(i)));
        });
    };
    publish(EventBus::kMostTold);
    EXPECT_EQ(changes, EventBus::kMostTold);
    EXPECT_EQ(told_, 0);
    publish(EventBus::kMostTold + 5);
    EXPECT_EQ(changes, 2 * EventBus::kMostTold);
    EXPECT_EQ(facts, 2 * EventBus::kMostTold);
    EXPECT_EQ(told_, 1);
    EXPECT_EQ(feedRows(), static_cast<std::int64_t>(2 * EventBus::kMostTold + 5));
}

}  // namespace
}  // namespace inkwell::kernel
