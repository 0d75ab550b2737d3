#include <limits>

#include "database_engine_suite.h"
#include "database_engine_things.h"
#include "numbered_id.h"

namespace inkwell::testkit {

using Kind = DatabaseError::Kind;

void linkDatabaseEngineValues() {}

namespace {

TEST_P(DatabaseEngineSuite, NamesItself) {
    EXPECT_FALSE(engine_->name().empty());
    EXPECT_FALSE(engine_->dialect().name().empty());
    EXPECT_GE(engine_->maxWriters(), 1);
    EXPECT_TRUE(session_->isUsable());
}

TEST_P(DatabaseEngineSuite, ReturnsEveryKindOfValueAsItWasStored) {
    define(kThings);
    const SqlParams stored = {numberedId(1), "Name", std::int64_t{42}, 2.5, true, "note", R"({"a":[1,"\n"]})"};
    EXPECT_EQ(session_->execute(kInsertThing, stored), 1);
    const auto row = session_->selectOne("SELECT id, name, amount, weight, done, note, document FROM things");
    ASSERT_TRUE(row);
    for (std::size_t i = 0; i < stored.size(); ++i) EXPECT_EQ(row->at(i).variant(), stored[i].variant()) << i;
}

TEST_P(DatabaseEngineSuite, TellsNullFromEmptyAndZero) {
    define(kThings);
    session_->execute(kInsertThing, {numberedId(1), nullptr, nullptr, nullptr, nullptr, nullptr, nullptr});
    session_->execute(kInsertThing, {numberedId(2), "", 0, 0.0, false, "", ""});
    const auto rows = session_->select("SELECT name, amount, weight, done, note, document FROM things ORDER BY id", {});
    ASSERT_EQ(rows.size(), 2u);
    for (const SqlValue& value : rows[0]) EXPECT_TRUE(value.isNull());
    for (const SqlValue& value : rows[1]) EXPECT_FALSE(value.isNull());
    EXPECT_EQ(rows[1][5].optionalText(), "");
}

TEST_P(DatabaseEngineSuite, KeepsTextsOfEveryLanguageInEveryTextColumn) {
    define(kThings);
    const std::string text = "Grüße, Ελλάδα, 日本, 👩‍👩‍👧 𝔘 \\ ' \" % _ ; -- \t\n";
    session_->execute(kInsertThing, {numberedId(1), text, 0, 0.0, 0, text, text});
    const auto row = session_->selectOne("SELECT name, note, document FROM things WHERE name = ?", {text});
    ASSERT_TRUE(row);
    for (const SqlValue& value : *row) EXPECT_EQ(value.view(), text);
}

TEST_P(DatabaseEngineSuite, KeepsBytesThatAreNoText) {
    define("CREATE TABLE blobs (id {id} NOT NULL PRIMARY KEY, content {bytes}) {table}");
    std::string bytes;
    for (int round = 0; round < 300; ++round) {
        for (int byte = 0; byte < 256; ++byte) bytes += static_cast<char>(byte);
    }
    session_->execute("INSERT INTO blobs (id, content) VALUES (?, ?)", {numberedId(1), SqlBytes{bytes}});
    session_->execute("INSERT INTO blobs (id, content) VALUES (?, ?)", {numberedId(2), SqlBytes{}});
    session_->execute("INSERT INTO blobs (id, content) VALUES (?, ?)", {numberedId(3), nullptr});
    const auto rows =
        session_->select("SELECT content, LENGTH(content), COALESCE(content, 'none') FROM blobs ORDER BY id");
    ASSERT_EQ(rows.size(), 3u);
    EXPECT_EQ(rows[0][0].view(), bytes);
    EXPECT_EQ(rows[0][1].integer(), static_cast<std::int64_t>(bytes.size()));
    EXPECT_EQ(rows[1][0].optionalText(), "");
    EXPECT_TRUE(rows[2][0].isNull());
    EXPECT_EQ(rows[2][2].view(), "none");
}

// Or an id with a blank behind would be found, past whoever compared it with the real one.
TEST_P(DatabaseEngineSuite, ComparesTextsByTheirBytes) {
    define(kThings);
    session_->execute(kInsertThing, {numberedId(1), "kai", 0, 0.0, 0, "kai", "kai"});
    for (const char* column : {"name", "note", "document"}) {
        const std::string sql = std::string("SELECT id FROM things WHERE ") + column + " = ?";
        EXPECT_TRUE(session_->selectOne(sql, {"kai"}));
        for (const char* other : {"kai ", "kai\t", "kai\n", " kai", "Kai", "kaí", "kai\xCC\x81",
                                  "\xE2\x84\xAA"
                                  "ai"}) {
            EXPECT_FALSE(session_->selectOne(sql, {other})) << column << " '" << other << "'";
        }
    }
    EXPECT_FALSE(session_->selectOne("SELECT id FROM things WHERE id = ?", {numberedId(1) + " "}));
    EXPECT_EQ(session_->select("SELECT id FROM things WHERE name IN (?, ?)", {"kai ", "KAI"}).size(), 0u);
}

TEST_P(DatabaseEngineSuite, KeepsTheExtremesOfNumbers) {
    define(kThings);
    using Integers = std::numeric_limits<std::int64_t>;
    using Reals = std::numeric_limits<double>;
    session_->execute(kInsertThing, {numberedId(1), "", Integers::min(), Reals::max(), 0, "", ""});
    session_->execute(kInsertThing, {numberedId(2), "", Integers::max(), Reals::min(), 0, "", ""});
    session_->execute(kInsertThing, {numberedId(3), "", 0, 0.1 + 0.2, 0, "", ""});
    const auto rows = session_->select("SELECT amount, weight FROM things ORDER BY id", {});
    EXPECT_EQ(rows.at(0).at(0).integer(), Integers::min());
    EXPECT_EQ(rows.at(0).at(1).number(), Reals::max());
    EXPECT_EQ(rows.at(1).at(0).integer(), Integers::max());
    EXPECT_EQ(rows.at(1).at(1).number(), Reals::min());
    EXPECT_EQ(rows.at(2).at(1).number(), 0.1 + 0.2);
}

TEST_P(DatabaseEngineSuite, ReturnsWholeNumbersFromAggregates) {
    define(kThings);
    EXPECT_TRUE(session_->selectOne("SELECT SUM(amount) FROM things")->at(0).isNull());
    for (int n = 1; n <= 3; ++n) session_->execute(kInsertThing, {numberedId(n), "", n, 0.5, 0, "", ""});
    const auto row = session_->selectOne("SELECT COUNT(*), SUM(amount), MAX(amount), SUM(weight) FROM things");
    EXPECT_EQ(row->at(0).variant(), SqlValue(3).variant());
    EXPECT_EQ(row->at(1).variant(), SqlValue(6).variant());
    EXPECT_EQ(row->at(2).variant(), SqlValue(3).variant());
    EXPECT_EQ(row->at(3).number(), 1.5);
}

TEST_P(DatabaseEngineSuite, ReadsDocumentsOfAnyLengthWithOneKeptStatement) {
    define(kThings);
    const std::size_t lengths[] = {0, 1, 4096, 65'535, 65'536, 300, 12'000'000, 7};
    int n = 0;
    for (const std::size_t length : lengths) {
        const int id = ++n;
        session_->execute(kInsertThing,
                          {numberedId(id), "", 0, 0.0, 0, "", std::string(length, static_cast<char>('a' + id))});
    }
    for (int id = 1; id <= n; ++id) {
        const auto row = session_->selectOne("SELECT document FROM things WHERE id = ?", {numberedId(id)});
        ASSERT_TRUE(row);
        EXPECT_TRUE(row->at(0).view() == std::string(lengths[id - 1], static_cast<char>('a' + id))) << id;
    }
    const auto rows = session_->select("SELECT document FROM things ORDER BY id", {});
    for (int id = 1; id <= n; ++id) EXPECT_EQ(rows.at(id - 1).at(0).view().size(), lengths[id - 1]);
}

TEST_P(DatabaseEngineSuite, ComparesTextsByteByByte) {
    define(kThings);
    session_->execute(kInsertThing, {numberedId(1), "cafe", 0, 0.0, 0, "cafe", "cafe"});
    for (const char* column : {"name", "note", "document"}) {
        const std::string where = std::string("SELECT id FROM things WHERE ") + column;
        EXPECT_TRUE(session_->selectOne(where + " = ?", {"cafe"})) << column;
        EXPECT_FALSE(session_->selectOne(where + " = ?", {"Cafe"})) << column;
        EXPECT_FALSE(session_->selectOne(where + " = ?", {"café"})) << column;
        EXPECT_TRUE(session_->selectOne(where + " LIKE ?", {"caf%"})) << column;
        EXPECT_FALSE(session_->selectOne(where + " LIKE ?", {"CAF%"})) << column;
    }
    session_->execute(kInsertThing, {numberedId(2), "Cafe", 0, 0.0, 0, "", ""});
    session_->execute(kInsertThing, {numberedId(3), "Ünder", 0, 0.0, 0, "", ""});
    const auto rows = session_->select("SELECT name FROM things ORDER BY name", {});
    EXPECT_EQ(rows.at(0).at(0).view(), "Cafe");
    EXPECT_EQ(rows.at(2).at(0).view(), "Ünder");
}

TEST_P(DatabaseEngineSuite, LikeEscapesWithTheSameWords) {
    define(kThings);
    session_->execute(kInsertThing, {numberedId(1), "50% off", 0, 0.0, 0, "", ""});
    session_->execute(kInsertThing, {numberedId(2), "50 times", 0, 0.0, 0, "", ""});
    EXPECT_EQ(session_->select("SELECT id FROM things WHERE name LIKE ? ESCAPE '!'", {"50!%%"}).size(), 1u);
    EXPECT_EQ(session_->select("SELECT id FROM things WHERE name LIKE ? ESCAPE '\\'", {"50\\%%"}).size(), 1u);
    EXPECT_EQ(session_->select("SELECT id FROM things WHERE name = '50%' || ' off'", {}).size(), 1u);
}

TEST_P(DatabaseEngineSuite, ANumberBoundAsTextMatchesThatTextAlone) {
    define(kThings);
    session_->execute(kInsertThing, {numberedId(1), "abc", 0, 0.0, 0, "", ""});
    session_->execute(kInsertThing, {numberedId(2), "0", 0, 0.0, 0, "", ""});
    const auto rows = session_->select("SELECT id FROM things WHERE name = ?", {"0"});
    ASSERT_EQ(rows.size(), 1u);
    EXPECT_EQ(rows[0][0].view(), numberedId(2));
}

TEST_P(DatabaseEngineSuite, AnIdOfAnyClientIsJustNotFound) {
    define(kThings);
    session_->execute(kInsertThing, {numberedId(1), "", 0, 0.0, 0, "", ""});
    for (const std::string& id :
         {std::string("é"), std::string("👾"), std::string(500, 'x'), std::string("' OR 1=1 --"), std::string()}) {
        EXPECT_TRUE(session_->select("SELECT name FROM things WHERE id = ?", {id}).empty()) << id;
        SqlParams params;
        const std::string in = sqlIn(std::vector<std::string>{id, numberedId(1)}, params);
        EXPECT_EQ(session_->select("SELECT name FROM things WHERE id IN " + in, params).size(), 1u) << id;
    }
}

TEST_P(DatabaseEngineSuite, RefusesATextThatIsTooLongInsteadOfCuttingIt) {
    if (engine_->dialect().expand("{text:80}") == "TEXT") GTEST_SKIP() << "this engine has texts of any length";
    define(kThings);
    EXPECT_EQ(kindOf([&] {
                  session_->execute(kInsertThing, {numberedId(1), "", 0, 0.0, 0, std::string(81, 'x'), ""});
              }),
              Kind::Other);
    EXPECT_EQ(count("things"), 0);
}

}  // namespace
}  // namespace inkwell::testkit
