// Reads that a replica may answer (decision 0043), on two MariaDB servers of which one follows the other.
#include <gtest/gtest.h>

#include <optional>

#include "kernel/data/database.h"
#include "kernel/runtime/replica_scope.h"
#include "tests/support/eventually.h"
#include "tests/support/replicated_mariadb.h"
#include "tests/support/test_engines.h"

namespace inkwell::test {
namespace {

using database_mysql::MysqlEngine;
using database_mysql::MysqlOptions;
using kernel::PooledDatabase;
using kernel::ReplicaScope;

enum Server { Primary = 1, Replica = 2 };

Server serverOf(Sql& sql) { return static_cast<Server>(sql.selectOne("SELECT @@server_id")->at(0).integer()); }
std::int64_t rows(Sql& sql) { return sql.selectOne("SELECT COUNT(*) FROM t")->at(0).integer(); }
void insert(Sql& sql) { sql.execute("INSERT INTO t () VALUES ()", {}); }

MysqlOptions optionsFor(const std::string& database, int replicaTimeoutSeconds) {
    ReplicatedMariaDb& servers = ReplicatedMariaDb::instance();
    MysqlOptions options;
    options.socket = servers.primary().socket();
    options.readHosts = "127.0.0.1:" + std::to_string(servers.replica().port());
    options.user = "root";
    options.database = database;
    options.replicaTimeoutSeconds = replicaTimeoutSeconds;
    return options;
}

class MysqlReplica : public testing::Test {
protected:
    /// A busy machine answers late; only who waits in vain for a replica waits no longer than he must.
    explicit MysqlReplica(int replicaTimeoutSeconds = 30)
        : engine_(optionsFor(name_, replicaTimeoutSeconds)),
          database_(engine_, {.replicaPause = std::chrono::milliseconds(20)}) {
        database_.write([](Sql& sql) { sql.execute("CREATE TABLE t (id INT AUTO_INCREMENT PRIMARY KEY)", {}); });
        servers_.follow();
        database_.markSeen();
    }
    template <class F>
    auto readInScope(F&& fn) {
        const ReplicaScope scope(true);
        return database_.read(fn);
    }

    ReplicatedMariaDb& servers_ = ReplicatedMariaDb::instance();
    const std::string name_ = servers_.freshDatabase();
    MysqlEngine engine_;
    PooledDatabase database_;
};

TEST_F(MysqlReplica, AnswersOnlyWhatMayBeAskedOfIt) {
    EXPECT_EQ(readInScope(serverOf), Replica);
    EXPECT_EQ(database_.read(serverOf), Primary);
    const ReplicaScope scope(true);
    EXPECT_EQ(database_.write(serverOf), Primary);
    EXPECT_EQ(database_.replicaNumbers().reads, 1);
    EXPECT_EQ(database_.replicaNumbers().passedOver, 0);
}

TEST_F(MysqlReplica, IsNotAskedUntilItHasWhatWasWrittenHere) {
    EXPECT_EQ(readInScope(serverOf), Replica);
    servers_.stopFollowing();
    database_.write(insert);
    EXPECT_EQ(readInScope(serverOf), Primary);
    EXPECT_EQ(readInScope(rows), 1);
    EXPECT_EQ(database_.replicaNumbers().passedOver, 2);
    servers_.follow();
    EXPECT_EQ(readInScope(serverOf), Replica);
    EXPECT_EQ(readInScope(rows), 1);
}

TEST_F(MysqlReplica, IsNotAskedUntilItHasWhatWasSeenOfOthers) {
    servers_.stopFollowing();
    servers_.primary().run("INSERT INTO " + name_ + ".t () VALUES ()");
    EXPECT_EQ(readInScope(rows), 0) << "nobody here has heard of it yet";
    database_.markSeen();
    EXPECT_EQ(readInScope(serverOf), Primary);
    EXPECT_EQ(readInScope(rows), 1);
}

TEST_F(MysqlReplica, ShowsWhatIsWrittenAfterThePrimaryWasSetBack) {
    EXPECT_EQ(readInScope(serverOf), Replica);
    servers_.setBack();
    database_.markSeen();
    EXPECT_EQ(readInScope(serverOf), Replica);
    servers_.stopFollowing();
    database_.write(insert);
    EXPECT_EQ(readInScope(serverOf), Primary) << "its number is lower than those from before";
    EXPECT_EQ(readInScope(rows), 1);
    servers_.follow();
    EXPECT_EQ(readInScope(serverOf), Replica);
}

TEST_F(MysqlReplica, IsNotAskedForTheRestOfWhatThePrimaryHasBegun) {
    servers_.stopFollowing();
    database_.write(insert);
    const ReplicaScope scope(true);
    EXPECT_EQ(database_.read(serverOf), Primary);
    servers_.follow();
    EXPECT_EQ(database_.read(serverOf), Primary) << "the primary may have shown more than is known here";
}

TEST_F(MysqlReplica, IsLeftByAReadThatWrites) {
    const auto seen = readInScope([&](Sql& sql) {
        EXPECT_EQ(serverOf(sql), Replica);
        database_.write(insert);
        return std::pair(serverOf(sql), rows(sql));
    });
    EXPECT_EQ(seen, std::pair(Primary, std::int64_t{1}));
}

// Whatever the statement is called by: execute() asks for a write before.
TEST_F(MysqlReplica, IsOnlyReadFrom) {
    EXPECT_THROW(readInScope([](Sql& sql) { return sql.select("INSERT INTO t () VALUES ()", {}).size(); }),
                 DatabaseError);
    EXPECT_EQ(servers_.replica().run("SELECT COUNT(*) FROM " + name_ + ".t"), "0\n");
}

TEST_F(MysqlReplica, ThatDiesCostsNoReadAndComesBack) {
    EXPECT_EQ(readInScope(serverOf), Replica);
    servers_.replica().kill();
    EXPECT_EQ(readInScope(serverOf), Primary) << "the kept session is lost";
    EXPECT_EQ(readInScope(serverOf), Primary) << "no other one is to be had";
    servers_.replica().start();
    EXPECT_TRUE(eventually([&] { return readInScope(serverOf) == Replica; }));
}

/// The shared replica, which answers again after each test, and a database that leaves it alone for long.
class MysqlReplicaThatFreezes : public MysqlReplica {
protected:
    MysqlReplicaThatFreezes() : MysqlReplica(1) {}
    template <class F>
    auto readThere(F&& fn) {
        const ReplicaScope scope(true);
        return patient_->read(fn);
    }
    void SetUp() override {
        ASSERT_TRUE(eventually([&] {
            patient_.emplace(engine_, kernel::PoolOptions{.replicaPause = std::chrono::minutes(1)});
            return readThere(serverOf) == Replica;
        }));
    }
    ~MysqlReplicaThatFreezes() override { servers_.replica().resume(); }

    void expectThatNoneIsTried() {
        servers_.replica().resume();
        servers_.follow();
        EXPECT_EQ(readThere(serverOf), Primary);
    }

    std::optional<PooledDatabase> patient_;
};

TEST_F(MysqlReplicaThatFreezes, IsGivenUpAndNoneIsTriedForAWhile) {
    servers_.replica().freeze();
    EXPECT_EQ(readThere(serverOf), Primary);
    expectThatNoneIsTried();
}

TEST_F(MysqlReplicaThatFreezes, IsGivenUpWhenItIsAskedWhatItShows) {
    servers_.replica().freeze();
    patient_->write(insert);
    EXPECT_EQ(readThere(rows), 1);
    expectThatNoneIsTried();
}

TEST_F(MysqlReplicaThatFreezes, IsGivenUpByAReadThatHasBegunThere) {
    EXPECT_THROW(readThere([&](Sql& sql) {
                     EXPECT_EQ(serverOf(sql), Replica);
                     servers_.replica().freeze();
                     rows(sql);
                 }),
                 DatabaseError);
    expectThatNoneIsTried();
}

TEST(MysqlReplicas, ThatCannotBeUsedAreToldWithTheReason) {
    const auto reasonOf = [](MysqlEngine& engine) -> std::string {
        try {
            engine.openReplica();
        } catch (const DatabaseError& error) {
            EXPECT_EQ(error.kind(), DatabaseError::Kind::Unavailable);
            return error.what();
        }
        return "it opened";
    };
    PrivateMariaDb primary({.durable = false, .more = {"--log-bin=binlog"}});
    primary.run("CREATE DATABASE inkwell");
    MysqlOptions options;
    options.socket = primary.socket();
    options.readHosts = "127.0.0.1:1, localhost:2";
    options.user = "root";
    MysqlEngine engine(options);
    EXPECT_EQ(reasonOf(engine), "the server at 'host' keeps no binary log (log_bin), or is a node of a Galera cluster");
    engine.open()->markSeen();
    const std::string reason = reasonOf(engine);
    EXPECT_TRUE(reason.starts_with("cannot connect to a replica: ")) << reason;
    for (const char* host : {"127.0.0.1:1: ", "localhost:2: "}) EXPECT_NE(reason.find(host), reason.npos) << reason;
    options.readHosts = "";
    EXPECT_FALSE(MysqlEngine(options).hasReplicas());
}

}  // namespace
}  // namespace inkwell::test
