#include "inkwell/list_query_sql.h"

#include <gtest/gtest.h>

#include <tuple>

#include "inkwell/text.h"

namespace inkwell {
namespace {

QueryCondition conditionOf(std::string_view query) {
    const ListQuery parsed = ListQuery::parse(query, {"title"});
    const QueryNode* node = &parsed.root();
    while (node->kind != QueryNode::Kind::Condition) node = &node->children.at(0);
    return node->condition;
}

TEST(IndexedText, KeepsTheOrderOfBytesAndIsNeverTheBeginningOfAnother) {
    const std::vector<std::string> ordered = {"",      "\x01", "\x01\x01", "\x02", "a", "a\x01",   "a\x01\x01",
                                              "a\x02", "a\n",  "a ",       "ab",   "b", "\xc3\xa9"};
    for (std::size_t i = 0; i < ordered.size(); ++i) {
        for (std::size_t j = 0; j < ordered.size(); ++j) {
            const std::string one = indexedText(ordered[i]);
            const std::string other = indexedText(ordered[j]);
            EXPECT_EQ(ordered[i] < ordered[j], one < other) << i << " " << j;
            EXPECT_EQ(i == j, one.starts_with(other)) << i << " " << j;
        }
    }
}

TEST(IndexedText, IsCutBetweenCodePoints) {
    std::string text;
    for (int i = 0; i < 500; ++i) text += "é";
    const std::string kept = indexedPrefix(text);
    EXPECT_EQ(codePoints(kept), kIndexedTextLength);
    EXPECT_TRUE(text.starts_with(kept));
    EXPECT_EQ(indexedPrefix("short"), indexedText("short"));
}

TEST(ListQuerySql, BindsEveryValue) {
    SqlParams params;
    EXPECT_EQ(fieldValueSql(conditionOf(R"({"title": "a' OR 1=1 --"})"), "f.", params), "f.text_value = ?");
    ASSERT_EQ(params.size(), 1U);
    EXPECT_EQ(params[0].text(), indexedText("a' OR 1=1 --"));
    params.clear();
    EXPECT_EQ(fieldValueSql(conditionOf(R"({"title": {"$gt": 3}})"), "f.", params), "f.number_value > ?");
    EXPECT_EQ(params.at(0).number(), 3);
    params.clear();
    EXPECT_EQ(textColumnSql(conditionOf(R"({"title": {"$in": ["a", 1]}})"), "slug", params), "slug = ?");
    EXPECT_EQ(params.size(), 1U);
}

TEST(ListQuerySql, TestsALongListAtOnce) {
    SqlParams params;
    EXPECT_EQ(fieldValueSql(conditionOf(R"({"title": {"$in": [1, 2, 3]}})"), "f.", params),
              "f.number_value IN (?,?,?,?)");
    EXPECT_EQ(params.size(), 4U);
    EXPECT_EQ(params.at(3).number(), 3);
    EXPECT_EQ(textColumnSql(conditionOf(R"({"title": {"$in": ["a", "b", "a b"]}})"), "slug", params),
              "(slug IN (?,?) OR HEX(slug) = ?)");
    EXPECT_EQ(fieldValueSql(conditionOf(R"({"title": {"$in": [true, false]}})"), "f.", params),
              "(f.text_value IS NULL AND f.flag IN (?,?))");
}

TEST(ListQuerySql, AsksForAPathAndItsValueInTheOrderOfTheirValues) {
    SqlParams params{"before"};
    EXPECT_EQ(fieldSql(conditionOf(R"({"title": {"$gte": 1, "$lt": 5}})"), "f.", params),
              "f.path = ? AND f.number_value >= ? AND f.number_value < ?");
    ASSERT_EQ(params.size(), 4U);
    EXPECT_EQ(params[1].text(), indexedText("title"));
    EXPECT_EQ(params[2].number(), 1);
    EXPECT_EQ(params[3].number(), 5);
}

TEST(ListQuerySql, WhatIsPresentMayLieBelowThePath) {
    SqlParams params;
    EXPECT_EQ(fieldSql(conditionOf(R"({"title": {"$exists": true}})"), "", params),
              "(path = ? OR (path >= ? AND path < ?)) AND 1=1");
    ASSERT_EQ(params.size(), 3U);
    EXPECT_EQ(params[0].text(), indexedText("title"));
    EXPECT_LT(params[1].text(), indexedText("title.a"));
    EXPECT_GT(params[2].text(), indexedText("title.z"));
    EXPECT_LT(params[2].text(), indexedText("title0"));
}

TEST(ListQuerySql, ComparesWholeNumbersWithWholeNumbers) {
    const std::vector<std::tuple<std::string, std::string, std::vector<std::int64_t>>> cases = {
        {R"({"title": 7})", "n = ?", {7}},
        {R"({"title": 7.5})", "1=0", {}},
        {R"({"title": "7"})", "1=0", {}},
        {R"({"title": {"$in": [1, 2.5, "x", true, 3]}})", "n IN (?,?)", {1, 3}},
        {R"({"title": {"$gt": 1.5}})", "n > ?", {1}},
        {R"({"title": {"$gte": 1.5}})", "n >= ?", {2}},
        {R"({"title": {"$lt": -1e-300}})", "n < ?", {0}},
        {R"({"title": {"$lte": -1e-300}})", "n <= ?", {-1}},
        {R"({"title": {"$lt": 1e300}})", "n < ?", {4'000'000'000'000'000'000}},
        {R"({"title": {"$gte": 1, "$lt": 5}})", "(n >= ? AND n < ?)", {1, 5}},
        {R"({"title": {"$exists": true}})", "1=1", {}},
    };
    for (const auto& [query, expected, bound] : cases) {
        SqlParams params;
        EXPECT_EQ(wholeColumnSql(conditionOf(query), "n", params), expected) << query;
        std::vector<std::int64_t> numbers;
        for (const SqlValue& value : params) numbers.push_back(value.integer());
        EXPECT_EQ(numbers, bound) << query;
    }
}

TEST(ListQuerySql, KeepsAValueInTheColumnOfItsKind) {
    const SqlRow text = fieldValueColumns(Json("a"));
    ASSERT_EQ(text.size(), 3U);
    EXPECT_EQ(text[0].text(), indexedText("a"));
    EXPECT_TRUE(text[1].isNull() && text[2].isNull());
    const SqlRow number = fieldValueColumns(Json(2.5));
    EXPECT_EQ(number.at(1).number(), 2.5);
    EXPECT_TRUE(number[0].isNull() && number[2].isNull());
    const SqlRow flag = fieldValueColumns(Json(false));
    EXPECT_FALSE(flag.at(2).isNull());
    EXPECT_EQ(flag[2].integer(), 0);
    EXPECT_TRUE(flag[0].isNull() && flag[1].isNull());
    EXPECT_EQ(codePoints(fieldValueColumns(Json(std::string(500, 'x')))[0].text()), kIndexedTextLength);
}

TEST(ListQuerySql, KnowsWhatItCannotTell) {
    EXPECT_TRUE(isSqlExact(ListQuery::parse(R"({"title": "a"})", {"title"})));
    EXPECT_FALSE(isSqlExact(ListQuery::parse(R"({"$or": [{"title": {"$regex": "a"}}]})", {"title"})));
    const std::string longest(kIndexedTextLength - 2, 'x');
    EXPECT_TRUE(isSqlExact(conditionOf("{\"title\": \"" + longest + "\"}")));
    EXPECT_FALSE(isSqlExact(conditionOf("{\"title\": \"" + longest + "x\"}")));
    EXPECT_TRUE(isSqlExact(conditionOf(R"({"metadata.n": {"$gt": 9007199254740991}})")));
    EXPECT_FALSE(isSqlExact(conditionOf(R"({"metadata.n": {"$gt": 9007199254740992}})")));
}

TEST(ListQuerySql, ComparesTimesAsTheirTexts) {
    constexpr std::int64_t kTimeMs = 1'769'851'800'000;  // 2026-01-31T09:30:00.000Z
    const std::vector<std::pair<std::string, std::string>> cases = {
        {R"({"title": "2026-01-31T09:30:00.000Z"})", "t = ?"},
        {R"({"title": "2026-01-31"})", "1=0"},
        {R"({"title": {"$gt": "2026-01-31T09:30:00.000Z"}})", "t > ?"},
        {R"({"title": {"$gt": "2026-01-31T09:30:00.000"}})", "t >= ?"},
        {R"({"title": {"$lte": "2026-01-31T09:30:00.000"}})", "t < ?"},
        {R"({"title": {"$lte": "2026-01-31T09:30:00.000Z"}})", "t <= ?"},
        {R"({"title": {"$lt": 5}})", "1=0"},
    };
    for (const auto& [query, expected] : cases) {
        SqlParams params;
        EXPECT_EQ(timeColumnSql(conditionOf(query), "t", params), expected) << query;
        if (expected != "1=0") {
            EXPECT_EQ(params.at(0).integer(), kTimeMs) << query;
        }
    }
}

TEST(ListQuerySql, AnyTextIsBelowAboveOrATime) {
    SqlParams params;
    EXPECT_EQ(timeColumnSql(conditionOf(R"({"title": {"$lt": "zzz"}})"), "t", params), "t < ?");
    EXPECT_EQ(isoTime(params.at(0).integer() - 1), "9999-12-31T23:59:59.999Z");
    params.clear();
    EXPECT_EQ(timeColumnSql(conditionOf(R"({"title": {"$gte": ""}})"), "t", params), "t >= ?");
    EXPECT_EQ(isoTime(params.at(0).integer()), "0000-01-01T00:00:00.000Z");
}

}  // namespace
}  // namespace inkwell
