#include <gtest/gtest.h>

#include "plugins/database_mysql/mysql_error.h"
#include "tests/plugins/database/test_engines.h"

namespace inkwell::test {
namespace {

using database_mysql::MysqlEngine;
using database_mysql::MysqlOptions;
using Kind = DatabaseError::Kind;

MysqlOptions overTcp(const std::string& database) {
    MysqlOptions options;
    options.port = PrivateMariaDb::instance().port();
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
        const auto session = MysqlEngine(options).open();
        EXPECT_EQ(session->selectOne("SELECT DATABASE()")->at(0).view(), database);
    }
}

TEST(MysqlEngine, CreatesTheDatabaseOnlyWhenTold) {
    MysqlOptions options = overTcp(PrivateMariaDb::instance().freshDatabase() + "-new");
    EXPECT_NE(whyItDoesNotOpen(options).find("Unknown database"), std::string::npos);
    options.createDatabase = true;
    const auto session = MysqlEngine(options).open();
    const auto row = session->selectOne("SELECT @@character_set_database, @@collation_database");
    EXPECT_EQ(row->at(0).view(), "utf8mb4");
    EXPECT_EQ(row->at(1).view(), "utf8mb4_nopad_bin");
    EXPECT_NO_THROW(MysqlEngine(options).open());
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
    EXPECT_NE(away.find("cannot connect to the database"), std::string::npos);
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
    const auto session = makeMysqlEngine()->open();
    const auto row = session->selectOne(
        "SELECT @@session.tx_isolation, @@session.sql_mode, @@session.autocommit, @@session.collation_connection");
    EXPECT_EQ(row->at(0).view(), "READ-COMMITTED");
    EXPECT_NE(row->at(1).view().find("STRICT_ALL_TABLES"), std::string::npos);
    EXPECT_EQ(row->at(2).integer(), 1);
    EXPECT_EQ(row->at(3).view(), "utf8mb4_nopad_bin");
}

std::string collationsOf(EngineSession& session) {
    return session
        .selectOne(
            "SELECT GROUP_CONCAT(DISTINCT collation_name) FROM information_schema.columns "
            "WHERE table_schema = DATABASE() AND collation_name IS NOT NULL")
        ->at(0)
        .text();
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

TEST(MysqlEngine, NamesTheServersLimitWhenAStatementExceedsIt) {
    const auto session = makeMysqlEngine()->open();
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

TEST(MysqlError, KnowsWhatTheNumbersMean) {
    EXPECT_EQ(database_mysql::errorKind(1062), Kind::Duplicate);
    for (const unsigned conflict : {1205u, 1213u}) EXPECT_EQ(database_mysql::errorKind(conflict), Kind::Conflict);
    for (const unsigned lost : {1053u, 1927u, 2006u, 2013u, 2055u, 3169u, 4031u}) {
        EXPECT_EQ(database_mysql::errorKind(lost), Kind::ConnectionLost) << lost;
    }
    for (const unsigned away : {1040u, 1047u, 2002u, 2003u}) {
        EXPECT_EQ(database_mysql::errorKind(away), Kind::Unavailable) << away;
    }
    for (const unsigned done : {1050u, 1060u, 1061u, 1091u}) {
        EXPECT_EQ(database_mysql::errorKind(done), Kind::AlreadyExists) << done;
    }
    EXPECT_EQ(database_mysql::errorKind(1064), Kind::Other);
}

}  // namespace
}  // namespace inkwell::test
