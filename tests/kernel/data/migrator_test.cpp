#include "kernel/data/migrator.h"

#include <gtest/gtest.h>

#include <thread>

#include "kernel/data/migration_store.h"
#include "tests/kernel/data/both_engines.h"
#include "tests/kernel/data/refusing_engine.h"

namespace inkwell::test {
namespace {

using kernel::migrate;
using kernel::PluginMigrations;

class MigratorOnEngine : public EachEngine {
protected:
    std::string whyNot(const std::vector<PluginMigrations>& all) {
        try {
            migrate(*engine_, all, 1);
        } catch (const std::runtime_error& error) {
            return error.what();
        }
        return "it went well";
    }
    std::vector<std::string> ledger() {
        return database_.read([](Sql& sql) {
            std::vector<std::string> lines;
            for (const SqlRow& row : sql.select(
                     "SELECT plugin, number, name, applied_at FROM schema_migrations ORDER BY applied_at, number",
                     {})) {
                lines.push_back(row[0].text() + " " + row[1].text() + " " + row[2].text() + " " + row[3].text());
            }
            return lines;
        });
    }
};

INKWELL_ON_EACH_ENGINE(MigratorOnEngine);

const Migration kFirst{1, "first", {"CREATE TABLE a (id {int} NOT NULL PRIMARY KEY, name {key}) {table}"}};
const Migration kSecond{2, "second", {"ALTER TABLE a ADD COLUMN more {document}", "CREATE INDEX a_name ON a (name)"}};

bool mentions(const std::string& text, std::initializer_list<const char*> fragments) {
    for (const char* fragment : fragments) {
        if (text.find(fragment) == std::string::npos) return false;
    }
    return true;
}

TEST_P(MigratorOnEngine, AppliesEachStepOnceAndWritesItDown) {
    migrate(*engine_, {{"things", {kFirst}}}, 1000);
    migrate(*engine_, {{"things", {kFirst}}}, 2000);
    migrate(*engine_, {{"things", {kFirst, kSecond}}}, 3000);
    EXPECT_EQ(ledger(), (std::vector<std::string>{"things 1 first 1000", "things 2 second 3000"}));
    database_.write([](Sql& sql) { sql.execute("INSERT INTO a (id, more) VALUES (?, ?)", {1, "text"}); });
    EXPECT_EQ(count("a"), 1);
}

TEST_P(MigratorOnEngine, KnowsThePluginsThatAreNotGiven) {
    migrate(*engine_, {{"things", {kFirst}}, {"others", {}}}, 1);
    const auto session = engine_->open();
    EXPECT_EQ(kernel::findUnknownPlugins(*session, {{"others", {}}}), std::vector<std::string>{"things"});
    EXPECT_EQ(kernel::findUnknownPlugins(*session, {{"things", {kFirst}}}), std::vector<std::string>{});
}

TEST_P(MigratorOnEngine, LeavesPluginsAloneThatAreNotGiven) {
    migrate(*engine_, {{"things", {kFirst}}}, 1);
    EXPECT_NO_THROW(migrate(*engine_, {{"others", {}}}, 2));
    EXPECT_EQ(ledger().size(), 1u);
}

TEST_P(MigratorOnEngine, FinishesAStepThatWasCutShort) {
    migrate(*engine_, {{"things", {kFirst}}}, 1);
    // As after a crash between the two statements of the second step, where DDL commits by itself.
    database_.write([&](Sql& sql) { sql.execute(expand(kSecond.statements[0])); });
    migrate(*engine_, {{"things", {kFirst, kSecond}}}, 2);
    EXPECT_EQ(ledger().size(), 2u);
}

TEST_P(MigratorOnEngine, TakesAStepForDoneThatAnotherServerHasWrittenDownMeanwhile) {
    if (engine_->name() != "mysql") return;  // only there servers may be at different nodes of a cluster
    const Migration both{1,
                         "first",
                         {kFirst.statements[0],
                          "INSERT INTO schema_migrations (plugin, number, name, digest, applied_at) "
                          "VALUES ('things', 1, 'first', 'another', 7)"}};
    migrate(*engine_, {{"things", {both}}}, 1);
    EXPECT_EQ(ledger(), std::vector<std::string>{"things 1 first 7"});
}

TEST_P(MigratorOnEngine, NamesTheStepThatFailsAndDoesNotWriteItDown) {
    const std::string why =
        whyNot({{"things", {kFirst, {2, "broken", {"CREATE TABLE a2 (id {int}) {table}", "CREATE NONSENSE"}}}}});
    EXPECT_TRUE(mentions(why, {"migration 2 'broken' of plugin 'things' failed"})) << why;
    EXPECT_EQ(ledger().size(), 1u);
    EXPECT_EQ(whyNot({{"things", {kFirst, kSecond}}}), "it went well");
}

TEST_P(MigratorOnEngine, NamesAStepThatWasChangedAfterwards) {
    migrate(*engine_, {{"things", {kFirst}}}, 1);
    const Migration changed{1, "first", {"CREATE TABLE a (id {int} NOT NULL PRIMARY KEY) {table}"}};
    const std::string why =
        whyNot({{"fine", {{1, "new", {"CREATE TABLE b (id {int}) {table}"}}}}, {"things", {changed}}});
    EXPECT_TRUE(mentions(why, {"migration 1 'first' of plugin 'things' was changed"})) << why;
    // Found before anything was touched.
    EXPECT_EQ(ledger().size(), 1u);
}

TEST_P(MigratorOnEngine, ARenamedStepIsTheSameStep) {
    migrate(*engine_, {{"things", {kFirst}}}, 1);
    EXPECT_EQ(whyNot({{"things", {{1, "a better name", kFirst.statements}}}}), "it went well");
}

TEST_P(MigratorOnEngine, RefusesADatabaseNewerThanTheCode) {
    migrate(*engine_, {{"things", {kFirst, kSecond}}}, 1);
    const std::string why = whyNot({{"things", {kFirst}}});
    EXPECT_TRUE(mentions(why, {"newer than this server", "migration 2 'second' of plugin 'things'", "knows 1"})) << why;
}

TEST_P(MigratorOnEngine, RefusesWhatAKilledRestoreLeft) {
    const auto execute = [&](const char* statement) { database_.write([&](Sql& sql) { sql.execute(statement); }); };
    execute("CREATE TABLE kept_answers (id INT)");
    EXPECT_TRUE(mentions(whyNot({{"things", {kFirst}}}), {"not 'schema_migrations'", "run inkwell-restore --replace"}));
    EXPECT_THROW(kernel::readSchema(*engine_->open(), {}), kernel::UnfinishedRestore);
    execute("DROP TABLE kept_answers");
    migrate(*engine_, {{"things", {kFirst}}}, 1);
    execute("CREATE TABLE restore_unfinished (id INT)");
    EXPECT_TRUE(mentions(whyNot({{"things", {kFirst, kSecond}}}), {"unfinished restore", "inkwell-restore --replace"}));
    EXPECT_THROW(kernel::readSchema(*engine_->open(), {}), kernel::UnfinishedRestore);
    EXPECT_EQ(ledger().size(), 1u);
}

TEST_P(MigratorOnEngine, TouchesNoTableOfSomethingElse) {
    database_.write([](Sql& sql) { sql.execute("CREATE TABLE a (note INT)"); });
    const Migration later{2, "later", {"CREATE TABLE IF NOT EXISTS b (id {int}) {table}"}};
    const std::string refusal = "the database has a table 'a' and no 'schema_migrations': it is of something else";
    EXPECT_TRUE(whyNot({{"things", {kFirst, kSecond}}}).starts_with(refusal));
    EXPECT_THROW(kernel::readSchema(*engine_->open(), {{"things", {kFirst}}}), std::runtime_error);
    const auto session = engine_->open();
    EXPECT_FALSE(kernel::MigrationStore(*session).hasTable());
    database_.write([](Sql& sql) {
        sql.execute("DROP TABLE a");
        sql.execute("CREATE TABLE b (note INT)");
    });
    EXPECT_TRUE(mentions(whyNot({{"things", {kFirst, later}}}), {"a table 'b'"}));
    database_.write([](Sql& sql) { sql.execute("DROP TABLE b"); });
    EXPECT_EQ(whyNot({{"things", {kFirst, later}}}), "it went well");
    EXPECT_NO_THROW(kernel::requireOwnTables(*engine_, {{"things", {kFirst, later}}})) << "they are its own by now";
}

TEST_P(MigratorOnEngine, FindsATableOfSomethingElseBeforeTheFirstOfSeveralIsBroughtUp) {
    database_.write([](Sql& sql) { sql.execute("CREATE TABLE b (note INT)"); });
    const Migration later{1, "later", {"CREATE TABLE b (id {int}) {table}"}};
    try {
        kernel::requireOwnTables(*engine_, {{"things", {kFirst}}, {"others", {later}}});
        ADD_FAILURE() << "it went well";
    } catch (const std::runtime_error& error) {
        EXPECT_TRUE(mentions(error.what(), {"a table 'b'", "it is of something else"})) << error.what();
    }
}

TEST_P(MigratorOnEngine, RefusesNumbersWithAGap) {
    const std::string why = whyNot({{"things", {kFirst, {3, "third", {}}}}});
    EXPECT_TRUE(mentions(why, {"migration 3 'third' of plugin 'things'", "1, 2, 3"})) << why;
}

TEST_P(MigratorOnEngine, ServersThatStartTogetherMigrateOnce) {
    // The statement is not harmless when done twice, so a second run would show.
    const Migration counted{1, "counted", {"CREATE TABLE c (id {int}) {table}", "INSERT INTO c (id) VALUES (1)"}};
    std::vector<std::thread> servers;
    std::atomic<int> failed{0};
    for (int i = 0; i < 4; ++i) {
        servers.emplace_back([&] {
            try {
                migrate(*engine_, {{"things", {counted}}}, 1);
            } catch (const std::exception& error) {
                ADD_FAILURE() << error.what();
                ++failed;
            }
        });
    }
    for (std::thread& server : servers) server.join();
    EXPECT_EQ(failed, 0);
    EXPECT_EQ(count("c"), 1);
    EXPECT_EQ(ledger().size(), 1u);
}

TEST(Migrator, RunsAStepAgainThatMeetsAnotherServersAtItsCommit) {
    const TemporaryFolder folder;
    kernel::RefusingEngine engine((folder.path() / "inkwell.db").string());
    engine.refusals = 2;
    migrate(engine, {{"things", {kFirst}}}, 1);
    EXPECT_EQ(engine.refusals, 0);
    EXPECT_EQ(engine.open()->selectOne("SELECT COUNT(*) FROM schema_migrations")->at(0).integer(), 1);
    engine.refusals = 1000;
    EXPECT_THROW(migrate(engine, {{"things", {kFirst, kSecond}}}, 1), std::runtime_error);
}

TEST_P(MigratorOnEngine, PassesAnUnreachableDatabaseOn) {
    database_mysql::MysqlOptions options;
    options.port = 1;
    database_mysql::MysqlEngine away(options);
    EXPECT_THROW(migrate(away, {}, 1), DatabaseError);
}

// What databases hold already: BLAKE2b-256 of the statements with their closing zeros, by another program.
TEST_P(MigratorOnEngine, KeepsTheDigestThatOlderServersWrote) {
    migrate(*engine_, {{"p", {kFirst}}}, 1);
    const std::string digest = database_.read([](Sql& sql) {
        return sql.selectOne("SELECT digest FROM schema_migrations WHERE plugin = 'p'", {})->at(0).text();
    });
    EXPECT_EQ(digest, "4b0995e397d58aabe4284b15a652368a4a830859539728e2b69a4b773e7cb458");
}

}  // namespace
}  // namespace inkwell::test
