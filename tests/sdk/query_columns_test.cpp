#include "inkwell/query_columns.h"

#include <gtest/gtest.h>

#include <array>

#include "inkwell/list_query_sql.h"

namespace inkwell {
namespace {

constexpr std::array<QueryColumn, 3> kColumns = {{
    {"slug", "slug_text", QueryColumn::Kind::Text, " <> ''"},
    {"created", "created_at", QueryColumn::Kind::Time, ""},
    {"size", "bytes", QueryColumn::Kind::Number, ""},
}};
const QueryKeys kKeys{"slug", "created", "size", "title"};

QueryCondition conditionOf(std::string_view query) {
    const ListQuery parsed = ListQuery::parse(query, kKeys);
    const QueryNode* node = &parsed.root();
    while (node->kind != QueryNode::Kind::Condition) node = &node->children.at(0);
    return node->condition;
}

std::string sqlOf(std::string_view query, std::string_view name, SqlParams& params) {
    const QueryCondition condition = conditionOf(query);
    return columnSql(*findColumn(kColumns, condition.key), name, condition, params);
}

TEST(QueryColumns, AreFoundByTheirKeys) {
    ASSERT_NE(findColumn(kColumns, "size"), nullptr);
    EXPECT_EQ(findColumn(kColumns, "size")->column, "bytes");
    EXPECT_EQ(findColumn(kColumns, "slug_text"), nullptr);
    EXPECT_EQ(findColumn(kColumns, ""), nullptr);
}

TEST(QueryColumns, BindWhatTheyAreComparedWith) {
    SqlParams params;
    EXPECT_EQ(sqlOf(R"({"slug": "a"})", "p.slug_text", params), "(p.slug_text <> '' AND p.slug_text = ?)");
    EXPECT_EQ(sqlOf(R"({"size": {"$gt": 3}})", "bytes", params), "bytes > ?");
    ASSERT_EQ(params.size(), 2U);
    EXPECT_EQ(params[0].text(), "a");
}

TEST(QueryColumns, LetAPatternPassWhereAValueCouldMatchIt) {
    SqlParams params;
    EXPECT_EQ(sqlOf(R"({"slug": {"$regex": "a"}})", "s", params), "1=1");
    EXPECT_EQ(sqlOf(R"({"created": {"$regex": "2026"}})", "s", params), "1=1");
    EXPECT_EQ(sqlOf(R"({"size": {"$regex": "1"}})", "s", params), "1=0");
    EXPECT_TRUE(params.empty());
}

TEST(IndexedFields, AreEachValueOfAPathOnceAndNoMoreThanAsked) {
    std::vector<FieldValue> fields{{"title", Json("T"), false}};
    addIndexedFields({{"a", Json(1), false},
                      {"a", Json(1), false},
                      {"a", Json("1"), false},
                      {std::string(kIndexedPathLength + 1, 'p'), Json(1), false},
                      {"b", Json(2), false},
                      {"c", Json(3), false}},
                     4, fields);
    ASSERT_EQ(fields.size(), 4U);
    EXPECT_EQ(fields[1].path, "a");
    EXPECT_EQ(fields[2].value, Json("1"));
    EXPECT_EQ(fields[3].path, "b");
}

TEST(RecordDocument, MatchesColumnsAndFieldsLikeTheDatabase) {
    const std::vector<FieldValue> fields{{"title", Json("A"), false},
                                         {"metadata.tags", Json("x"), false},
                                         {"metadata.tags", Json("y"), false},
                                         {"metadata.city.name", Json("Bern"), false}};
    const RecordDocument document(
        kColumns,
        [](std::string_view key) {
            if (key == "size") return Json(7);
            return key == "slug" ? Json("a") : Json();
        },
        fields,
        [](std::string_view key, const JsonTest& test) {
            return key == "metadata.box" && test(JsonObject{{"w", 1}});
        });
    const auto matches = [&](std::string_view query) { return ListQuery::parse(query, kKeys).matches(document); };
    EXPECT_TRUE(matches(R"({"slug": "a", "size": {"$gte": 7}, "title": "A"})"));
    EXPECT_FALSE(matches(R"({"slug": "b"})"));
    EXPECT_TRUE(matches(R"({"metadata.tags": "y"})"));
    EXPECT_FALSE(matches(R"({"metadata.tags": "z"})"));
    EXPECT_FALSE(matches(R"({"created": {"$exists": true}})")) << "a column without a value";
    EXPECT_TRUE(matches(R"({"size": {"$exists": true}})"));
    EXPECT_TRUE(matches(R"({"metadata.city": {"$exists": true}})"));
    EXPECT_FALSE(matches(R"({"metadata.cit": {"$exists": true}})"));
    EXPECT_TRUE(matches(R"({"metadata.box": {"w": 1.0}})"));
    EXPECT_FALSE(matches(R"({"metadata.box": {"w": 2}})"));
    EXPECT_FALSE(matches(R"({"size": {"w": 1}})"));
}

}  // namespace
}  // namespace inkwell
