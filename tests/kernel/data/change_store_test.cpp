#include "kernel/data/change_store.h"

#include <gtest/gtest.h>

#include "kernel/data/change_feed.h"
#include "kernel/data/migrations.h"
#include "kernel/data/migrator.h"
#include "tests/kernel/data/both_engines.h"

namespace inkwell::test {
namespace {

using kernel::ChangeFeed;
using Numbers = std::vector<std::int64_t>;
using Names = std::vector<std::string>;

constexpr std::int64_t kAll = 1000;

class ChangeLogOnEngine : public EachEngine {
protected:
    ChangeLogOnEngine() { kernel::migrate(*engine_, {kernel::kernelMigrations()}, 1); }

    std::int64_t append(Change change) {
        database_.write([&](Sql&) { feed_.append(change); });
        return change.sequence;
    }
    std::int64_t append(const std::string& id, std::int64_t timeMs, const std::string& readerAction = "created") {
        return append({0, "b", "object", "posts", id, "edited", timeMs, "write_key", readerAction});
    }
    /// A number that is never used: its transaction was rolled back. SQLite gives it to the next one.
    void loseNumber() {
        EXPECT_THROW(database_.write([&](Sql&) {
            Change change;
            feed_.append(change);
            throw std::runtime_error("no");
        }),
                     std::runtime_error);
    }
    static Names idsOf(const std::vector<Change>& changes) {
        Names ids;
        for (const Change& one : changes) ids.push_back(one.id);
        return ids;
    }
    Names list(const ChangeLog::Filter& filter, std::int64_t limit = kAll, std::int64_t skip = 0) {
        return idsOf(log_.list("b", filter, limit, skip).changes);
    }

    ChangeFeed feed_{database_, "here"};
    kernel::ChangeStore log_{database_};
};

INKWELL_ON_EACH_ENGINE(ChangeLogOnEngine);

TEST_P(ChangeLogOnEngine, ListsABucketsChangesTheNewestFirstWithAllTheirMembers) {
    Change full{0, "b", "object", "posts", "o1", "edited", 77, "user", "deleted"};
    full.detail = std::string(200, 'x');
    const std::int64_t sequence = append(full);
    append({0, "other", "object", "posts", "o2", "edited", 78, "user", "deleted"});
    append("o3", 79);
    const ChangeLog::Page page = log_.list("b", {}, kAll, 0);
    EXPECT_EQ(page.total, 2);
    ASSERT_EQ(idsOf(page.changes), (Names{"o3", "o1"}));
    const Change& read = page.changes[1];
    EXPECT_EQ(read.sequence, sequence);
    EXPECT_EQ(read.bucketId, "b");
    EXPECT_EQ(read.kind, "object");
    EXPECT_EQ(read.type, "posts");
    EXPECT_EQ(read.action, "edited");
    EXPECT_EQ(read.timeMs, 77);
    EXPECT_EQ(read.actor, "user");
    EXPECT_EQ(read.readerAction, "deleted");
    EXPECT_EQ(read.detail, full.detail);
    EXPECT_EQ(page.changes[0].detail, "");
}

TEST_P(ChangeLogOnEngine, PagesAndCountsAll) {
    for (const char* id : {"1", "2", "3", "4"}) append(id, 5);
    EXPECT_EQ(list({}, 2, 1), (Names{"3", "2"}));
    EXPECT_EQ(log_.list("b", {}, 2, 4).total, 4);
    EXPECT_TRUE(list({}, 2, 4).empty());
}

TEST_P(ChangeLogOnEngine, NarrowsByEveryMemberOfTheFilter) {
    append({0, "b", "object", "posts", "o1", "created", 10, "u1", ""});
    append({0, "b", "object", "posts", "o1", "edited", 20, "write_key", ""});
    append({0, "b", "media", "", "m1", "edited", 30, "u1", ""});
    EXPECT_EQ(list({.kind = "media"}), Names{"m1"});
    EXPECT_EQ(list({.action = "edited"}), (Names{"m1", "o1"}));
    EXPECT_EQ(list({.actor = "u1"}), (Names{"m1", "o1"}));
    EXPECT_EQ(list({.actor = "U1"}), Names{});
    EXPECT_EQ(log_.list("b", {.id = "o1"}, kAll, 0).total, 2);
    EXPECT_EQ(list({.fromMs = 20}), (Names{"m1", "o1"}));
    EXPECT_EQ(list({.untilMs = 20}), Names{"o1"});
    EXPECT_EQ(list({.kind = "object", .action = "edited", .actor = "u1"}), Names{});
}

TEST_P(ChangeLogOnEngine, ReadersSeeWhatHappenedToThemAboveANumber) {
    const std::int64_t first = append("o1", 1);
    append("draft", 2, "");
    append("o2", 3, "deleted");
    append({0, "other", "object", "posts", "o3", "edited", 4, "user", "edited"});
    const std::vector<Change> seen = log_.listForReaders("b", first, kAll);
    ASSERT_EQ(idsOf(seen), Names{"o2"});
    EXPECT_EQ(seen[0].readerAction, "deleted");
    EXPECT_EQ(idsOf(log_.listForReaders("b", 0, 1)), Names{"o1"});
}

TEST_P(ChangeLogOnEngine, FindsSingleNumbersForReadersHoweverMany) {
    Numbers numbers;
    Names ids;
    for (int n = 0; n < 150; ++n) {
        ids.push_back(std::to_string(n));
        numbers.push_back(append(ids.back(), n));
    }
    numbers.push_back(append("draft", 1, ""));
    numbers.push_back(append({0, "other", "object", "posts", "o3", "edited", 4, "user", "edited"}));
    numbers.push_back(numbers.back() + 1000);
    EXPECT_EQ(idsOf(log_.findForReaders("b", numbers)), ids);
    EXPECT_EQ(idsOf(log_.findForReaders("b", Numbers{numbers[3], numbers[7]})), (Names{"3", "7"}));
    EXPECT_TRUE(log_.findForReaders("b", {}).empty());
}

TEST_P(ChangeLogOnEngine, ListsAndFindsWhatReadersDoNotSeeToo) {
    const std::int64_t first = append("o1", 1);
    const std::int64_t draft = append("draft", 2, "");
    const std::int64_t other = append({0, "other", "object", "posts", "o3", "edited", 4, "user", ""});
    append({0, "b", "user", "", "u1", "edited", 5, "user", ""});
    EXPECT_EQ(idsOf(log_.listAbove("b", 0, kAll)), (Names{"o1", "draft", "u1"}));
    EXPECT_EQ(idsOf(log_.listAbove("b", first, 1)), Names{"draft"});
    EXPECT_EQ(idsOf(log_.find("b", Numbers{first, draft, other})), (Names{"o1", "draft"}));
    EXPECT_TRUE(log_.find("b", {}).empty());
}

TEST_P(ChangeLogOnEngine, TellsNumbersOfAllBuckets) {
    EXPECT_EQ(log_.highestSequence(), 0);
    EXPECT_EQ(log_.lowestSequence(), 0);
    EXPECT_EQ(log_.highestSequenceBefore(1000), 0);
    const std::int64_t first = append("o1", 10);
    loseNumber();
    const std::int64_t second = append({0, "other", "user", "", "u", "edited", 20, "user", ""});
    EXPECT_EQ(log_.sequencesAbove(0), (Numbers{first, second}));
    EXPECT_EQ(log_.sequencesAbove(first), Numbers{second});
    EXPECT_EQ(log_.highestSequence(), second);
    EXPECT_EQ(log_.lowestSequence(), first);
    EXPECT_EQ(log_.highestSequenceBefore(10), 0);
    EXPECT_EQ(log_.highestSequenceBefore(20), first);
    EXPECT_EQ(log_.highestSequenceBefore(21), second);
}

TEST_P(ChangeLogOnEngine, ForgetsTheOldFromTheLowestNumberUpwardsInSmallBatches) {
    for (const int timeMs : {10, 20, 40, 30, 50}) append(std::to_string(timeMs), timeMs);
    EXPECT_EQ(log_.removeBefore(35, 1), 1);
    EXPECT_EQ(list({}), (Names{"50", "30", "40", "20"}));
    EXPECT_EQ(log_.removeBefore(35, kAll), 1);
    EXPECT_EQ(list({}), (Names{"50", "30", "40"})) << "30 lies behind one that is kept";
    EXPECT_EQ(log_.removeBefore(35, kAll), 0);
}

TEST_P(ChangeLogOnEngine, WhatAWrongClockHasDatedHoldsUpNothingThatIsOld) {
    for (const int timeMs : {10, 9000, 20, 9001, 50}) append(std::to_string(timeMs), timeMs);
    EXPECT_EQ(log_.removeBefore(35, kAll), 3);
    EXPECT_EQ(list({}), (Names{"50", "9001"})) << "nothing that is old lies behind it";
}

TEST_P(ChangeLogOnEngine, NeverForgetsTheHighest) {
    append("1", 10);
    const std::int64_t last = append("2", 20);
    EXPECT_EQ(log_.removeBefore(1000, kAll), 1);
    EXPECT_EQ(log_.removeBefore(1000, kAll), 0);
    EXPECT_EQ(log_.lowestSequence(), last);
    EXPECT_EQ(log_.highestSequence(), last);
}

TEST_P(ChangeLogOnEngine, JoinsTheUnitOfWork) {
    database_.write([&](Sql&) {
        Change change{0, "b", "object", "", "o1", "created", 1, "", "created"};
        feed_.append(change);
        EXPECT_EQ(list({}), Names{"o1"});
    });
}

TEST_P(ChangeLogOnEngine, ListsAnObjectsChangesWithThoseOfItsRevisions) {
    const auto ofRevision = [&](const std::string& id, const std::string& of) {
        append({0, "b", "revision", "posts", id, "created", 5, "user", "", of});
    };
    append("o1", 1);
    ofRevision("r1", "o1");
    ofRevision("r2", "o2");
    append("o2", 2);
    append({0, "b", "media", "", "o1", "edited", 5, "user", ""});
    append({0, "other", "object", "posts", "o1", "edited", 5, "user", ""});
    append("o1", 3);
    const ChangeLog::Page page = log_.listOfObject("b", "o1", kAll, 0);
    EXPECT_EQ(idsOf(page.changes), (Names{"o1", "r1", "o1"}));
    EXPECT_EQ(page.total, 3);
    EXPECT_EQ(page.changes.at(1).objectId, "o1");
    EXPECT_EQ(page.changes.at(0).objectId, "");
    const ChangeLog::Page second = log_.listOfObject("b", "o1", 1, 1);
    EXPECT_EQ(idsOf(second.changes), Names{"r1"});
    EXPECT_EQ(second.total, 3);
    EXPECT_EQ(log_.listOfObject("b", "o3", kAll, 0).total, 0);
}

TEST_P(ChangeLogOnEngine, AFeedOfTheFirstSchemaIsReadOn) {
    database_.write([&](Sql& sql) {
        sql.execute("DROP TABLE changes");
        sql.execute("DELETE FROM schema_migrations");
    });
    kernel::PluginMigrations first = kernel::kernelMigrations();
    first.migrations.resize(1);
    kernel::migrate(*engine_, {first}, 1);
    database_.write([](Sql& sql) {
        sql.execute(
            "INSERT INTO changes (bucket_id, kind, type, resource_id, action, time_ms, actor, node) "
            "VALUES ('b', 'object', 'posts', 'old', 'created', 1, 'user', 'there')");
    });
    kernel::migrate(*engine_, {kernel::kernelMigrations()}, 2);
    append("new", 2);
    EXPECT_EQ(list({}), (Names{"new", "old"}));
    EXPECT_EQ(log_.list("b", {}, kAll, 0).changes[1].detail, "");
    EXPECT_EQ(idsOf(log_.listForReaders("b", 0, kAll)), Names{"new"});
}

}  // namespace
}  // namespace inkwell::test
