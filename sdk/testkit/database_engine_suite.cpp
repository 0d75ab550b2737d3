#include "database_engine_suite.h"

#include <atomic>
#include <thread>

#include "database_engine_things.h"
#include "numbered_id.h"

namespace inkwell::testkit {

using Kind = DatabaseError::Kind;

// The testkit is linked by tests of other things too.
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(DatabaseEngineSuite);

void PrintTo(const DatabaseEngineCase& one, std::ostream* out) { *out << one.name; }

std::string DatabaseEngineSuite::nameOf(const testing::TestParamInfo<DatabaseEngineCase>& info) {
    return info.param.name;
}

DatabaseEngineSuite::DatabaseEngineSuite() : engine_(GetParam().engine()), session_(engine_->open()) {
    linkDatabaseEngineValues();
}

void DatabaseEngineSuite::define(const std::string& ddl) { session_->execute(engine_->dialect().expand(ddl), {}); }

std::int64_t DatabaseEngineSuite::count(const std::string& table) {
    return session_->selectOne("SELECT COUNT(*) FROM " + table)->at(0).integer();
}

Kind DatabaseEngineSuite::kindOf(const std::function<void()>& action) {
    try {
        action();
    } catch (const DatabaseError& error) {
        EXPECT_STRNE(error.what(), "");
        return error.kind();
    }
    ADD_FAILURE() << "no DatabaseError was thrown";
    return Kind::Other;
}

namespace {

TEST_P(DatabaseEngineSuite, RefusesWrongColumnWords) {
    EXPECT_THROW(engine_->dialect().expand("a {texts}"), std::logic_error);
    EXPECT_THROW(engine_->dialect().expand("a {int"), std::logic_error);
    EXPECT_EQ(engine_->dialect().expand("a {int}").find('{'), std::string::npos);
}

TEST_P(DatabaseEngineSuite, IndexesAnIdAndThreeKeysTogether) {
    define(
        "CREATE TABLE slugs (bucket_id {id} NOT NULL, type {key} NOT NULL, locale {key} NOT NULL, "
        "slug {key} NOT NULL, UNIQUE (bucket_id, type, locale, slug)) {table}");
    const std::string longest(200, 'x');
    const char* insert = "INSERT INTO slugs (bucket_id, type, locale, slug) VALUES (?, ?, ?, ?)";
    session_->execute(insert, {numberedId(1), longest, longest, longest});
    EXPECT_EQ(kindOf([&] { session_->execute(insert, {numberedId(1), longest, longest, longest}); }), Kind::Duplicate);
}

TEST_P(DatabaseEngineSuite, CallsARefusedRowADuplicate) {
    define(kThings);
    define("CREATE UNIQUE INDEX things_name ON things (name)");
    session_->execute(kInsertThing, {numberedId(1), "secret-value", 0, 0.0, 0, "", ""});
    const SqlParams sameId = {numberedId(1), "b", 0, 0.0, 0, "", ""};
    const SqlParams sameName = {numberedId(2), "secret-value", 0, 0.0, 0, "", ""};
    EXPECT_EQ(kindOf([&] { session_->execute(kInsertThing, sameId); }), Kind::Duplicate);
    try {
        session_->execute(kInsertThing, sameName);
        ADD_FAILURE() << "the row was not refused";
    } catch (const DatabaseError& error) {
        EXPECT_EQ(error.kind(), Kind::Duplicate);
        EXPECT_EQ(std::string(error.what()).find("secret-value"), std::string::npos) << error.what();
    }
    EXPECT_EQ(count("things"), 1);
}

TEST_P(DatabaseEngineSuite, GoesOnInATransactionAfterADuplicate) {
    define(kThings);
    session_->begin(true);
    session_->execute(kInsertThing, {numberedId(1), "", 0, 0.0, 0, "", ""});
    EXPECT_EQ(kindOf([&] {
                  session_->execute(kInsertThing, {numberedId(1), "", 0, 0.0, 0, "", ""});
              }),
              Kind::Duplicate);
    session_->execute(kInsertThing, {numberedId(2), "", 0, 0.0, 0, "", ""});
    session_->commit();
    EXPECT_EQ(count("things"), 2);
}

TEST_P(DatabaseEngineSuite, UpdatesTheColumnsThatADuplicateNames) {
    define(kThings);
    const std::string upsert = "INSERT INTO things (id, name, amount, note) VALUES (?, ?, ?, ?)" +
                               engine_->dialect().onDuplicateUpdate("id", {"name", "amount"});
    session_->execute(upsert, {numberedId(1), "first", 1, "kept"});
    session_->execute(upsert, {numberedId(1), "second", 2, "not taken"});
    const auto rows = session_->select("SELECT name, amount, note FROM things", {});
    ASSERT_EQ(rows.size(), 1u);
    EXPECT_EQ(rows[0][0].view(), "second");
    EXPECT_EQ(rows[0][1].integer(), 2);
    EXPECT_EQ(rows[0][2].view(), "kept");
}

TEST_P(DatabaseEngineSuite, FindsListsOfAnyLength) {
    define(kThings);
    std::vector<std::string> ids;
    session_->begin(true);
    for (int n = 0; n < 1000; ++n) {
        ids.push_back(numberedId(n));
        session_->execute(kInsertThing, {ids.back(), "", n, 0.0, 0, "", ""});
    }
    session_->commit();
    for (const std::size_t length : {0u, 1u, 3u, 1000u}) {
        SqlParams params;
        const std::string in = sqlIn(std::span(ids).first(length), params);
        EXPECT_EQ(session_->select("SELECT id FROM things WHERE id IN " + in, params).size(), length);
    }
}

TEST_P(DatabaseEngineSuite, CountsTheRowsItChanged) {
    define(kThings);
    for (int n = 0; n < 3; ++n) session_->execute(kInsertThing, {numberedId(n), "old", n, 0.0, 0, "", ""});
    EXPECT_EQ(session_->execute("UPDATE things SET name = ? WHERE amount > ?", {"new", 0}), 2);
    EXPECT_EQ(session_->execute("UPDATE things SET name = ? WHERE amount > ?", {"none", 10}), 0);
    EXPECT_EQ(session_->execute("DELETE FROM things WHERE name = ?", {"new"}), 2);
    EXPECT_EQ(session_->execute("DELETE FROM things WHERE name = ?", {"new"}), 0);
}

TEST_P(DatabaseEngineSuite, RollsBackAndCommits) {
    define(kThings);
    session_->begin(true);
    session_->execute(kInsertThing, {numberedId(1), "", 0, 0.0, 0, "", ""});
    session_->rollback();
    EXPECT_EQ(count("things"), 0);
    session_->begin(true);
    session_->execute(kInsertThing, {numberedId(1), "", 0, 0.0, 0, "", ""});
    EXPECT_EQ(engine_->open()->selectOne("SELECT COUNT(*) FROM things")->at(0).integer(), 0);
    session_->commit();
    EXPECT_EQ(engine_->open()->selectOne("SELECT COUNT(*) FROM things")->at(0).integer(), 1);
}

TEST_P(DatabaseEngineSuite, KnowsWhetherItIsInATransaction) {
    define(kThings);
    EXPECT_FALSE(session_->isInTransaction());
    session_->begin(true);
    EXPECT_TRUE(session_->isInTransaction());
    session_->execute(kInsertThing, {numberedId(1), "", 0, 0.0, 0, "", ""});
    EXPECT_EQ(kindOf([&] {
                  session_->execute(kInsertThing, {numberedId(1), "", 0, 0.0, 0, "", ""});
              }),
              Kind::Duplicate);
    EXPECT_TRUE(session_->isInTransaction()) << "only the statement was undone";
    session_->commit();
    EXPECT_FALSE(session_->isInTransaction());
    session_->begin(true);
    session_->rollback();
    EXPECT_FALSE(session_->isInTransaction());
}

TEST_P(DatabaseEngineSuite, WithOneWriterPartsOfATransactionAreUndoneByThemselves) {
    if (engine_->maxWriters() != 1) GTEST_SKIP() << "writers of this engine share no transaction";
    define(kThings);
    session_->begin(true);
    session_->execute(kInsertThing, {numberedId(1), "", 0, 0.0, 0, "", ""});
    session_->execute("SAVEPOINT unit", {});
    session_->execute(kInsertThing, {numberedId(2), "", 0, 0.0, 0, "", ""});
    session_->execute("ROLLBACK TO SAVEPOINT unit", {});
    session_->execute("RELEASE SAVEPOINT unit", {});
    session_->execute("SAVEPOINT unit", {});
    session_->execute(kInsertThing, {numberedId(3), "", 0, 0.0, 0, "", ""});
    session_->execute("RELEASE SAVEPOINT unit", {});
    EXPECT_TRUE(session_->isInTransaction());
    session_->commit();
    const auto rows = session_->select("SELECT id FROM things ORDER BY id", {});
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows[1][0].view(), numberedId(3));
}

TEST_P(DatabaseEngineSuite, ReadsWithoutATransactionSeeWhatOthersCommitBetween) {
    define(kThings);
    session_->begin(false);
    EXPECT_EQ(count("things"), 0);
    engine_->open()->execute(kInsertThing, {numberedId(1), "", 0, 0.0, 0, "", ""});
    EXPECT_EQ(count("things"), 1);
    session_->commit();
}

TEST_P(DatabaseEngineSuite, LocksARowForTheLengthOfATransaction) {
    define(kThings);
    session_->execute(kInsertThing, {numberedId(1), "", 0, 0.0, 0, "", ""});
    const std::string read = "SELECT amount FROM things WHERE id = ?" + std::string(engine_->dialect().forUpdate());
    const auto addOne = [&] {
        const auto own = engine_->open();
        for (int i = 0; i < 20; ++i) {
            own->begin(true);
            const std::int64_t amount = own->selectOne(read, {numberedId(1)})->at(0).integer();
            own->execute("UPDATE things SET amount = ? WHERE id = ?", {amount + 1, numberedId(1)});
            own->commit();
        }
    };
    std::thread other(addOne);
    addOne();
    other.join();
    EXPECT_EQ(session_->selectOne("SELECT amount FROM things")->at(0).integer(), 40);
}

TEST_P(DatabaseEngineSuite, NumbersRowsUpwardsAndTellsTheLastNumber) {
    define("CREATE TABLE steps (seq {sequence}, name {key}) {table}");
    const std::string last(engine_->dialect().lastSequence());
    session_->execute("INSERT INTO steps (name) VALUES (?)", {"one"});
    const std::int64_t first = session_->selectOne(last)->at(0).integer();
    session_->execute("INSERT INTO steps (name) VALUES (?)", {"two"});
    EXPECT_GT(session_->selectOne(last)->at(0).integer(), first);
    EXPECT_EQ(session_->selectOne("SELECT name FROM steps WHERE seq = ?", {first})->at(0).view(), "one");
    session_->execute("DELETE FROM steps");
    session_->execute("INSERT INTO steps (name) VALUES (?)", {"three"});
    EXPECT_GT(session_->selectOne("SELECT seq FROM steps")->at(0).integer(), first + 1);
}

TEST_P(DatabaseEngineSuite, SeesUncommittedRowsWhereWritersDoNotTakeTurns) {
    define("CREATE TABLE steps (seq {sequence}, name {key}) {table}");
    const std::string prepare(engine_->dialect().seeUncommitted());
    const auto see = [&](const std::string& statement) {
        if (!prepare.empty()) session_->execute(prepare, {});
        return session_->select(statement, {}).size();
    };
    const auto other = engine_->open();
    other->begin(true);
    other->execute("INSERT INTO steps (name) VALUES (?)", {"one"});
    const std::size_t uncommitted = prepare.empty() ? 0 : 1;
    EXPECT_EQ(uncommitted == 1, engine_->maxWriters() > 1);
    for (int i = 0; i < 2; ++i) {
        EXPECT_EQ(see("SELECT seq FROM steps"), uncommitted);
        EXPECT_EQ(session_->select("SELECT seq FROM steps", {}).size(), 0u) << "only the one statement";
        EXPECT_EQ(see("SELECT name FROM steps WHERE seq > 0"), uncommitted);
    }
    other->rollback();
    EXPECT_EQ(see("SELECT seq FROM steps"), 0u);
}

TEST_P(DatabaseEngineSuite, ShufflesWithItsRandomOrder) {
    define(kThings);
    for (int n = 0; n < 3; ++n) session_->execute(kInsertThing, {numberedId(n), "", n, 0.0, 0, "", ""});
    const std::string statement = "SELECT id FROM things ORDER BY " + std::string(engine_->dialect().randomOrder());
    EXPECT_EQ(session_->select(statement, {}).size(), 3u);
}

TEST_P(DatabaseEngineSuite, SaysThatDdlWasDoneAlready) {
    const std::string table = engine_->dialect().expand("CREATE TABLE t (a {int}, b {key}) {table}");
    const std::string column = engine_->dialect().expand("ALTER TABLE t ADD COLUMN c {int}");
    const std::string index = "CREATE INDEX t_a ON t (a)";
    const std::string drop = "DROP INDEX t_a /*! ON t */";
    for (const std::string& ddl : {table, column, index, drop}) {
        session_->execute(ddl, {});
        EXPECT_EQ(kindOf([&] { session_->execute(ddl, {}); }), Kind::AlreadyExists) << ddl;
    }
}

TEST_P(DatabaseEngineSuite, KeepsAStatementThroughAChangeOfItsTable) {
    define("CREATE TABLE t (a {int}) {table}");
    const auto other = engine_->open();
    session_->execute("INSERT INTO t (a) VALUES (?)", {1});
    EXPECT_EQ(session_->selectOne("SELECT * FROM t")->size(), 1u);
    other->execute(engine_->dialect().expand("ALTER TABLE t ADD COLUMN b {key}"), {});
    other->execute("UPDATE t SET b = ?", {"text"});
    const auto row = session_->selectOne("SELECT * FROM t");
    ASSERT_EQ(row->size(), 2u);
    EXPECT_EQ(row->at(0).integer(), 1);
    EXPECT_EQ(row->at(1).view(), "text");
}

TEST_P(DatabaseEngineSuite, RunsMoreStatementsThanItKeeps) {
    define(kThings);
    session_->execute(kInsertThing, {numberedId(1), "", 7, 0.0, 0, "", ""});
    for (int round = 0; round < 2; ++round) {
        for (int n = 0; n < 600; ++n) {
            const auto row = session_->selectOne("SELECT amount + " + std::to_string(n) + " FROM things");
            ASSERT_EQ(row->at(0).integer(), 7 + n);
        }
    }
}

TEST_P(DatabaseEngineSuite, StaysUsableAfterAWrongStatement) {
    EXPECT_EQ(kindOf([&] { session_->select("SELECT nothing FROM nowhere", {}); }), Kind::Other);
    EXPECT_EQ(kindOf([&] { session_->select("SELECT ?", {}); }), Kind::Other);
    EXPECT_EQ(kindOf([&] { session_->select("SELECT 1", {1}); }), Kind::Other);
    EXPECT_TRUE(session_->isUsable());
    EXPECT_EQ(session_->selectOne("SELECT 1")->at(0).integer(), 1);
}

TEST_P(DatabaseEngineSuite, LetsOneAtATimeMigrate) {
    std::atomic<int> inside{0};
    std::atomic<int> most{0};
    std::atomic<int> runs{0};
    const auto migrate = [&] {
        const auto own = engine_->open();
        engine_->withMigrationLock(*own, [&] {
            most = std::max(most.load(), ++inside);
            std::this_thread::sleep_for(std::chrono::milliseconds(30));
            --inside;
            ++runs;
        });
    };
    std::thread other(migrate);
    migrate();
    other.join();
    EXPECT_EQ(runs, 2);
    EXPECT_EQ(most, 1);
}

TEST_P(DatabaseEngineSuite, FreesTheMigrationLockWhenAMigrationFails) {
    EXPECT_THROW(engine_->withMigrationLock(*session_, [] { throw std::runtime_error("broken"); }), std::runtime_error);
    bool ran = false;
    const auto other = engine_->open();
    engine_->withMigrationLock(*other, [&] { ran = true; });
    EXPECT_TRUE(ran);
}

}  // namespace
}  // namespace inkwell::testkit
