// interface/reads-and-queries.md, "Queries": the parameter `query` of a list of objects.
#include <algorithm>

#include "inkwell/text.h"
#include "tests/support/api_scenario.h"

namespace inkwell::test {
namespace {

using Titles = std::vector<std::string>;

class Query : public ApiTest {
protected:
    Reply ask(const std::string& query, const std::string& more = "") {
        return get("/objects?query=" + percentEncoded(query) + more);
    }
    /// The titles in creation order; `total` must say how many they are.
    Titles titles(const std::string& query, const std::string& more = "") {
        const Reply reply = ask(query, more);
        EXPECT_EQ(reply.status, 200) << query << ": " << reply.body;
        Titles all;
        if (reply.status != 200) return all;
        const JsonArray objects = reply.array("objects");
        for (const Json& one : objects) all.emplace_back(textOf(one.as_object(), "title"));
        EXPECT_EQ(reply.json().at("total"), static_cast<std::int64_t>(all.size())) << query;
        return all;
    }
    void expectError(const std::string& query, std::initializer_list<std::string_view> fragments) {
        const Reply reply = ask(query);
        EXPECT_EQ(reply.status, 400) << query << ": " << reply.body;
        for (const std::string_view fragment : fragments) {
            EXPECT_NE(reply.message().find(fragment), std::string::npos) << query << ": " << reply.message();
        }
    }
    std::string idOf(const JsonObject& object) { return std::string(textOf(object, "id")); }

    /// Three posts: "One" has the number 1, the tags a and b; "Two" 2, b and c; "Three" neither.
    void makePosts() {
        makeType("posts");
        const JsonArray tags{{{"value", "a"}}, {{"value", "b"}}, {{"value", "c"}}};
        makeObject("posts", "One",
                   {{"metafields",
                     {field("number", "n", 1), field("check-boxes", "tags", {"a", "b"}, {{"options", tags}}),
                      field("switch", "on", true, {{"options", "true,false"}})}}});
        makeObject("posts", "Two",
                   {{"metafields",
                     {field("number", "n", 2), field("check-boxes", "tags", {"b", "c"}, {{"options", tags}}),
                      field("switch", "on", false, {{"options", "true,false"}})}}});
        makeObject("posts", "Three");
    }
};
INKWELL_ON_BOTH_ENGINES(Query);

TEST_P(Query, OffersEveryOperator) {
    makePosts();
    EXPECT_EQ(titles(R"({"title": "Two"})"), Titles{"Two"});
    EXPECT_EQ(titles(R"({"metadata.n": {"$eq": 1}})"), Titles{"One"});
    EXPECT_EQ(titles(R"({"metadata.n": {"$ne": 1}})"), (Titles{"Two", "Three"}));
    EXPECT_EQ(titles(R"({"metadata.n": {"$gt": 1}})"), Titles{"Two"});
    EXPECT_EQ(titles(R"({"metadata.n": {"$gte": 1, "$lt": 2}})"), Titles{"One"});
    EXPECT_EQ(titles(R"({"metadata.n": {"$lte": 2}})"), (Titles{"One", "Two"}));
    EXPECT_EQ(titles(R"({"metadata.n": {"$in": [1, 2, "1"]}})"), (Titles{"One", "Two"}));
    EXPECT_EQ(titles(R"({"metadata.n": {"$nin": [1]}})"), (Titles{"Two", "Three"}));
    EXPECT_EQ(titles(R"({"metadata.tags": "b"})"), (Titles{"One", "Two"}));
    EXPECT_EQ(titles(R"({"metadata.tags": {"$all": ["b", "c"]}})"), Titles{"Two"});
    EXPECT_EQ(titles(R"({"metadata.n": {"$exists": false}})"), Titles{"Three"});
    EXPECT_EQ(titles(R"({"metadata.n": {"$exists": true}})"), (Titles{"One", "Two"}));
    EXPECT_EQ(titles(R"({"metadata.on": true})"), Titles{"One"});
    EXPECT_EQ(titles(R"({"metadata.on": null})"), Titles{"Three"});
    EXPECT_EQ(titles(R"({"title": {"$regex": "^t", "$options": "i"}})"), (Titles{"Two", "Three"}));
    EXPECT_EQ(titles(R"({"$and": [{"type": "posts"}, {"metadata.n": {"$not": {"$gt": 1}}}]})"),
              (Titles{"One", "Three"}));
    EXPECT_EQ(titles(R"({"$or": [{"metadata.n": 1}, {"slug": "three"}]})"), (Titles{"One", "Three"}));
    EXPECT_EQ(titles(R"({"$nor": [{"metadata.n": 1}, {"slug": "three"}]})"), Titles{"Two"});
    EXPECT_EQ(titles(R"({"metadata.tags": {"$regex": "[ac]"}, "metadata.on": false})"), Titles{"Two"});
}

TEST_P(Query, ComparesByType) {
    makePosts();
    EXPECT_EQ(titles(R"({"metadata.n": "1"})"), Titles{});
    EXPECT_EQ(titles(R"({"metadata.n": true})"), Titles{});
    EXPECT_EQ(titles(R"({"metadata.on": 1})"), Titles{});
    EXPECT_EQ(titles(R"({"title": 0})"), Titles{});
    EXPECT_EQ(titles(R"({"slug": 0})"), Titles{});
    EXPECT_EQ(titles(R"({"title": "two"})"), Titles{});
    EXPECT_EQ(titles(R"({"title": "Two "})"), Titles{});
    EXPECT_EQ(titles(R"({"type": "posts "})"), Titles{});
    EXPECT_EQ(titles(R"({"id": "é"})"), Titles{});
    EXPECT_EQ(titles(R"({"created_at": {"$gt": "2020"}})"), (Titles{"One", "Two", "Three"}));
    EXPECT_EQ(titles(R"({"created_at": {"$lt": "2020"}})"), Titles{});
}

TEST_P(Query, FindsByColumnsOfTheObject) {
    makeType("posts");
    const std::string author(24, 'a');
    const JsonObject made = makeObject("posts", "One", {{"content", "<p>Text</p>"}, {"created_by", author}});
    makeObject("posts", "Two");
    for (const char* key : {"id", "slug", "content", "created_at", "created_by"}) {
        const std::string condition = writeJson(JsonObject{{key, made.at(key)}, {"title", "One"}});
        EXPECT_EQ(titles(condition), Titles{"One"}) << condition;
    }
    EXPECT_EQ(titles(R"({"created_by": null})"), Titles{"Two"});
    EXPECT_EQ(titles(R"({"thumbnail": {"$exists": false}, "locale": null, "status": "published"})"),
              (Titles{"One", "Two"}));
    EXPECT_EQ(titles(R"({"status": "draft"})"), Titles{});
}

TEST_P(Query, ReachesIntoParentsRepeatersJsonAndChoices) {
    makeType("posts");
    const JsonArray options{{{"key", "r"}, {"value", "Red"}}, {{"key", "b"}, {"value", "Blue"}}};
    const JsonObject item{{"type", "repeating_item"}, {"children", {field("number", "n", 1)}}};
    const JsonObject other{{"type", "repeating_item"}, {"children", {field("number", "n", 2)}}};
    JsonObject parent = field("parent", "seo", "", {{"children", {field("text", "robots", "none")}}});
    JsonObject repeater =
        field("repeater", "rows", "", {{"children", {item, other}}, {"repeater_fields", {field("number", "n", "")}}});
    parent.stable_erase("value");
    repeater.stable_erase("value");
    makeObject("posts", "Full",
               {{"metafields",
                 {parent, repeater, field("json", "data", {{"a", {{{"b", "deep"}}, {{"b", 7}}}}}),
                  field("select-dropdown", "color", "Red", {{"options", options}})}}});
    makeObject("posts", "Bare");
    for (const char* query :
         {R"({"metadata.seo.robots": "none"})", R"({"metadata.rows.n": 2})", R"({"metadata.rows.n": {"$all": [1, 2]}})",
          R"({"metadata.data.a.b": "deep"})", R"({"metadata.data.a.b": 7})", R"({"metadata.color": "Red"})",
          R"({"metadata.seo": {"$exists": true}})", R"({"metadata.data.a": {"$ne": null}})"}) {
        EXPECT_EQ(titles(query), Titles{"Full"}) << query;
    }
    EXPECT_EQ(titles(R"({"metadata.color": "r"})"), Titles{});
}

TEST_P(Query, TakesTheLongestKeysThatMetafieldsMayHave) {
    std::string pictures;
    for (int i = 0; i < 200; ++i) pictures += "\xF0\x9F\x98\x80";
    const std::string parent(200, 'p');
    const std::string child(200, 'c');
    JsonObject group = field("parent", parent, "", {{"children", {field("text", child, "two")}}});
    group.erase("value");
    makeType("posts");
    makeObject("posts", "Long", {{"metafields", {field("text", pictures, "one"), group}}});
    for (const std::string& query :
         {R"({"metadata.)" + pictures + R"(":"one"})", R"({"metadata.)" + parent + "." + child + R"(":"two"})"}) {
        EXPECT_EQ(titles(query), Titles{"Long"});
    }
}

TEST_P(Query, ReachesThroughRelatedObjects) {
    makeType("authors");
    makeType("posts");
    const JsonObject city = makeObject("authors", "Paris");
    const auto relation = [&](const std::string& kind, const std::string& key, const std::string& ids) {
        return field(kind, key, ids, {{"object_type", "authors"}});
    };
    const JsonObject ann = makeObject(
        "authors", "Ann", {{"metafields", {field("number", "age", 40), relation("object", "city", idOf(city))}}});
    const JsonObject bob = makeObject("authors", "Bob");
    makeObject("posts", "By Ann", {{"metafields", {relation("object", "author", idOf(ann))}}});
    makeObject("posts", "By both", {{"metafields", {relation("objects", "author", idOf(ann) + "," + idOf(bob))}}});
    for (const std::string key : {"metadata.author", "metadata.author.id"}) {
        EXPECT_EQ(titles(writeJson(JsonObject{{key, ann.at("id")}})), (Titles{"By Ann", "By both"})) << key;
        EXPECT_EQ(titles(writeJson(JsonObject{{key, bob.at("id")}})), Titles{"By both"}) << key;
    }
    EXPECT_EQ(titles(R"({"metadata.author.title": "Bob"})"), Titles{"By both"});
    EXPECT_EQ(titles(R"({"metadata.author.title": {"$regex": "^B"}})"), Titles{"By both"});
    EXPECT_EQ(titles(R"({"metadata.author.metadata.age": {"$gte": 40}})"), (Titles{"By Ann", "By both"}));
    EXPECT_EQ(titles(R"({"metadata.author.metadata.city.title": "Paris", "title": "By Ann"})"), Titles{"By Ann"});
    EXPECT_EQ(titles(R"({"metadata.author.title": {"$ne": "Bob"}, "type": "posts"})"), Titles{"By Ann"});
    expectError(R"({"metadata.a.metadata.b.metadata.c.metadata.d.title": "x"})", {"2", "related"});
}

TEST_P(Query, NeverLeaksDrafts) {
    makeType("authors");
    makeType("posts");
    const JsonObject secret =
        makeObject("authors", "Secret", {{"status", "draft"}, {"metafields", {field("text", "code", "x1")}}});
    makeObject("posts", "Hidden", {{"status", "draft"}});
    makeObject("posts", "Seen",
               {{"metafields", {field("object", "author", idOf(secret), {{"object_type", "authors"}})}}});
    for (const char* query :
         {R"({"title": {"$in": ["Hidden", "Secret"]}})", R"({"status": "draft"})", R"({"title": {"$regex": "Hidden"}})",
          R"({"metadata.author.title": "Secret"})", R"({"metadata.author.metadata.code": "x1"})",
          R"({"metadata.author.title": {"$regex": "^S"}})", R"({"metadata.author.status": "draft"})",
          R"({"metadata.author.metadata.code": {"$exists": true}})"}) {
        EXPECT_EQ(titles(query), Titles{}) << query;
    }
    EXPECT_EQ(titles(R"({"metadata.author.title": {"$ne": "Secret"}})"), Titles{"Seen"});
    EXPECT_EQ(titles(R"({"metadata.author.title": "Secret"})", "&status=any"), Titles{"Seen"});
    EXPECT_EQ(titles(R"({"metadata.author.title": {"$regex": "^S"}})", "&status=any"), Titles{"Seen"});
    EXPECT_EQ(titles(R"({"status": "draft"})", "&status=any"), (Titles{"Secret", "Hidden"}));
}

TEST_P(Query, StaysInItsBucket) {
    makeType("posts");
    makeObject("posts", "One", {{"metafields", {field("number", "n", 1)}}});
    const TestServer::Bucket other = api().makeBucket();
    const std::string url = "/v2/buckets/" + other.slug + "/objects?read_key=" + other.readKey + "&query=";
    for (const char* query : {R"({"metadata.n": 1})", R"({"title": {"$regex": "One"}})", R"({"title": "One"})"}) {
        EXPECT_EQ(api().get(url + percentEncoded(query)).json().at("total"), 0) << query;
    }
}

TEST_P(Query, FollowsEditsAndDeletions) {
    makeType("posts");
    const std::string id = idOf(makeObject("posts", "One", {{"metafields", {field("number", "n", 1)}}}));
    patch("/objects/" + id, {{"metafields", {field("number", "n", 2)}}});
    EXPECT_EQ(titles(R"({"metadata.n": 1})"), Titles{});
    EXPECT_EQ(titles(R"({"metadata.n": 2})"), Titles{"One"});
    patch("/objects/" + id, {{"title", "New"}});
    EXPECT_EQ(titles(R"({"title": "New", "metadata.n": 2})"), Titles{"New"});
    patch("/objects/" + id + "/metafields/n", {{"value", 3}});
    EXPECT_EQ(titles(R"({"metadata.n": 3})"), Titles{"New"});
    EXPECT_GT(api().count("objects_fields", bucket().id), 0);
    del("/objects/" + id);
    EXPECT_EQ(titles(R"({"metadata.n": 3})"), Titles{});
    EXPECT_EQ(api().count("objects_fields", bucket().id), 0);
}

TEST_P(Query, WorksWithSortLimitSkipAndTotal) {
    makeType("posts");
    for (int i = 0; i < 7; ++i) {
        makeObject("posts", "Post " + std::to_string(i), {{"metafields", {field("number", "even", 1 - i % 2)}}});
    }
    for (const char* query : {R"({"metadata.even": 1})", R"({"title": {"$regex": "[0246]$"}})"}) {
        const Reply page = ask(query, "&sort=-created_at&limit=2&skip=1");
        const JsonArray objects = page.array("objects");
        ASSERT_EQ(objects.size(), 2U) << query;
        EXPECT_EQ(objects.at(0).at("title"), "Post 4") << query;
        EXPECT_EQ(objects.at(1).at("title"), "Post 2") << query;
        EXPECT_EQ(page.json().at("total"), 4) << query;
        const Reply past = ask(query, "&skip=9");
        EXPECT_TRUE(past.array("objects").empty());
        EXPECT_EQ(past.json().at("total"), 4) << query;
    }
}

TEST_P(Query, ComparesLongTextsToTheirEnd) {
    makeType("posts");
    const std::string common(250, 'x');
    for (const char* end : {"a", "b"}) {
        makeObject("posts", end, {{"metafields", {field("textarea", "t", common + end)}}});
    }
    EXPECT_EQ(titles("{\"metadata.t\": \"" + common + "a\"}"), Titles{"a"});
    EXPECT_EQ(titles("{\"metadata.t\": {\"$gt\": \"" + common + "a\"}}"), Titles{"b"});
    EXPECT_EQ(titles("{\"metadata.t\": {\"$ne\": \"" + common + "a\"}}"), Titles{"b"});
    EXPECT_EQ(titles(R"({"metadata.t": {"$regex": "xb$"}})"), Titles{"b"});
}

TEST_P(Query, TellsWholeNumbersApartThatADoubleDoesNot) {
    makeType("posts");
    makeObject("posts", "One", {{"metafields", {field("number", "n", 9007199254740992)}}});
    makeObject("posts", "Two", {{"metafields", {field("number", "n", 9007199254740993)}}});
    EXPECT_EQ(titles(R"({"metadata.n": 9007199254740992})"), Titles{"One"});
    EXPECT_EQ(titles(R"({"metadata.n": 9007199254740993})"), Titles{"Two"});
    EXPECT_EQ(titles(R"({"metadata.n": {"$ne": 9007199254740993}})"), Titles{"One"});
    EXPECT_EQ(titles(R"({"metadata.n": {"$gt": 9007199254740992}})"), Titles{"Two"});
    EXPECT_EQ(titles(R"({"metadata.n": {"$gte": 9007199254740993, "$lt": 9007199254740994}})"), Titles{"Two"});
    EXPECT_EQ(titles(R"({"metadata.n": {"$lt": 9007199254740993}})"), Titles{"One"});
}

TEST_P(Query, RefusesWhatIsWrongByName) {
    makeType("posts");
    expectError(R"({"title": {"$near": 1}})", {"$near", "title"});
    expectError(R"({"$where": "1"})", {"$where"});
    expectError(R"({"price": 1})", {"price", "metadata.<key>"});
    expectError(R"({"bucket": "b"})", {"bucket"});
    expectError(R"({"title": {"$in": 1}})", {"$in", "title", "array"});
    expectError(R"({"title": {"$regex": "("}})", {"$regex", "title"});
    expectError(R"({"title": {"$regex": "a", "$options": "g"}})", {"$options", "g"});
    expectError(R"({"title": )", {"query", "ends too early"});
    expectError(R"("title")", {"query", "object"});
    std::string deep = R"({"title": "a"})";
    for (int i = 0; i < 8; ++i) deep = "{\"$and\": [" + deep + "]}";
    expectError(deep, {"8 levels"});
    std::string wide;
    for (int i = 0; i < 51; ++i) wide += std::string(i == 0 ? "" : ",") + R"({"title": 1})";
    expectError("{\"$or\": [" + wide + "]}", {"50 conditions"});
    expectError(std::string(200, '['), {"query"});
}

TEST_P(Query, IsReadLeniently) {
    makePosts();
    EXPECT_EQ(titles(""), (Titles{"One", "Two", "Three"}));
    EXPECT_EQ(titles("{}"), (Titles{"One", "Two", "Three"}));
}

}  // namespace
}  // namespace inkwell::test
