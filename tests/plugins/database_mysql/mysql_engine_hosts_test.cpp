// Several database servers: fail-over of new sessions, and a Galera cluster of Debian's galera-4.
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "kernel/data/database.h"
#include "tests/support/test_engines.h"

namespace inkwell::test {
namespace {

using database_mysql::MysqlEngine;
using database_mysql::MysqlOptions;
using kernel::PooledDatabase;
using SteadyClock = std::chrono::steady_clock;

constexpr std::chrono::seconds kFailOver{2};

std::string at(const PrivateMariaDb& server) { return "127.0.0.1:" + std::to_string(server.port()); }

MysqlOptions optionsFor(const std::string& hosts) {
    MysqlOptions options;
    options.host = hosts;
    options.user = "root";
    options.database = "inkwell";
    return options;
}

std::int64_t portOf(EngineSession& session) { return session.selectOne("SELECT @@port")->at(0).integer(); }

TEST(MysqlFailOver, ANewSessionIsThereWithinTwoSecondsWhenItsHostDiesOrFreezes) {
    PrivateMariaDb first({.durable = false});
    PrivateMariaDb second({.durable = false});
    for (PrivateMariaDb* server : {&first, &second}) server->run("CREATE DATABASE inkwell");
    MysqlEngine engine(optionsFor(at(first) + ", " + at(second)));
    const auto timed = [&] {
        const auto begin = SteadyClock::now();
        const std::int64_t port = portOf(*engine.open());
        EXPECT_LT(SteadyClock::now() - begin, kFailOver);
        return port;
    };
    EXPECT_EQ(timed(), first.port());
    first.freeze();
    EXPECT_EQ(timed(), second.port());
    first.resume();
    EXPECT_EQ(timed(), second.port()) << "it stays where it is";
    second.kill();
    EXPECT_EQ(timed(), first.port());
    first.kill();
    try {
        engine.open();
        ADD_FAILURE() << "it opened";
    } catch (const DatabaseError& error) {
        EXPECT_EQ(error.kind(), DatabaseError::Kind::Unavailable);
        for (const PrivateMariaDb* server : {&first, &second})
            EXPECT_NE(std::string(error.what()).find(at(*server) + ": "), std::string::npos) << error.what();
    }
}

TEST(MysqlFailOver, AUnitOfWorkGoesOnAtTheOtherHost) {
    PrivateMariaDb first({.durable = false});
    PrivateMariaDb second({.durable = false});
    for (PrivateMariaDb* server : {&first, &second})
        server->run("CREATE DATABASE inkwell; CREATE TABLE inkwell.t (id INT PRIMARY KEY)");
    MysqlEngine engine(optionsFor(at(first) + "," + at(second)));
    PooledDatabase database(engine, {});
    const auto port = [](Sql& sql) { return sql.selectOne("SELECT @@port")->at(0).integer(); };
    EXPECT_EQ(database.read(port), first.port());
    first.kill();
    EXPECT_EQ(database.read(port), second.port());
    EXPECT_NO_THROW(database.write([](Sql& sql) { sql.execute("INSERT INTO t VALUES (1)", {}); }));
}

/// Two nodes. The first one alone would go on; the second one alone would not.
class Galera : public testing::Test {
protected:
    static PrivateMariaDb::Options node(const std::string& address, int weight) {
        return {.durable = false,
                .more = {"--wsrep-on=ON", "--wsrep-provider=/usr/lib/galera/libgalera_smm.so",
                         "--wsrep-cluster-address=" + address, "--wsrep-cluster-name={folder}", "--binlog-format=ROW",
                         "--innodb-autoinc-lock-mode=2", "--wsrep-node-address=127.0.0.1", "--wsrep-sst-method=rsync",
                         "--wsrep-provider-options=base_port=1{port};pc.weight=" + std::to_string(weight)}};
    }
};

}  // namespace
}  // namespace inkwell::test
