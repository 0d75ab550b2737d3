#include "kernel/data/write_probe.h"

#include <gtest/gtest.h>

#include <thread>

#include "kernel/data/migrator.h"
#include "tests/kernel/data/both_engines.h"
#include "tests/kernel/data/fake_engine.h"

namespace inkwell::test {
namespace {

using kernel::PooledDatabase;
using kernel::WriteProbe;
using Kind = DatabaseError::Kind;

const std::string kProblem = "the database takes no writes: planned";

class WriteProbes : public testing::Test {
protected:
    FakeEngine engine_;
    PooledDatabase database_{engine_, {.size = 1, .wait = std::chrono::milliseconds(1)}};
    WriteProbe probe_{database_};
};

TEST_F(WriteProbes, FindWhatTheDatabaseRefusesAndThatItRecovers) {
    probe_.run();
    EXPECT_EQ(probe_.problem(), "");
    for (const Kind kind : {Kind::Unavailable, Kind::Other}) {
        engine_.onStatement = {kind};
        probe_.run();
        EXPECT_EQ(probe_.problem(), kProblem);
        probe_.run();
        EXPECT_EQ(probe_.problem(), "");
    }
}

TEST_F(WriteProbes, AreCommittedWhereThereIsOneServer) {
    probe_.run();
    EXPECT_EQ(engine_.committed, 0);
    EXPECT_EQ(engine_.rolledBack, 1);
    engine_.writers = 1;
    PooledDatabase alone(engine_, {});
    WriteProbe(alone).run();
    EXPECT_EQ(engine_.committed, 1);
}

TEST_F(WriteProbes, SayNothingWhenTheyDoNotGetTheirTurn) {
    database_.read([&](Sql&) {
        std::thread([&] { probe_.run(); }).join();  // the only session is in use
    });
    EXPECT_EQ(probe_.problem(), "");
    engine_.onStatement = std::deque<FakeEngine::Failure>(20, Kind::Conflict);
    probe_.run();
    EXPECT_EQ(probe_.problem(), "");
}

TEST_F(WriteProbes, BelieveWhatAWriteHasMetForAWhile) {
    WriteProbe patient(database_, std::chrono::hours(1));
    patient.noteFailure("the disk is full");
    patient.run();
    EXPECT_EQ(patient.problem(), "the database takes no writes: the disk is full");
    WriteProbe quick(database_, std::chrono::milliseconds(0));
    quick.noteFailure("the disk is full");
    quick.run();
    EXPECT_EQ(quick.problem(), "");
}

TEST_F(WriteProbes, AreToldOfWritesThatTheDatabaseRefused) {
    std::vector<std::string> failures;
    database_.onFailedWrite([&](const std::string& why) { failures.push_back(why); });
    const auto use = [](Sql& sql) { sql.execute("x"); };
    for (const Kind kind : {Kind::Unavailable, Kind::Other}) {
        engine_.onStatement = {kind};
        EXPECT_THROW(database_.write(use), DatabaseError);
        engine_.onStatement = {kind};
        EXPECT_THROW(database_.read([](Sql& sql) { sql.select("x"); }), DatabaseError);
    }
    EXPECT_EQ(failures, std::vector<std::string>{"planned"});
    engine_.moved = true;
    engine_.away = true;
    EXPECT_THROW(database_.write(use), DatabaseError);
    EXPECT_EQ(failures.size(), 1u) << "that a database cannot be reached is another trouble";
}

class WriteProbeOnEngine : public EachEngine {};
INKWELL_ON_EACH_ENGINE(WriteProbeOnEngine);

TEST_P(WriteProbeOnEngine, LeavesNothingBehind) {
    kernel::migrate(*engine_, {{"things", {{1, "first", {"CREATE TABLE a (id {int}) {table}"}}}}}, 1);
    WriteProbe probe(database_);
    probe.run();
    probe.run();
    EXPECT_EQ(probe.problem(), "");
    EXPECT_EQ(count("schema_migrations"), 1);
    database_.write([](Sql& sql) { sql.execute("DROP TABLE schema_migrations"); });
    probe.run();
    EXPECT_NE(probe.problem(), "");
}

}  // namespace
}  // namespace inkwell::test
