// interface/reads-and-queries.md, "Queries": the parameter `query`.
#include "inkwell/list_query.h"

#include <gtest/gtest.h>

#include "inkwell/error.h"

namespace inkwell {
namespace {

const QueryKeys kKeys = {"title", "created_at"};

/// A document under its dotted paths.
class FlatDocument : public QueryDocument {
public:
    explicit FlatDocument(Json json) : json_(std::move(json)) { addFieldValues("", json_, values_); }

    bool any(std::string_view key, const JsonTest& test) const override {
        for (const FieldValue& value : values_)
            if (value.path == key && test(value.value)) return true;
        return false;
    }
    bool anyObject(std::string_view key, const JsonTest& test) const override { return anyObjectIn(json_, key, test); }
    bool has(std::string_view key) const override {
        const std::string below = std::string(key) + ".";
        for (const FieldValue& value : values_)
            if (value.path == key || value.path.starts_with(below)) return true;
        return false;
    }

private:
    Json json_;
    std::vector<FieldValue> values_;
};

const FlatDocument kPost(parseJson(R"({"title": "Hello World", "created_at": "2026-01-31T09:30:00.000Z",
    "metadata": {"price": 10, "text": "10", "on": true, "unset": null, "none": [], "tags": ["a", "b"],
                 "seo": {"title": "Deep"}, "items": [{"n": 1}, {"n": 2}], "empty": "",
                 "spec": {"color": "red", "size": 1, "parts": [{"a": null, "b": 2}, []], "none": {}}}})"));

bool matches(std::string_view query) { return ListQuery::parse(query, kKeys).matches(kPost); }

std::string errorOf(std::string_view query) {
    try {
        ListQuery::parse(query, kKeys);
    } catch (const ApiError& error) {
        EXPECT_EQ(error.status(), 400);
        return error.message();
    }
    return "no error";
}

void expectError(std::string_view query, std::initializer_list<std::string_view> fragments) {
    const std::string error = errorOf(query);
    for (const std::string_view fragment : fragments) {
        EXPECT_NE(error.find(fragment), std::string::npos) << query << " gives: " << error;
    }
}

TEST(ListQuery, OfNothingMatchesEverything) {
    EXPECT_TRUE(matches(""));
    EXPECT_TRUE(matches(" {} "));
    EXPECT_TRUE(ListQuery::parse("{}", kKeys).isEmpty());
}

TEST(ListQuery, MatchesByEveryOperator) {
    for (const char* query :
         {R"({"title": "Hello World"})", R"({"title": {"$eq": "Hello World"}})", R"({"title": {"$ne": "hello world"}})",
          R"({"metadata.price": {"$gt": 9.5}})", R"({"metadata.price": {"$gte": 10}})",
          R"({"metadata.price": {"$lt": 11, "$gt": 1}})", R"({"metadata.price": {"$lte": 10.0}})",
          R"({"metadata.tags": {"$in": ["x", "b"]}})", R"({"metadata.tags": {"$nin": ["x"]}})",
          R"({"metadata.tags": {"$all": ["b", "a"]}})", R"({"metadata.seo": {"$exists": true}})",
          R"({"metadata.nope": {"$exists": false}})", R"({"title": {"$regex": "^hello", "$options": "i"}})",
          R"({"$and": [{"title": {"$regex": "o W"}}, {"metadata.on": true}]})",
          R"({"$or": [{"title": "x"}, {"metadata.price": 10}]})", R"({"$nor": [{"title": "x"}, {"title": "y"}]})",
          R"({"metadata.price": {"$not": {"$gt": 10}}})", R"({"created_at": {"$gte": "2026-01-31"}})"}) {
        EXPECT_TRUE(matches(query)) << query;
    }
    for (const char* query :
         {R"({"title": "Hello"})", R"({"title": {"$ne": "Hello World"}})", R"({"metadata.price": {"$gt": 10}})",
          R"({"metadata.tags": {"$in": []}})", R"({"metadata.tags": {"$nin": ["a"]}})",
          R"({"metadata.tags": {"$all": ["a", "x"]}})", R"({"metadata.tags": {"$all": []}})",
          R"({"metadata.seo": {"$exists": false}})", R"({"title": {"$regex": "^hello"}})",
          R"({"$and": [{"title": "Hello World"}, {"metadata.on": false}]})",
          R"({"$or": [{"title": "x"}, {"title": "y"}]})", R"({"$nor": [{"title": "Hello World"}]})",
          R"({"metadata.price": {"$not": {"$lte": 10}}})", R"({"created_at": {"$gt": "2026-02"}})"}) {
        EXPECT_FALSE(matches(query)) << query;
    }
}

TEST(ListQuery, ComparesAnObjectWithoutOperatorsAsAWhole) {
    for (const char* query :
         {R"({"metadata.spec": {"size": 1, "color": "red", "parts": [{"a": null, "b": 2}, []], "none": {}}})",
          R"({"metadata.spec": {"none": {}, "parts": [{"b": 2, "a": null}, []], "color": "red", "size": 1.0}})",
          R"({"metadata.spec.none": {}})", R"({"metadata.items": {"n": 2}})",
          R"({"metadata.items": {"$eq": {"n": 1}}})", R"({"metadata.items": {"$ne": {"n": 3}}})",
          R"({"metadata.items": {"$all": [{"n": 1}, {"n": 2}]}})", R"({"metadata.items": {"$in": ["x", {"n": 1}]}})",
          R"({"metadata.items": {"$nin": [{"n": 3}]}})", R"({"metadata.seo": {"$not": {"$eq": {"title": "deep"}}}})"}) {
        EXPECT_TRUE(matches(query)) << query;
    }
    for (const char* query :
         {R"({"metadata.spec": {"color": "red"}})", R"({"metadata.spec": {}})", R"({"metadata.seo": {"title": null}})",
          R"({"metadata.items": {"n": "1"}})", R"({"metadata.items": {"n": 1, "m": 2}})",
          R"({"metadata.items": {"$ne": {"n": 2}}})", R"({"metadata.price": {}})", R"({"title": {"sub": 1}})",
          R"({"metadata.absent": {}})", R"({"metadata.seo": {"title": "deep"}})"}) {
        EXPECT_FALSE(matches(query)) << query;
    }
}

TEST(ListQuery, TwoBoundsInOneObjectSpeakOfOneValue) {
    EXPECT_TRUE(matches(R"({"metadata.tags": {"$gte": "a", "$lt": "b"}})"));
    EXPECT_TRUE(matches(R"({"metadata.tags": {"$lte": "b", "$gt": "a"}})"));
    EXPECT_FALSE(matches(R"({"metadata.tags": {"$gte": "aa", "$lt": "b"}})"));
    EXPECT_FALSE(matches(R"({"metadata.price": {"$gte": 1, "$lt": "b"}})"));
    EXPECT_TRUE(matches(R"({"metadata.tags": {"$not": {"$gte": "aa", "$lt": "b"}}})"));
    EXPECT_TRUE(matches(R"({"$and": [{"metadata.tags": {"$gte": "aa"}}, {"metadata.tags": {"$lt": "b"}}]})"));
}

TEST(ListQuery, ComparesByType) {
    EXPECT_FALSE(matches(R"({"metadata.price": "10"})"));
    EXPECT_FALSE(matches(R"({"metadata.text": 10})"));
    EXPECT_FALSE(matches(R"({"metadata.text": {"$gt": 1}})"));
    EXPECT_FALSE(matches(R"({"metadata.on": 1})"));
    EXPECT_FALSE(matches(R"({"metadata.on": "true"})"));
    EXPECT_FALSE(matches(R"({"metadata.price": {"$regex": "1"}})"));
    EXPECT_TRUE(matches(R"({"metadata.price": {"$ne": "10"}})"));
}

TEST(ListQuery, ComparesWholeNumbersToTheirLastDigit) {
    const FlatDocument large(parseJson(R"({"metadata": {"n": 9007199254740993, "most": 18446744073709551615}})"));
    const auto isFound = [&](std::string_view query) { return ListQuery::parse(query, kKeys).matches(large); };
    EXPECT_TRUE(isFound(R"({"metadata.n": 9007199254740993})"));
    EXPECT_FALSE(isFound(R"({"metadata.n": 9007199254740992})"));
    EXPECT_TRUE(isFound(R"({"metadata.n": {"$gt": 9007199254740992}})"));
    EXPECT_FALSE(isFound(R"({"metadata.n": {"$lte": 9007199254740992.0}})"));
    EXPECT_TRUE(isFound(R"({"metadata.most": {"$gt": 18446744073709551614, "$lt": 1e20}})"));
}

TEST(ListQuery, TakesNullEmptyListsAndAbsentFieldsForUnset) {
    for (const char* key : {"unset", "none", "absent"}) {
        const std::string field = "\"metadata." + std::string(key) + "\"";
        EXPECT_TRUE(matches("{" + field + ": null}")) << key;
        EXPECT_TRUE(matches("{" + field + R"(: {"$ne": 1}})")) << key;
        EXPECT_TRUE(matches("{" + field + R"(: {"$nin": [1, "a"]}})")) << key;
        EXPECT_TRUE(matches("{" + field + R"(: {"$in": [1, null]}})")) << key;
        EXPECT_FALSE(matches("{" + field + R"(: {"$exists": true}})")) << key;
        EXPECT_FALSE(matches("{" + field + R"(: {"$lt": 1}})")) << key;
    }
    EXPECT_TRUE(matches(R"({"metadata.empty": ""})"));
    EXPECT_FALSE(matches(R"({"metadata.empty": null})"));
}

TEST(ListQuery, ReachesThroughObjectsAndLists) {
    EXPECT_TRUE(matches(R"({"metadata.seo.title": "Deep"})"));
    EXPECT_TRUE(matches(R"({"metadata.items.n": 2})"));
    EXPECT_TRUE(matches(R"({"metadata.items.n": {"$all": [1, 2]}})"));
    EXPECT_FALSE(matches(R"({"metadata.items.n": {"$ne": 2}})"));
}

TEST(ListQuery, OptionsOfAPatternAreInlineFlags) {
    EXPECT_TRUE(matches(R"({"title": {"$regex": "HELLO.WORLD$", "$options": "ims"}})"));
    EXPECT_TRUE(matches(R"({"title": {"$options": "", "$regex": "lo"}})"));
}

TEST(ListQuery, RefusesWhatItDoesNotKnowByName) {
    expectError(R"({"price": 1})", {"'price'", "title", "metadata.<key>"});
    expectError(R"({"metadata": 1})", {"'metadata'"});
    expectError(R"({"metadata.": 1})", {"'metadata.'"});
    expectError(R"({"title": {"$near": 1}})", {"'$near'", "'title'"});
    expectError(R"({"metadata.seo": {"title": 1, "$gt": 1}})", {"'title'", "'metadata.seo'"});
    expectError(R"({"metadata.seo": {"title": {"$gt": 1}}})", {"'$gt'", "'metadata.seo'", "whole path"});
    expectError(R"({"$where": "1"})", {"'$where'"});
    expectError(R"({"$not": {"title": "a"}})", {"'$not'"});
    expectError(R"({"title": {"$options": "i"}})", {"'$options'", "$regex"});
    expectError(R"({"title": {"$regex": "a", "$options": "x"}})", {"'$options'", "'x'"});
    const std::string longest = "metadata." + std::string(489, 'k');
    EXPECT_NO_THROW(ListQuery::parse("{\"" + longest + "\": 1}", kKeys)) << "498 characters";
    expectError("{\"" + longest + "k\": 1}", {"longer than 498 characters"});
}

TEST(ListQuery, SaysWhichOperatorWasMeant) {
    expectError(R"({"title": {"$like": "a"}})",
                {"'$like'", "'title'", "(did you mean '$regex'?)", "there may be $all, $eq"});
    expectError(R"({"title": {"$startsWith": "a"}})", {"(did you mean '$regex'?)"});
    expectError(R"({"title": {"$containsi": "a"}})", {"(did you mean '$regex'?)"});
    expectError(R"({"title": {"$rgex": "a"}})", {"(did you mean '$regex'?)"});
    expectError(R"({"title": {"$GTE": 1}})", {"(did you mean '$gte'?)"});
    expectError(R"({"$ro": []})", {"(did you mean '$or'?)", "beside keys there may be $and, $nor, $or"});
    EXPECT_EQ(errorOf(R"({"title": {"$where": "a"}})").find("did you mean"), std::string::npos);
}

TEST(ListQuery, TakesAnOperatorWithoutItsSignForNoValueWhereNoObjectIs) {
    expectError(R"({"title": {"_eq": "a"}})",
                {"unknown operator '_eq' for 'title' (did you mean '$eq'?); operators begin with '$'"});
    expectError(R"({"title": {"like": "a"}})", {"'like'", "(did you mean '$regex'?)"});
    expectError(R"({"$or": [{"created_at": {"_Contains": "a"}}]})", {"'_Contains'", "'created_at'", "'$regex'"});
    EXPECT_EQ(errorOf(R"({"title": {"w": 1}})"), "no error");
    EXPECT_EQ(errorOf(R"({"metadata.seo": {"like": "a", "_eq": 1}})"), "no error") << "a value as any other";
}

TEST(ListQuery, SaysWhereAnOperatorBelongs) {
    expectError(R"({"$regex": "a"})", {"'$regex' stands inside a field", R"({"title": {"$regex": ...}})"});
    expectError(R"({"title": {"$or": []}})", {"'$or' stands beside keys, not inside 'title'"});
}

TEST(ListQuery, ListsTheOperatorsThatItKnows) {
    expectError(R"({"$x": 1})", {"beside keys there may be $and, $nor, $or"});
    expectError(R"({"title": {"$x": 1}})", {"inside a field there may be $all, $eq, $exists, $gt, $gte, $in, $lt, "
                                            "$lte, $ne, $nin, $not, $options, $regex"});
    for (const char* name :
         {"$all", "$eq", "$exists", "$gt", "$gte", "$in", "$lt", "$lte", "$ne", "$nin", "$not", "$options", "$regex"}) {
        const std::string error = errorOf(R"({"title": {")" + std::string(name) + R"(": 7}})");
        EXPECT_EQ(error.find("unknown operator"), std::string::npos) << error;
        EXPECT_EQ(error.find("not inside"), std::string::npos) << error;
    }
}

TEST(ListQuery, RefusesWrongOperandsNamingOperatorAndKey) {
    expectError(R"({"title": ["a"]})", {"'$eq'", "'title'", "$in"});
    expectError(R"({"title": {"$not": {}}})", {"'title'", "empty"});
    expectError(R"({"title": {"$in": "a"}})", {"'$in'", "'title'", "an array"});
    expectError(R"({"title": {"$in": [["a"]]}})", {"'$in'", "'title'"});
    expectError(R"({"title": {"$all": 1}})", {"'$all'", "'title'"});
    expectError(R"({"title": {"$exists": 1}})", {"'$exists'", "true or false"});
    expectError(R"({"title": {"$gt": true}})", {"'$gt'", "a text or a number"});
    expectError(R"({"title": {"$lt": null}})", {"'$lt'"});
    expectError(R"({"title": {"$regex": 1}})", {"'$regex'", "a text"});
    expectError(R"({"title": {"$regex": "("}})", {"'$regex'", "'title'"});
    expectError(R"({"title": {"$regex": "(a)\\1"}})", {"'$regex'", "'title'"});
    expectError(R"({"title": {"$regex": "\\pL{900}"}})", {"'$regex'", "'title'", "too large"});
    expectError(R"({"title": {"$not": "a"}})", {"'$not'", "an object"});
    expectError(R"({"$or": []})", {"'$or'", "at least one"});
    expectError(R"({"$and": {"title": 1}})", {"'$and'"});
    expectError(R"({"$nor": [1]})", {"'$nor'", "an object"});
}

TEST(ListQuery, RefusesWhatIsNoObject) {
    expectError(R"({"title": )", {"query", "ends too early"});
    expectError(R"(["title"])", {"must be an object"});
    expectError(R"({"title": 1, "title": 2})", {"appears twice"});
    expectError("{\"title\": \"\xff\"}", {"UTF-8"});
}

std::string nested(int levels) {
    std::string query = R"({"title": "a"})";
    for (int i = 1; i < levels; ++i) query = "{\"$or\": [" + query + "]}";
    return query;
}

std::string wide(int conditions) {
    std::string query = "{\"$or\": [";
    for (int i = 0; i < conditions; ++i) query += std::string(i == 0 ? "" : ",") + R"({"title": "a"})";
    return query + "]}";
}

TEST(ListQuery, KeepsItsLimits) {
    EXPECT_EQ(errorOf(nested(8)), "no error");
    expectError(nested(9), {"8 levels"});
    EXPECT_EQ(errorOf(wide(50)), "no error");
    expectError(wide(51), {"50 conditions"});
    expectError(nested(1'000), {"query"});
    std::string deepNot = R"({"$gt": 1})";
    for (int i = 0; i < 8; ++i) deepNot = "{\"$not\": " + deepNot + "}";
    expectError("{\"title\": " + deepNot + "}", {"8 levels"});
    expectError("{\"title\": \"" + std::string(16 * 1024, 'a') + "\"}", {"16 KiB"});
    std::string all = "{\"title\": {\"$all\": [";
    for (int i = 0; i < 51; ++i) all += std::string(i == 0 ? "" : ",") + "\"a\"";
    expectError(all + "]}}", {"50 conditions"});
}

}  // namespace
}  // namespace inkwell
