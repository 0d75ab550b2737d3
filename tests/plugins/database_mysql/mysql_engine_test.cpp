#include <gtest/gtest.h>

#include <optional>
#include <thread>

#include "database_engine_suite.h"
#include "tests/support/eventually.h"
#include "tests/support/test_engines.h"

namespace inkwell::testkit {
namespace {

INSTANTIATE_TEST_SUITE_P(Mysql, DatabaseEngineSuite,
                         testing::Values(DatabaseEngineCase{"mysql", test::makeMysqlEngine}),
                         DatabaseEngineSuite::nameOf);

}  // namespace
}  // namespace inkwell::testkit

namespace inkwell::test {
namespace {

using database_mysql::MysqlEngine;
using database_mysql::MysqlOptions;
using Kind = DatabaseError::Kind;

MysqlOptions overTcp(const std::string& database, const PrivateMariaDb& server = PrivateMariaDb::instance()) {
    MysqlOptions options;
    options.port = server.port();
    options.user = "root";
    options.database = database;
    return options;
}

std::string whyItDoesNotOpen(const MysqlOptions& options) {
    try {
        MysqlEngine(options).open();
    } catch (const DatabaseError& error) {
        EXPECT_EQ(error.kind(), Kind::Unavailable);
        return error.what();
    }
    return "it opened";
}

TEST(MysqlEngine, ConnectsOverTcpAndOverTheSocket) {
    const std::string database = PrivateMariaDb::instance().freshDatabase();
    for (const MysqlOptions& options : {overTcp(database), privateMariaDbOptions(database)}) {
        MysqlEngine engine(options);
        const auto session = engine.open();
        EXPECT_EQ(session->selectOne("SELECT DATABASE()")->at(0).view(), database);
    }
}

TEST(MysqlEngine, CreatesTheDatabaseOnlyWhenTold) {
    MysqlOptions options = overTcp(PrivateMariaDb::instance().freshDatabase() + "-new");
    const MysqlOptions without = options;
    EXPECT_NE(whyItDoesNotOpen(without).find("Unknown database"), std::string::npos);
    options.createDatabase = true;
    MysqlEngine engine(options);
    const auto session = engine.open();
    EXPECT_NE(whyItDoesNotOpen(without).find("Unknown database"), std::string::npos) << "opening it changes nothing";
    engine.withMigrationLock(*session, [] {});
    const auto row = session->selectOne("SELECT @@character_set_database, @@collation_database");
    EXPECT_EQ(row->at(0).view(), "utf8mb4");
    EXPECT_EQ(row->at(1).view(), "utf8mb4_nopad_bin");
    EXPECT_EQ(engine.open()->selectOne("SELECT DATABASE()")->at(0).view(), options.database);
    EXPECT_NO_THROW(MysqlEngine(without).open());
}

TEST(MysqlEngine, SaysWhyItCannotConnectWithoutThePassword) {
    MysqlOptions options = overTcp("inkwell");
    options.user = "nobody";
    options.password = "open=sesame";
    const std::string denied = whyItDoesNotOpen(options);
    EXPECT_NE(denied.find("Access denied"), std::string::npos) << denied;
    EXPECT_EQ(denied.find("sesame"), std::string::npos) << denied;
    options.port = 1;
    const std::string away = whyItDoesNotOpen(options);
    EXPECT_EQ(away.find("cannot connect to the database: 127.0.0.1:1: "), 0U) << away;
    EXPECT_TRUE(away.ends_with("(host and port in plugins.d/database_mysql.json)")) << away;
    EXPECT_EQ(away.find("115"), std::string::npos) << "the system's number for a connection in progress: " << away;
    EXPECT_EQ(away.find("sesame"), std::string::npos) << away;
}

TEST(MysqlEngine, RefusesWhatAConnectionStringCannotCarry) {
    MysqlOptions options;
    options.password = "a;host=elsewhere";
    EXPECT_THROW(MysqlEngine{options}, std::invalid_argument);
    options.password = " a";
    EXPECT_THROW(MysqlEngine{options}, std::invalid_argument);
    options.password = "";
    options.database = "a`; DROP TABLE b";
    EXPECT_THROW(MysqlEngine{options}, std::invalid_argument);
}

TEST(MysqlEngine, SetsTheSessionUp) {
    const auto engine = makeMysqlEngine();
    const auto session = engine->open();
    const auto row = session->selectOne(
        "SELECT @@session.tx_isolation, @@session.sql_mode, @@session.autocommit, @@session.collation_connection, "
        "@@session.lock_wait_timeout");
    EXPECT_EQ(row->at(0).view(), "READ-COMMITTED");
    EXPECT_NE(row->at(1).view().find("STRICT_ALL_TABLES"), std::string::npos);
    EXPECT_EQ(row->at(2).integer(), 1);
    EXPECT_EQ(row->at(3).view(), "utf8mb4_nopad_bin");
    EXPECT_EQ(row->at(4).integer(), 5) << "a table that is being changed must not hold the sessions for a day";
}

std::string collationsOf(EngineSession& session) {
    return session
        .selectOne(
            "SELECT GROUP_CONCAT(DISTINCT collation_name) FROM information_schema.columns "
            "WHERE table_schema = DATABASE() AND collation_name IS NOT NULL")
        ->at(0)
        .text();
}

// It comes with the answer to the insert, and is what the server would say.
TEST(MysqlEngine, RemembersTheLastNumberThatTheServerGave) {
    MysqlEngine engine(overTcp(PrivateMariaDb::instance().freshDatabase()));
    const auto session = engine.open();
    session->execute("CREATE TABLE steps (seq BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY, name VARCHAR(20))");
    session->execute("CREATE TABLE plain (id INT PRIMARY KEY)");
    const auto expectSame = [&](std::int64_t number) {
        EXPECT_EQ(session->selectOne(engine.dialect().lastSequence())->at(0).integer(), number);
        EXPECT_EQ(session->selectOne("SELECT LAST_INSERT_ID() + 0")->at(0).integer(), number);
    };
    expectSame(0);
    session->execute("INSERT INTO steps (name) VALUES ('one')");
    expectSame(1);
    session->execute("INSERT INTO steps (name) VALUES ('two'), ('three')");
    expectSame(2);
    session->execute("INSERT INTO plain (id) VALUES (7)");
    session->execute("UPDATE steps SET name = 'none' WHERE seq = 1");
    session->execute("DELETE FROM steps WHERE seq = 3");
    expectSame(2);
}

TEST(MysqlEngine, ConvertsTheTablesOfAnEarlierVersion) {
    MysqlEngine engine(overTcp(PrivateMariaDb::instance().freshDatabase()));
    const auto session = engine.open();
    const std::string form = " ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin";
    session->execute("CREATE TABLE media (id CHAR(24) PRIMARY KEY, document LONGTEXT)" + form, {});
    session->execute(
        "CREATE TABLE media_fields (media_id CHAR(24), FOREIGN KEY (media_id) REFERENCES media (id) ON DELETE "
        "CASCADE)" +
            form,
        {});
    session->execute("INSERT INTO media VALUES ('a', 'ä')", {});
    session->execute("INSERT INTO media_fields VALUES ('a')", {});
    engine.withMigrationLock(*session, [] {});
    EXPECT_EQ(collationsOf(*session), "utf8mb4_bin") << "nothing says that these tables are ours";
    session->execute("CREATE TABLE schema_migrations (name VARCHAR(200) PRIMARY KEY)" + form, {});
    bool converted = false;
    engine.withMigrationLock(*session, [&] { converted = collationsOf(*session) == "utf8mb4_nopad_bin"; });
    EXPECT_TRUE(converted) << "before the migrations, which may compare old with new";
    EXPECT_EQ(session->selectOne("SELECT document FROM media WHERE id = 'a'")->at(0).view(), "ä");
    EXPECT_FALSE(session->selectOne("SELECT document FROM media WHERE id = 'a '"));
    session->execute("DELETE FROM media", {});
    EXPECT_FALSE(session->selectOne("SELECT media_id FROM media_fields")) << "the foreign key is still there";
}

TEST(MysqlEngine, RestoresTheForeignKeysOfAConversionThatWasBrokenOff) {
    MysqlEngine engine(overTcp(PrivateMariaDb::instance().freshDatabase()));
    const auto session = engine.open();
    const auto keys = [&] {
        const char* all =
            "SELECT constraint_name FROM information_schema.referential_constraints WHERE "
            "constraint_schema = DATABASE() ORDER BY constraint_name";
        std::string names;
        for (const SqlRow& row : session->select(all, {})) names += row[0].text() + " ";
        return names;
    };
    const std::string form = " ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin";
    session->execute("CREATE TABLE media (id CHAR(24) PRIMARY KEY)" + form, {});
    for (const char* table : {"media_fields", "media_names"}) {
        session->execute("CREATE TABLE " + std::string(table) +
                             " (media_id CHAR(24), FOREIGN KEY (media_id) REFERENCES media (id) ON DELETE CASCADE)" +
                             form,
                         {});
    }
    session->execute("CREATE TABLE schema_migrations (name VARCHAR(200) PRIMARY KEY)" + form, {});
    const std::string before = keys();
    ASSERT_EQ(before, "media_fields_ibfk_1 media_names_ibfk_1 ");

    // Somebody reads a table for long.
    const auto reader = engine.open();
    reader->begin(true);
    reader->select("SELECT name FROM schema_migrations", {});
    session->execute("SET SESSION lock_wait_timeout = 1", {});
    EXPECT_THROW(engine.withMigrationLock(*session, [] {}), DatabaseError);
    reader->rollback();
    EXPECT_EQ(keys(), "");
    session->execute("INSERT INTO media_fields VALUES ('nobody')", {});
    EXPECT_THROW(engine.withMigrationLock(*session, [] {}), DatabaseError);
    EXPECT_EQ(collationsOf(*session), "utf8mb4_nopad_bin") << "broken off behind the last table";

    session->execute("DELETE FROM media_fields", {});
    engine.withMigrationLock(*session, [] {});
    EXPECT_EQ(keys(), before);
    session->execute("INSERT INTO media VALUES ('a')", {});
    session->execute("INSERT INTO media_fields VALUES ('a')", {});
    session->execute("DELETE FROM media", {});
    EXPECT_FALSE(session->selectOne("SELECT media_id FROM media_fields"));
    EXPECT_FALSE(session->selectOne("SHOW TABLES LIKE 'dropped_foreign_keys'"));
}

TEST(MysqlEngine, NamesTheServersLimitWhenAStatementExceedsIt) {
    const auto engine = makeMysqlEngine();
    const auto session = engine->open();
    const std::int64_t limit = session->selectOne("SELECT @@max_allowed_packet")->at(0).integer();
    try {
        session->select("SELECT LENGTH(?)", {std::string(static_cast<std::size_t>(limit), 'x')});
        ADD_FAILURE() << "it was sent";
    } catch (const DatabaseError& error) {
        EXPECT_EQ(error.kind(), Kind::Other);
        EXPECT_NE(std::string(error.what()).find("max_allowed_packet of " + std::to_string(limit)), std::string::npos);
    }
    EXPECT_TRUE(session->isUsable());
    const std::size_t nearly = static_cast<std::size_t>(limit) - 4096;
    EXPECT_EQ(session->selectOne("SELECT LENGTH(?)", {std::string(nearly, 'x')})->at(0).integer(), nearly);
}

TEST(MysqlEngine, FindsALostConnectionWithTheNextStatement) {
    const auto engine = makeMysqlEngine();
    const auto session = engine->open();
    const std::int64_t connection = session->selectOne("SELECT CONNECTION_ID()")->at(0).integer();
    engine->open()->execute("KILL " + std::to_string(connection), {});
    EXPECT_TRUE(session->isUsable());
    try {
        session->select("SELECT 1", {});
        ADD_FAILURE() << "the connection lives";
    } catch (const DatabaseError& error) {
        EXPECT_EQ(error.kind(), Kind::ConnectionLost) << error.what();
    }
    EXPECT_FALSE(session->isUsable());
}

TEST(MysqlEngine, FindsThatTheServerDiesBetweenTwoRowsOfAResult) {
    PrivateMariaDb server;
    MysqlEngine engine(overTcp(server.freshDatabase(), server));
    const auto session = engine.open();
    std::thread reader([&] {
        try {
            session->select("SELECT REPEAT('x', 1000000), SLEEP(0.01) FROM seq_1_to_10000", {});
            ADD_FAILURE() << "the server lives";
        } catch (const DatabaseError& error) {
            EXPECT_EQ(error.kind(), Kind::ConnectionLost) << error.what();
        }
    });
    EXPECT_TRUE(eventually([&] { return server.run("SHOW PROCESSLIST").find("SLEEP(0.01)") != std::string::npos; }));
    server.kill();
    reader.join();
    EXPECT_FALSE(session->isUsable());
}

TEST(MysqlEngine, ALostConnectionFreesTheMigrationLock) {
    const auto engine = makeMysqlEngine();
    const auto session = engine->open();
    const auto other = engine->open();
    const std::int64_t connection = session->selectOne("SELECT CONNECTION_ID()")->at(0).integer();
    bool ran = false;
    engine->withMigrationLock(*session, [&] {
        other->execute("KILL " + std::to_string(connection), {});
        engine->withMigrationLock(*other, [&] { ran = true; });
    });
    EXPECT_TRUE(ran);
}

TEST(MysqlEngine, DoesNotSayThatItCommitsWhatTheServerHasRolledBack) {
    const auto engine = makeMysqlEngine();
    const auto victim = engine->open();
    const auto other = engine->open();
    victim->execute("CREATE TABLE t (a INT PRIMARY KEY, b INT) ENGINE=InnoDB", {});
    victim->execute("INSERT INTO t VALUES (1, 0), (2, 0)", {});
    const char* update = "UPDATE t SET b = b + 1 WHERE a = ?";
    victim->begin(true);
    victim->execute(update, {1});
    other->begin(true);
    // It has written more, so that it is not the victim.
    for (int n = 3; n <= 20; ++n) other->execute("INSERT INTO t VALUES (?, 0)", {n});
    other->execute(update, {2});
    std::thread waiting([&] { other->execute(update, {1}); });
    EXPECT_THROW(victim->execute(update, {2}), DatabaseError);
    waiting.join();
    other->commit();
    EXPECT_THROW(victim->commit(), DatabaseError);
    victim->rollback();
    victim->begin(true);
    EXPECT_THROW(victim->execute("INSERT INTO t VALUES (1, 0)", {}), DatabaseError);
    victim->execute(update, {1});
    EXPECT_NO_THROW(victim->commit()) << "a duplicate does not end a transaction";
    EXPECT_EQ(victim->selectOne("SELECT b FROM t WHERE a = 1")->at(0).integer(), 2);
}

// A node that rolled a transaction back says so with the next answer, and closing a statement has none.
TEST(MysqlEngine, ClosesNoStatementInsideATransaction) {
    const auto engine = makeMysqlEngine();
    const auto session = engine->open();
    const auto closed = [&] {
        return session
            ->selectOne(
                "SELECT variable_value FROM information_schema.session_status "
                "WHERE variable_name = 'Com_stmt_close'")
            ->at(0)
            .text();
    };
    session->begin(true);
    const std::string before = closed();
    for (int n = 0; n < 400; ++n) session->selectOne("SELECT " + std::to_string(n));
    EXPECT_EQ(closed(), before);
    session->commit();
    session->begin(false);
    EXPECT_NE(closed(), before) << "those that were too many are closed after it";
}

TEST(MysqlEngine, AServerThatMayNotBeWrittenToIsUnavailableUntilItMay) {
    PrivateMariaDb server;
    MysqlOptions options = overTcp(server.freshDatabase(), server);
    const std::string site = "'site'@'localhost', 'site'@'127.0.0.1'";
    server.run("CREATE USER " + site + "; GRANT ALL ON *.* TO " + site + "; REVOKE READ_ONLY ADMIN ON *.* FROM " +
               site);
    options.user = "site";
    MysqlEngine engine(options);
    const auto session = engine.open();
    session->execute("CREATE TABLE t (a INT) ENGINE=InnoDB", {});
    const auto kindOfInsert = [&]() -> std::optional<Kind> {
        session->begin(true);
        try {
            session->execute("INSERT INTO t VALUES (1)", {});
            session->commit();
        } catch (const DatabaseError& error) {
            session->rollback();
            return error.kind();
        }
        return std::nullopt;
    };
    EXPECT_EQ(kindOfInsert(), std::nullopt);
    server.run("SET GLOBAL read_only = 1");
    EXPECT_EQ(kindOfInsert(), Kind::Unavailable);
    EXPECT_EQ(session->selectOne("SELECT COUNT(*) FROM t")->at(0).integer(), 1) << "reads go on";
    server.run("SET GLOBAL read_only = 0");
    EXPECT_EQ(kindOfInsert(), std::nullopt);
}

TEST(MysqlEngine, GoesOnWhenTheServerKeepsNoMoreStatements) {
    PrivateMariaDb server({.durable = false});
    MysqlEngine engine(overTcp(server.freshDatabase(), server));
    const auto session = engine.open();
    session->execute("CREATE TABLE t (a INT PRIMARY KEY)", {});
    server.run("SET GLOBAL max_prepared_stmt_count = 10");
    session->begin(true);
    for (int n = 0; n < 30; ++n) session->execute("INSERT INTO t VALUES (" + std::to_string(n) + ")", {});
    session->commit();
    EXPECT_EQ(session->selectOne("SELECT COUNT(*) FROM t")->at(0).integer(), 30);
    server.run("SET GLOBAL max_prepared_stmt_count = 0");
    try {
        session->select("SELECT 1", {});
        ADD_FAILURE() << "the server keeps one";
    } catch (const DatabaseError& error) {
        EXPECT_EQ(error.kind(), Kind::Unavailable) << error.what();
    }
}

}  // namespace
}  // namespace inkwell::test
