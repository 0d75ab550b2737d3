// Registrar::inTransaction, and ChangeCommitted.
#include "tests/kernel/plugins/event_bus_fixture.h"

namespace inkwell::kernel {
namespace {

using Ids = std::vector<std::string>;

class TransactionListener : public EventBusTest {
protected:
    void publish(const std::string& id) {
        database_.write([&](Sql&) { bus_.publish(fact(id)); });
    }
    void hearFacts() {
        listen<BucketChanged>("p", [&](BucketChanged& event) { heard_.push_back("fact " + event.change.id); });
    }
    void hearCommitted() {
        listen<ChangeCommitted>("p", [&](ChangeCommitted& event) {
            heard_.push_back("committed " + event.change.id);
            sequences_.push_back(event.change.sequence);
        });
    }

    std::vector<std::int64_t> sequences_;
};

TEST_F(TransactionListener, IsCalledWithTheFactInTheUnitOfWorkBeforeItsCommit) {
    Change seen;
    listenInTransaction<BucketChanged>("p", [&](const BucketChanged& event) {
        seen = event.change;
        EXPECT_NO_THROW(database_.currentWrite());
        EXPECT_EQ(feedRows(), 1) << "the row of the change is there";
        EXPECT_TRUE(heard_.empty());
    });
    hearFacts();
    publish("b1");
    EXPECT_EQ(seen.id, "b1");
    EXPECT_GT(seen.sequence, 0);
    EXPECT_EQ(seen.timeMs, clock_.nowMs());
    EXPECT_EQ(heard_, Ids{"fact b1"});
}

TEST_F(TransactionListener, ThatThrowsUndoesTheChange) {
    listenInTransaction<BucketChanged>("p",
                                       [](const BucketChanged&) { throw ApiError::conflict("the outbox is full"); });
    hearFacts();
    hearCommitted();
    EXPECT_THROW(publish("b1"), ApiError);
    EXPECT_EQ(feedRows(), 0);
    EXPECT_TRUE(heard_.empty());
}

TEST_F(TransactionListener, ThatThrowsLeavesTheLaterOnesUncalled) {
    listenInTransaction<BucketChanged>("p", [](const BucketChanged&) { throw std::runtime_error("no"); });
    listenInTransaction<BucketChanged>("q", [&](const BucketChanged&) { heard_.push_back("called"); });
    EXPECT_THROW(publish("b1"), std::runtime_error);
    EXPECT_TRUE(heard_.empty());
}

TEST_F(TransactionListener, MayWriteWhatIsUndoneWithTheChange) {
    database_.write([](Sql& sql) { sql.execute("CREATE TABLE outbox (id TEXT)"); });
    listenInTransaction<BucketChanged>("p", [&](const BucketChanged& event) {
        database_.write([&](Sql& sql) { sql.execute("INSERT INTO outbox VALUES (?)", {event.change.id}); });
    });
    const auto rows = [&] {
        return database_.read([](Sql& sql) { return sql.selectOne("SELECT COUNT(*) FROM outbox")->at(0).integer(); });
    };
    publish("b1");
    EXPECT_EQ(rows(), 1);
    EXPECT_THROW(database_.write([&](Sql&) {
        bus_.publish(fact("b2"));
        throw std::runtime_error("no");
    }),
                 std::runtime_error);
    EXPECT_EQ(rows(), 1);
}

TEST_F(TransactionListener, MayPublishAFactOfItsOwnWhichComesAfterIts) {
    listenInTransaction<BucketChanged>("p", [&](const BucketChanged& event) {
        if (event.change.id == "b1") bus_.publish(fact("b2"));
    });
    hearFacts();
    hearCommitted();
    publish("b1");
    EXPECT_EQ(heard_, (Ids{"committed b1", "fact b1", "committed b2", "fact b2"}));
    ASSERT_EQ(sequences_.size(), 2u);
    EXPECT_LT(sequences_[0], sequences_[1]);
}

TEST_F(TransactionListener, HearsEveryChangeOfANestedWriteInOrder) {
    listenInTransaction<BucketChanged>("p", [&](const BucketChanged& event) { heard_.push_back(event.change.id); });
    database_.write([&](Sql&) {
        bus_.publish(fact("b1"));
        database_.write([&](Sql&) { bus_.publish(fact("b2")); });
        bus_.publish(fact("b3"));
        EXPECT_EQ(heard_, (Ids{"b1", "b2", "b3"}));
    });
    EXPECT_EQ(heard_, (Ids{"b1", "b2", "b3"}));
}

TEST_F(TransactionListener, OfAnotherFactIsNotCalled) {
    listenInTransaction<UserChanged>("p", [&](const UserChanged&) { heard_.push_back("user"); });
    publish("b1");
    EXPECT_TRUE(heard_.empty());
}

TEST_F(TransactionListener, ARetriedUnitOfWorkCallsItAgainAndDeliversOnce) {
    int calls = 0;
    listenInTransaction<BucketChanged>("p", [&](const BucketChanged&) { ++calls; });
    hearFacts();
    hearCommitted();
    engine_.refusals = 2;
    publish("b1");
    EXPECT_EQ(calls, 3) << "what the first two did was rolled back";
    EXPECT_EQ(heard_, (Ids{"committed b1", "fact b1"}));
    EXPECT_EQ(feedRows(), 1);
}

TEST_F(TransactionListener, AnnouncesEveryCommittedChangeBeforeItsFact) {
    hearFacts();
    hearCommitted();
    database_.write([&](Sql&) {
        bus_.publish(fact("b1"));
        bus_.publish(fact("b2"));
        EXPECT_TRUE(heard_.empty());
    });
    EXPECT_EQ(heard_, (Ids{"committed b1", "fact b1", "committed b2", "fact b2"}));
}

TEST_F(TransactionListener, AThrowingFollowerOfCommittedChangesHarmsNobody) {
    listen<ChangeCommitted>("bad", [](ChangeCommitted&) { throw 7; });
    hearFacts();
    publish("b1");
    EXPECT_EQ(heard_, Ids{"fact b1"});
}

}  // namespace
}  // namespace inkwell::kernel
