#include <gtest/gtest.h>

#include "kernel/data/database.h"
#include "tests/support/test_engines.h"

namespace inkwell::test {
namespace {

using kernel::PooledDatabase;
using Kind = DatabaseError::Kind;

std::int64_t connectionId(Sql& sql) { return sql.selectOne("SELECT CONNECTION_ID()")->at(0).integer(); }

void killConnection(std::int64_t id) { PrivateMariaDb::instance().run("KILL " + std::to_string(id)); }

class LostConnection : public testing::Test {
protected:
    LostConnection() : engine_(makeMysqlEngine()), database_(*engine_, {}) {
        database_.write([](Sql& sql) { sql.execute("CREATE TABLE things (id BIGINT NOT NULL PRIMARY KEY)"); });
    }
    std::int64_t count() {
        return database_.read([](Sql& sql) { return sql.selectOne("SELECT COUNT(*) FROM things")->at(0).integer(); });
    }

    std::unique_ptr<DatabaseEngine> engine_;
    PooledDatabase database_;
};

TEST_F(LostConnection, OfAnIdleSessionGoesUnnoticed) {
    killConnection(database_.read(connectionId));
    EXPECT_EQ(count(), 0);
    killConnection(database_.read(connectionId));
    database_.write([](Sql& sql) { sql.execute("INSERT INTO things (id) VALUES (?)", {1}); });
    EXPECT_EQ(count(), 1);
}

TEST_F(LostConnection, InTheMiddleOfAWriteRunsItAgainAsAWhole) {
    int runs = 0;
    database_.write([&](Sql& sql) {
        const int run = ++runs;
        sql.execute("INSERT INTO things (id) VALUES (?)", {1});
        if (run == 1) killConnection(connectionId(sql));
        sql.execute("INSERT INTO things (id) VALUES (?)", {2});
    });
    EXPECT_EQ(runs, 2);
    EXPECT_EQ(count(), 2);
}

TEST_F(LostConnection, InTheMiddleOfAReadIsUnavailable) {
    try {
        database_.read([](Sql& sql) {
            killConnection(connectionId(sql));
            sql.select("SELECT id FROM things");
        });
        ADD_FAILURE() << "the connection lives";
    } catch (const DatabaseError& error) {
        EXPECT_EQ(error.kind(), Kind::Unavailable);
    }
    EXPECT_EQ(count(), 0);
}

TEST(LostServer, IsUnavailableWhileItIsAwayAndComesBackByItself) {
    PrivateMariaDb server;
    database_mysql::MysqlOptions options;
    options.port = server.port();
    options.user = "root";
    options.database = server.freshDatabase();
    database_mysql::MysqlEngine engine(options);
    PooledDatabase database(engine, {});
    const auto insert = [](Sql& sql) { sql.execute("INSERT INTO things (id) VALUES (?)", {1}); };
    database.write([](Sql& sql) { sql.execute("CREATE TABLE things (id BIGINT NOT NULL PRIMARY KEY)"); });
    database.write(insert);
    server.kill();
    for (int i = 0; i < 2; ++i) {
        try {
            database.read([](Sql& sql) { return sql.select("SELECT id FROM things"); });
            ADD_FAILURE() << "the server lives";
        } catch (const DatabaseError& error) {
            EXPECT_EQ(error.kind(), Kind::Unavailable) << error.what();
        }
    }
    server.start();
    EXPECT_EQ(database.read([](Sql& sql) { return sql.select("SELECT id FROM things"); }).size(), 1u);
}

}  // namespace
}  // namespace inkwell::test
