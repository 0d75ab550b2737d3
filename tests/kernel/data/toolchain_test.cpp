// Traps of Poco::Data, MariaDB and SQLite that the data layer is built around. A test that fails here after an upgrade
// says that a trap is gone: look at share/doc/decisions/0001-statements-on-the-handle.md.
#include <Poco/Data/MySQL/Connector.h>
#include <Poco/Data/MySQL/MySQLException.h>
#include <Poco/Data/RecordSet.h>
#include <Poco/Data/SQLite/Connector.h>
#include <Poco/Data/Session.h>
#include <Poco/Data/SessionPool.h>
#include <gtest/gtest.h>

#include "tests/support/test_engines.h"

namespace inkwell::test {
namespace {

using Poco::Data::RecordSet;
using Poco::Data::Session;
using Poco::Data::Keywords::into;
using Poco::Data::Keywords::now;
using Poco::Data::Keywords::use;

std::string connectionString(const std::string& more) {
    PrivateMariaDb& server = PrivateMariaDb::instance();
    return "host=127.0.0.1;port=" + std::to_string(server.port()) + ";user=root;db=" + server.freshDatabase() + more;
}

class PocoMysql : public testing::Test {
protected:
    PocoMysql() { Poco::Data::MySQL::Connector::registerConnector(); }
    Session open(const std::string& more = ";character-set=utf8mb4") {
        return Session("MySQL", connectionString(more));
    }
};

class PocoSqlite : public testing::Test {
protected:
    PocoSqlite() { Poco::Data::SQLite::Connector::registerConnector(); }
    Session open() { return Session("SQLite", (folder_.path() / "traps.db").string()); }

    TemporaryFolder folder_;
};

// The buffer that the connector binds has this length. Reading such a column can crash, so it is not read here.
TEST_F(PocoMysql, BindsNoBufferForALongTextAndAnEnormousOneForAMediumText) {
    Session session = open();
    session << "CREATE TABLE t (wide LONGTEXT, medium MEDIUMTEXT, small TEXT)", now;
    Poco::Data::Statement select(session);
    select << "SELECT wide, medium, small FROM t", now;
    const RecordSet rows(select);
    EXPECT_EQ(rows.columnLength(0), 0u);
    EXPECT_GE(rows.columnLength(1), 16'000'000u);
    EXPECT_LE(rows.columnLength(2), 300'000u);
}

TEST_F(PocoMysql, LosesTheNumberOfADuplicate) {
    Session session = open();
    session << "CREATE TABLE t (id BIGINT PRIMARY KEY)", now;
    session << "INSERT INTO t VALUES (1)", now;
    try {
        session << "INSERT INTO t VALUES (1)", now;
        ADD_FAILURE() << "the row was taken";
    } catch (const Poco::Data::MySQL::StatementException& error) {
        EXPECT_EQ(error.code(), 0);
        EXPECT_NE(error.displayText().find("[mysql_stmt_errno]: 1062"), std::string::npos) << error.displayText();
    }
}

TEST_F(PocoMysql, ReadsNullAsAnEmptyText) {
    Session session = open();
    std::string text = "before";
    session << "SELECT CAST(NULL AS CHAR(10))", into(text), now;
    EXPECT_EQ(text, "");
}

TEST_F(PocoMysql, RefusesEmojiUnlessTheConnectionStringNamesTheCharacterSet) {
    std::string emoji = "👾";
    const auto insert = [&](Session session) {
        session << "CREATE TABLE t (a VARCHAR(10) CHARACTER SET utf8mb4)", now;
        session << "INSERT INTO t VALUES (?)", use(emoji), now;
    };
    EXPECT_THROW(insert(open("")), Poco::Exception);
    EXPECT_NO_THROW(insert(open()));
}

TEST_F(PocoMysql, AnEmptyPoolThrowsAtOnce) {
    Poco::Data::SessionPool pool("MySQL", connectionString(""), 1, 1);
    const Session only = pool.get();
    EXPECT_THROW(pool.get(), Poco::Data::SessionPoolExhaustedException);
}

TEST_F(PocoSqlite, ATransactionThatTurnsToWritingFailsAtOnceWhenAnotherWriterWasFaster) {
    const auto engine = std::make_unique<database_sqlite::SqliteEngine>((folder_.path() / "traps.db").string());
    const auto slow = engine->open();
    const auto fast = engine->open();
    slow->execute("CREATE TABLE t (a INTEGER)", {});
    slow->execute("BEGIN DEFERRED", {});
    slow->select("SELECT a FROM t", {});
    fast->execute("INSERT INTO t (a) VALUES (1)", {});
    try {
        slow->execute("INSERT INTO t (a) VALUES (2)", {});
        ADD_FAILURE() << "it was written over what it had not seen";
    } catch (const DatabaseError& error) {
        EXPECT_EQ(error.kind(), DatabaseError::Kind::Conflict);
    }
    slow->execute("ROLLBACK", {});
}

TEST_F(PocoSqlite, ComparesTextsRegardlessOfCaseInLikeUnlessTold) {
    Session session = open();
    int matches = 0;
    session << "SELECT 'Cafe' LIKE 'cafe'", into(matches), now;
    EXPECT_EQ(matches, 1);
}

TEST(MariaDb, ANumberEqualsEveryTextThatIsNone) {
    const auto engine = makeMysqlEngine();
    const auto session = engine->open();
    EXPECT_EQ(session->selectOne("SELECT 'abc' = ?", {0})->at(0).integer(), 1);
    EXPECT_EQ(session->selectOne("SELECT 'abc' = ?", {"0"})->at(0).integer(), 0);
}

TEST(MariaDb, AnAsciiColumnCannotBeComparedWithEveryText) {
    const auto engine = makeMysqlEngine();
    const auto session = engine->open();
    session->execute("CREATE TABLE t (id CHAR(24) CHARACTER SET ascii COLLATE ascii_bin)", {});
    EXPECT_THROW(session->select("SELECT id FROM t WHERE id = ?", {"é"}), DatabaseError);
}

TEST(MariaDb, DefaultCollationsIgnoreCaseAndAccents) {
    const auto engine = makeMysqlEngine();
    const auto session = engine->open();
    const char* compare = "SELECT CAST(? AS CHAR) COLLATE utf8mb4_general_ci = ?";
    EXPECT_EQ(session->selectOne(compare, {"Cafe", "café"})->at(0).integer(), 1);
}

TEST(MariaDb, BinaryCollationsStillIgnoreSpacesAtTheEnd) {
    const auto engine = makeMysqlEngine();
    const auto session = engine->open();
    session->execute("CREATE TABLE t (a VARCHAR(10) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin)", {});
    session->execute("INSERT INTO t (a) VALUES (?)", {"a"});
    EXPECT_TRUE(session->selectOne("SELECT a FROM t WHERE a = ?", {"a "}));
}

TEST(MariaDb, AnUpdateToEqualValuesCountsNoRow) {
    const auto engine = makeMysqlEngine();
    const auto session = engine->open();
    session->execute("CREATE TABLE t (a BIGINT)", {});
    session->execute("INSERT INTO t (a) VALUES (1)", {});
    EXPECT_EQ(session->execute("UPDATE t SET a = ?", {1}), 0);
}

}  // namespace
}  // namespace inkwell::test
