// Several database servers: fail-over of new sessions, and a Galera cluster of Debian's galera-4.
#include <gtest/gtest.h>

#include <chrono>

#include "kernel/data/database.h"
#include "tests/support/cutting_proxy.h"
#include "tests/support/eventually.h"
#include "tests/support/test_engines.h"

namespace inkwell::test {
namespace {

using database_mysql::MysqlEngine;
using database_mysql::MysqlOptions;
using kernel::PooledDatabase;
using SteadyClock = std::chrono::steady_clock;

// One host does not answer, and the other does at once.
static_assert(database_mysql::kTimeoutOfOneSeconds < 2);
// A busy machine takes longer than that, but not what a host alone has.
constexpr std::chrono::seconds kTimeOfOneAlone{5};

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
        EXPECT_LT(SteadyClock::now() - begin, kTimeOfOneAlone);
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

TEST(MysqlFailOver, AllSessionsMoveToTheHostOfTheLastOne) {
    PrivateMariaDb first({.durable = false});
    PrivateMariaDb second({.durable = false});
    for (PrivateMariaDb* server : {&first, &second}) server->run("CREATE DATABASE inkwell");
    MysqlEngine engine(optionsFor(at(first) + "," + at(second)));
    const std::unique_ptr<EngineSession> there = engine.open();
    EXPECT_TRUE(there->isUsable());
    first.freeze();
    const std::unique_ptr<EngineSession> other = engine.open();
    first.resume();
    EXPECT_EQ(portOf(*other), second.port());
    EXPECT_TRUE(other->isUsable());
    EXPECT_FALSE(there->isUsable()) << "it may show less than what was seen through the other one";
}

TEST(MysqlFailOver, AServerThatTakesNoWritesIsLeftOnceAnotherOneTakesThem) {
    PrivateMariaDb primary({.durable = false});
    PrivateMariaDb replica({.durable = false, .more = {"--read-only=ON"}});
    const std::string site = "'site'@'localhost', 'site'@'127.0.0.1'";
    for (PrivateMariaDb* server : {&primary, &replica})
        server->run("CREATE DATABASE inkwell; CREATE TABLE inkwell.t (a INT) ENGINE=InnoDB; CREATE USER " + site +
                    "; GRANT ALL ON *.* TO " + site + "; REVOKE READ_ONLY ADMIN ON *.* FROM " + site);
    MysqlOptions options = optionsFor(at(replica) + "," + at(primary));
    options.user = "site";
    MysqlEngine engine(options);
    EXPECT_EQ(portOf(*engine.open()), primary.port());
    primary.freeze();
    const std::unique_ptr<EngineSession> there = engine.open();
    const std::unique_ptr<EngineSession> beside = engine.open();
    EXPECT_EQ(portOf(*there), replica.port()) << "it can be read";
    EXPECT_TRUE(there->isUsable());
    try {
        there->execute("INSERT INTO t VALUES (1)", {});
        ADD_FAILURE() << "it was written to";
    } catch (const DatabaseError& error) {
        EXPECT_EQ(error.kind(), DatabaseError::Kind::Unavailable) << error.what();
    }
    EXPECT_FALSE(there->isUsable());
    EXPECT_FALSE(beside->isUsable()) << "it would refuse a write of its own first";
    primary.resume();
    const std::unique_ptr<EngineSession> back = engine.open();
    EXPECT_EQ(portOf(*back), primary.port());
    EXPECT_NO_THROW(back->execute("INSERT INTO t VALUES (1)", {}));
}

/// A cluster of one node, of Debian's galera-4, which can be told to leave it.
class Galera : public testing::Test {
protected:
    Galera()
        : node_({.durable = false,
                 .more = {"--wsrep-on=ON", "--wsrep-provider=/usr/lib/galera/libgalera_smm.so",
                          "--wsrep-cluster-address=gcomm://", "--binlog-format=ROW", "--innodb-autoinc-lock-mode=2",
                          "--wsrep-node-address=127.0.0.1",
                          "--wsrep-provider-options=gmcast.listen_addr=tcp://127.0.0.1:{next};gcache.size=8M"}}) {
        waitUntilReady();
        node_.run("CREATE DATABASE inkwell");
    }
    void waitUntilReady() {
        EXPECT_TRUE(
            eventually([&] { return node_.run("SHOW STATUS LIKE 'wsrep_ready'").find("ON") != std::string::npos; }));
    }
    void leave() { node_.run("SET GLOBAL wsrep_cluster_address = ''"); }
    void joinAgain() {
        node_.run("SET GLOBAL wsrep_cluster_address = 'gcomm://'");
        waitUntilReady();
    }

    PrivateMariaDb node_;
};

TEST_F(Galera, ANodeThatIsNotReadyIsNotUsed) {
    MysqlEngine alone(optionsFor(at(node_)));
    EXPECT_EQ(portOf(*alone.open()), node_.port());
    leave();
    try {
        alone.open();
        ADD_FAILURE() << "it opened";
    } catch (const DatabaseError& error) {
        EXPECT_EQ(error.kind(), DatabaseError::Kind::Unavailable);
        EXPECT_EQ(error.what(), "cannot connect to the database: " + at(node_) +
                                    ": this node is not ready: Initialized (wsrep_ready is not ON) (host and port in "
                                    "plugins.d/database_mysql.json)");
    }
    joinAgain();
    EXPECT_EQ(portOf(*alone.open()), node_.port());
}

TEST_F(Galera, UnitsOfWorkGoOnAtANodeThatIsReady) {
    PrivateMariaDb other({.durable = false});
    other.run("CREATE DATABASE inkwell");
    MysqlEngine engine(optionsFor(at(node_) + "," + at(other)));
    PooledDatabase database(engine, {});
    const auto port = [](Sql& sql) { return sql.selectOne("SELECT @@port")->at(0).integer(); };
    EXPECT_EQ(database.read(port), node_.port());
    leave();
    EXPECT_EQ(database.read(port), other.port());
    EXPECT_EQ(database.write(port), other.port());
}

TEST_F(Galera, OnlyWritesAndNewSessionsWaitForWhatOtherNodesHaveCommitted) {
    MysqlEngine engine(optionsFor(at(node_)));
    const std::unique_ptr<EngineSession> session = engine.open();
    const auto waitOf = [&] { return session->selectOne("SELECT @@wsrep_sync_wait")->at(0).integer(); };
    EXPECT_EQ(waitOf(), 0);
    session->begin(true);
    EXPECT_EQ(waitOf(), 0) << "START TRANSACTION has waited";
    EXPECT_TRUE(session->isInTransaction());
    session->rollback();
}

TEST_F(Galera, ACommitThatFailsForTheLossOfTheOthersHasNoKnownOutcome) {
    CuttingProxy proxy(node_.port());
    MysqlEngine engine(optionsFor("127.0.0.1:" + std::to_string(proxy.port())));
    PooledDatabase database(engine, {});
    database.write([](Sql& sql) { sql.execute("CREATE TABLE t (name VARCHAR(20) PRIMARY KEY)", {}); });
    proxy.failCommitAfter("a certain name");
    int runs = 0;
    try {
        database.write([&](Sql& sql) {
            ++runs;
            sql.execute("INSERT INTO t VALUES (?)", {"a certain name"});
        });
        ADD_FAILURE() << "it succeeded";
    } catch (const DatabaseError& error) {
        EXPECT_EQ(error.kind(), DatabaseError::Kind::OutcomeUnknown) << error.what();
    }
    EXPECT_EQ(runs, 1) << "the other nodes may have it: run again, it would be there twice";
}

MysqlOptions newDatabaseThrough(const CuttingProxy& proxy) {
    MysqlOptions options = optionsFor("127.0.0.1:" + std::to_string(proxy.port()));
    options.database = PrivateMariaDb::instance().freshDatabase();
    return options;
}

TEST(MysqlCertification, ACommitThatFailsItRunsTheUnitOfWorkAgain) {
    CuttingProxy proxy(PrivateMariaDb::instance().port());
    MysqlEngine engine(newDatabaseThrough(proxy));
    PooledDatabase database(engine, {});
    database.write([](Sql& sql) { sql.execute("CREATE TABLE t (name VARCHAR(20) PRIMARY KEY)", {}); });
    bool outcomeUnknown = false;
    database.onUnknownOutcome([&] { outcomeUnknown = true; });
    proxy.refuseCommitAfter("a certain name");
    int runs = 0;
    database.write([&](Sql& sql) {
        ++runs;
        sql.execute("INSERT INTO t VALUES (?)", {"a certain name"});
    });
    EXPECT_EQ(proxy.refusals(), 1);
    EXPECT_EQ(runs, 2);
    EXPECT_FALSE(outcomeUnknown) << "it was rolled back for sure";
    EXPECT_EQ(database.read([](Sql& sql) { return sql.selectOne("SELECT COUNT(*) FROM t")->at(0).integer(); }), 1);
}

// The node says nothing of it: what came next was committed by itself, over what others had written meanwhile.
TEST(MysqlCertification, ATransactionThatIsRolledBackWhileASelectIsPreparedIsRunAgain) {
    CuttingProxy proxy(PrivateMariaDb::instance().port());
    MysqlEngine engine(newDatabaseThrough(proxy));
    PooledDatabase database(engine, {});
    database.write([](Sql& sql) {
        sql.execute("CREATE TABLE t (a INT PRIMARY KEY, b INT)", {});
        sql.execute("INSERT INTO t VALUES (1, 0), (2, 0)", {});
    });
    proxy.rollBackWhilePreparing("'a certain text'");
    int runs = 0;
    database.write([&](Sql& sql) {
        ++runs;
        sql.execute("UPDATE t SET b = b + 1 WHERE a = 1", {});
        sql.select("SELECT 'a certain text'", {});
        sql.execute("UPDATE t SET b = b + 1 WHERE a = 2", {});
    });
    EXPECT_EQ(runs, 2);
    EXPECT_EQ(
        database.read([](Sql& sql) { return sql.selectOne("SELECT MIN(b) * 10 + MAX(b) FROM t")->at(0).integer(); }),
        11)
        << "each of them once";
}

TEST(MysqlCertification, ATransactionThatIsRolledBackInSecretIsNotCommitted) {
    CuttingProxy proxy(PrivateMariaDb::instance().port());
    MysqlEngine engine(newDatabaseThrough(proxy));
    const auto session = engine.open();
    session->execute("CREATE TABLE t (a INT PRIMARY KEY)", {});
    proxy.rollBackWhilePreparing("'a certain text'");
    session->begin(true);
    session->execute("INSERT INTO t VALUES (1)", {});
    EXPECT_THROW(session->select("SELECT 'a certain text'", {}), DatabaseError);
    EXPECT_FALSE(session->isInTransaction());
    EXPECT_THROW(session->execute("INSERT INTO t VALUES (2)", {}), DatabaseError);
    EXPECT_THROW(session->commit(), DatabaseError);
    session->rollback();
    session->begin(true);
    session->execute("CREATE TABLE u (a INT)", {});
    EXPECT_NO_THROW(session->selectOne("SELECT COUNT(*) FROM t")) << "DDL ends a transaction too, as is known";
    session->commit();
    session->begin(true);
    EXPECT_THROW(session->execute("ALTER TABLE u ADD COLUMN a INT", {}), DatabaseError);
    EXPECT_NO_THROW(session->execute("UPDATE u SET a = 1", {})) << "so does DDL that finds its work done";
    session->commit();
    EXPECT_EQ(session->selectOne("SELECT COUNT(*) FROM t")->at(0).integer(), 0);
}

}  // namespace
}  // namespace inkwell::test
