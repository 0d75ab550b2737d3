#include "inkwell/database.h"

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>

#include "inkwell/engine_support.h"
#include "inkwell/sql_rows.h"

namespace inkwell {
namespace {

TEST(SqlValue, IsNullByDefaultAndFromAnEmptyOptional) {
    EXPECT_TRUE(SqlValue().isNull());
    EXPECT_TRUE(SqlValue(nullptr).isNull());
    EXPECT_TRUE(SqlValue(std::optional<std::string>()).isNull());
    EXPECT_FALSE(SqlValue(std::optional<std::string>("")).isNull());
    EXPECT_EQ(SqlValue().optionalText(), std::nullopt);
    EXPECT_EQ(SqlValue().optionalInteger(), std::nullopt);
    EXPECT_EQ(SqlValue().text(), "");
    EXPECT_EQ(SqlValue().integer(), 0);
    EXPECT_EQ(SqlValue().number(), 0.0);
}

TEST(SqlValue, ConvertsBetweenNumberAndText) {
    EXPECT_EQ(SqlValue(42).text(), "42");
    EXPECT_EQ(SqlValue("42").integer(), 42);
    EXPECT_EQ(SqlValue("2.5").number(), 2.5);
    EXPECT_EQ(SqlValue(2.5).text(), "2.5");
    EXPECT_EQ(SqlValue(2.9).integer(), 2);
    EXPECT_EQ(SqlValue(true).integer(), 1);
    EXPECT_EQ(SqlValue("no number").integer(), 0);
    EXPECT_EQ(SqlValue("no number").number(), 0.0);
}

TEST(SqlValue, StaysInRangeForNumbersThatNoIntegerHolds) {
    using Integers = std::numeric_limits<std::int64_t>;
    EXPECT_EQ(SqlValue(1e300).integer(), Integers::max());
    EXPECT_EQ(SqlValue(-1e300).integer(), Integers::min());
    EXPECT_EQ(SqlValue(std::numeric_limits<double>::quiet_NaN()).integer(), 0);
}

TEST(SqlValue, ViewsATextAndNothingElse) {
    const SqlValue value("text");
    EXPECT_EQ(value.view(), "text");
    EXPECT_EQ(SqlValue(1).view(), "");
}

TEST(SqlValue, GivesUpItsTextWhenItIsNoLongerNeeded) {
    SqlValue value("a text that no short form can hold");
    const void* const bytes = value.view().data();
    const std::string text = std::move(value).text();
    EXPECT_EQ(text, "a text that no short form can hold");
    EXPECT_EQ(text.data(), bytes);
    EXPECT_EQ(SqlValue(7).text(), "7");
}

TEST(SqlIn, PadsToAPowerOfTwoWithTheLastValue) {
    SqlParams params = {"before"};
    EXPECT_EQ(sqlIn(std::vector<std::string>{"a", "b", "c"}, params), "(?,?,?,?)");
    ASSERT_EQ(params.size(), 5u);
    EXPECT_EQ(params[1].view(), "a");
    EXPECT_EQ(params[3].view(), "c");
    EXPECT_EQ(params[4].view(), "c");
}

TEST(SqlIn, AnEmptyListBindsNothing) {
    SqlParams params;
    EXPECT_EQ(sqlIn({}, params), "(NULL)");
    EXPECT_TRUE(params.empty());
}

/// Keeps what it is told to execute.
class RecordingSql : public Sql {
public:
    std::vector<SqlRow> select(std::string_view, const SqlParams&) override { return {}; }
    std::int64_t execute(std::string_view statement, const SqlParams& params) override {
        statements.emplace_back(statement);
        values.push_back(params);
        return 0;
    }
    const Dialect& dialect() const override { throw std::logic_error("there is no engine"); }

    std::vector<std::string> statements;
    std::vector<SqlParams> values;
};

TEST(InsertRows, PutsManyIntoAStatement) {
    RecordingSql sql;
    insertRows(sql, "INSERT INTO t (a, b) VALUES", std::vector<SqlRow>{{1, "x"}, {2, nullptr}});
    EXPECT_EQ(sql.statements, std::vector<std::string>{"INSERT INTO t (a, b) VALUES (?, ?), (?, ?)"});
    ASSERT_EQ(sql.values.at(0).size(), 4U);
    EXPECT_EQ(sql.values[0][1].text(), "x");
    EXPECT_EQ(sql.values[0][2].integer(), 2);
    EXPECT_TRUE(sql.values[0][3].isNull());
}

TEST(InsertRows, NeedsNoStatementForNone) {
    RecordingSql sql;
    insertRows(sql, "INSERT INTO t (a) VALUES", {});
    EXPECT_TRUE(sql.statements.empty());
}

TEST(InsertRows, BindsNoMoreValuesThanEnginesTake) {
    RecordingSql sql;
    std::vector<SqlRow> rows;
    for (int i = 0; i < 1200; ++i) rows.push_back(SqlRow{i, i, i, i, i, i, i});
    insertRows(sql, "INSERT INTO t (a, b, c, d, e, f, g) VALUES", rows);
    std::int64_t next = 0;
    for (const SqlParams& values : sql.values) {
        EXPECT_LE(values.size(), 32'000U);
        for (std::size_t i = 0; i < values.size(); i += 7) EXPECT_EQ(values[i].integer(), next++);
    }
    EXPECT_EQ(next, 1200);
    EXPECT_GT(sql.statements.size(), 1U);
}

TEST(InOrderOf, FollowsTheIdsAndLeavesOutWhatEitherSideLacks) {
    struct Thing {
        std::string id;
        std::string text;
    };
    const std::vector<std::string> ids{"c", "gone", "a", "c"};
    const std::vector<Thing> ordered =
        inOrderOf(ids, std::vector<Thing>{{"a", "1"}, {"b", "2"}, {"c", "3"}}, &Thing::id);
    std::string texts;
    for (const Thing& one : ordered) texts += one.id + one.text;
    EXPECT_EQ(texts, "c3a1");
    EXPECT_TRUE(inOrderOf(ids, std::vector<Thing>{}, &Thing::id).empty());
}

std::string shout(std::string_view word, std::string_view argument) {
    return "<" + std::string(word) + "|" + std::string(argument) + ">";
}

TEST(ExpandWords, ReplacesWordsWithAndWithoutAnArgument) {
    EXPECT_EQ(expandWords("a {id}, b {text:40} c", shout), "a <id|>, b <text|40> c");
    EXPECT_EQ(expandWords("nothing", shout), "nothing");
    EXPECT_THROW(expandWords("a {id", shout), std::logic_error);
}

TEST(KeptStatements, PreparesOnceAndGivesUpTheLeastRecentlyUsed) {
    KeptStatements<int> kept(2);
    int prepared = 0;
    const auto prepare = [&] { return ++prepared; };
    EXPECT_EQ(kept.get("a", prepare), 1);
    EXPECT_EQ(kept.get("b", prepare), 2);
    EXPECT_EQ(kept.get("a", prepare), 1);
    EXPECT_EQ(kept.get("c", prepare), 3);
    EXPECT_EQ(kept.get("a", prepare), 1);
    EXPECT_EQ(kept.get("b", prepare), 4);
    EXPECT_EQ(kept.size(), 2u);
}

TEST(KeptStatements, WithoutACapacityKeepsAllUntilItIsTold) {
    KeptStatements<int> kept;
    for (int n = 0; n < 300; ++n) kept.get(std::to_string(n), [n] { return n; });
    EXPECT_EQ(kept.size(), 300u);
    kept.get("0", [] { return -1; });
    kept.shrink(2);
    EXPECT_EQ(kept.size(), 2u);
    EXPECT_EQ(kept.get("0", [] { return -1; }), 0) << "it was used last";
}

TEST(KeptStatements, AFailedPreparationLeavesNothingBehind) {
    KeptStatements<int> kept(2);
    EXPECT_THROW(kept.get("a", []() -> int { throw std::runtime_error("no"); }), std::runtime_error);
    EXPECT_EQ(kept.size(), 0u);
    EXPECT_EQ(kept.get("a", [] { return 1; }), 1);
    kept.drop("a");
    kept.drop("unknown");
    EXPECT_EQ(kept.get("a", [] { return 2; }), 2);
}

}  // namespace
}  // namespace inkwell
