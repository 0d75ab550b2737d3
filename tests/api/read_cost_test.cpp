// What reads cost: one statement for each level of relations and target table, and limits for what a client may ask.
#include <Poco/URI.h>

#include "kernel/app/transfer.h"
#include "tests/support/api_scenario.h"

namespace inkwell::test {
namespace {

class ReadCost : public ApiTest {
protected:
    void importMedia() {
        const Json file = parseJson(R"({"format": "inkwell-bucket/1", "bucket": {"media": [
            {"name": "1-a.png", "size": 1, "type": "image/png"}, {"name": "2-b.png", "size": 2, "type": "image/png"},
            {"name": "3-c.png", "size": 3, "type": "image/png"}]}})");
        kernel::importBucket(api().server(), file, bucket().slug, "", [](auto&&...) {});
    }
    std::string node(const std::string& title, const JsonArray& metafields) {
        return makeId("nodes", title, {{"metafields", metafields}});
    }
    JsonObject to(const std::string& key, const std::string& id) {
        return field("object", key, id, {{"object_type", "nodes"}});
    }
    std::int64_t statementsOf(const std::string& rest) {
        return api().statementsOf(
            [&] { EXPECT_EQ(get("/objects?use_cache=false&total=false&sort=-created_at&" + rest).status, 200); });
    }
    static std::string encoded(const std::string& text) {
        std::string result;
        Poco::URI::encode(text, "{}[]\":$^,", result);
        return result;
    }
    void expectRefusal(const std::string& url, std::initializer_list<std::string_view> fragments) {
        const Reply reply = get(url);
        EXPECT_EQ(reply.status, 400) << url.substr(0, 200) << ": " << reply.body;
        for (const std::string_view fragment : fragments)
            EXPECT_NE(reply.message().find(fragment), std::string::npos) << reply.message();
        EXPECT_LT(reply.body.size(), 2000U);
    }
};
INKWELL_ON_BOTH_ENGINES(ReadCost);

// A post has relations, in a parent too, and files; the related have files and relations of their own.
TEST_P(ReadCost, IsOneStatementForEachLevelAndTargetTable) {
    importMedia();
    makeType("nodes");
    constexpr int kPosts = 30;
    for (int i = 0; i < kPosts; ++i) {
        const std::string number = std::to_string(i);
        const std::string city = node("City " + number, {field("file", "map", "3-c.png")});
        const std::string author = node("Author " + number, {to("city", city), field("file", "portrait", "2-b.png")});
        const std::string editor = node("Editor " + number, {to("city", city)});
        JsonObject parent =
            field("parent", "seo", nullptr, {{"children", {to("editor", editor), field("file", "image", "2-b.png")}}});
        parent.stable_erase("value");
        makeObject("nodes", "Post " + number,
                   {{"metafields",
                     {to("author", author), parent, field("file", "hero", "1-a.png"),
                      field("objects", "all", author + "," + editor, {{"object_type", "nodes"}})}}});
    }
    const std::int64_t bare = statementsOf("props=title&limit=2");
    for (const int limit : {2, 4 * kPosts - 1}) {
        const std::string page = "limit=" + std::to_string(limit);
        EXPECT_EQ(statementsOf(page + "&props=title"), bare) << page;
        EXPECT_EQ(statementsOf(page + "&props=metadata.author.title,metadata.seo.editor.title,metadata.all.slug"),
                  bare + 1)
            << page;
        EXPECT_EQ(statementsOf(page + "&props=metadata.hero.size,metadata.seo.image.size"), bare + 1) << page;
        EXPECT_EQ(statementsOf(page + "&props=metadata.author.metadata.city.title"), bare + 2) << page;
        // Level one: objects and media; level two likewise; level three: the maps of cities.
        EXPECT_LE(statementsOf(page), bare + 5) << page;
    }
    EXPECT_EQ(statementsOf("limit=2"), statementsOf("limit=119"));
}

TEST_P(ReadCost, AChainCostsOneStatementPerLevel) {
    makeType("nodes");
    std::string next = node("end", {});
    for (int i = 0; i < 10; ++i) next = node("n", {to("next", next)});
    const auto costOf = [&](const std::string& id, const std::string& more) {
        return statementsOf("query=" + encoded("{\"id\":\"" + id + "\"}") + more);
    };
    const std::int64_t bare = costOf(next, "&depth=0");
    EXPECT_EQ(costOf(next, "&depth=3"), bare + 3);
    // Of ids it is asked whether they are to be seen: `bare` holds a statement that the whole chain needs not.
    EXPECT_EQ(costOf(next, ""), bare + 9);
}

// It was seen which objects are related, so all of them are read with one statement.
TEST_P(ReadCost, AnObjectThatWasReadBeforeIsOneStatementAtAnyDepth) {
    makeType("nodes");
    const std::string end = node("end", {});
    const std::string middle = node("middle", {to("next", end)});
    const std::string start = node("start", {to("next", middle)});
    const std::string url = "/objects/" + start + "?use_cache=false";
    const auto titles = [&] {
        const JsonObject object = get(url).json().at("object").as_object();
        std::string all;
        for (const Json* next = &object.at("metadata"); next->is_object() && next->get_object().contains("next");) {
            next = &next->get_object().at("next");
            if (!next->is_object()) return all + " " + writeJson(*next);
            all += " " + std::string(next->at("title").as_string());
            next = &next->at("metadata");
        }
        return all;
    };
    const auto cost = [&] { return api().statementsOf([&] { EXPECT_EQ(titles(), " middle end"); }); };
    EXPECT_EQ(cost(), 1);

    const std::string other = node("other", {});
    ASSERT_EQ(patch("/objects/" + middle, {{"metafields", {to("next", other)}}}).status, 200);
    EXPECT_EQ(titles(), " middle other");
    EXPECT_EQ(titles(), " middle other");
    ASSERT_EQ(patch("/objects/" + other, {{"status", "draft"}}).status, 200);
    EXPECT_EQ(titles(), " middle null");
    ASSERT_EQ(patch("/objects/" + other, {{"status", "published"}}).status, 200);
    EXPECT_EQ(titles(), " middle other");
    ASSERT_EQ(del("/objects/" + other).status, 200);
    EXPECT_EQ(titles(), " middle null");
    EXPECT_EQ(titles(), " middle null");
    ASSERT_EQ(patch("/objects/" + start, {{"metafields", JsonArray{to("next", start)}}}).status, 200);
    EXPECT_EQ(titles(), " \"" + start + "\"");
    EXPECT_EQ(api().statementsOf([&] { EXPECT_EQ(titles(), " \"" + start + "\""); }), 1) << "it leads back to itself";
}

TEST_P(ReadCost, AnObjectThatIsNoLongerReferredToMayBeDamaged) {
    makeType("nodes");
    const std::string damaged = node("damaged", {});
    const std::string start = node("start", {to("next", damaged)});
    const std::string url = "/objects/" + start + "?use_cache=false";
    EXPECT_EQ(get(url).status, 200);
    api().server().database().write(
        [&](Sql& sql) { sql.execute("UPDATE objects SET packed = SUBSTR(packed, 1, 6) WHERE id = ?", {damaged}); });
    ASSERT_EQ(patch("/objects/" + start, {{"metafields", JsonArray()}}).status, 200);
    EXPECT_EQ(get(url).status, 200);
}

TEST_P(ReadCost, BombsAreRefusedByTheLimitTheyBreak) {
    makeType("nodes");
    expectRefusal("/objects?limit=1000000000", {"limit", "1000"});
    expectRefusal("/objects?limit=99999999999999999999", {"limit"});
    expectRefusal("/objects?skip=99999999999999999999", {"skip"});
    expectRefusal("/objects?skip=abc", {"skip"});
    expectRefusal("/objects?depth=99999999999999999999", {"depth"});
    std::string deep;
    for (int i = 0; i < 700; ++i) deep += R"({"$or":[)";
    for (const std::string& list : {std::string("/objects"), std::string("/media")}) {
        expectRefusal(list + "?query=" + encoded(deep), {"'query'"});
        expectRefusal(list + "?query=" + encoded(R"({"$and":[{)"), {"'query'", "ends too early"});
        const auto queryOf = [](std::size_t bytes) { return "{\"id\":\"" + std::string(bytes - 9, '"') + "\"}"; };
        expectRefusal(list + "?query=" + encoded(queryOf(16 * 1024 + 1)), {"'query'", "16 KiB"});
        // Longer than an address may be: refused before it is read.
        EXPECT_EQ(refusalOf(get(list + "?query=" + encoded(queryOf(17 * 1024)))),
                  "414: the address is longer than the 51200 bytes allowed; a list can be asked for in parts");
        expectRefusal(list + "?query=" + encoded("{\"metadata." + std::string(500, 'k') + "\":1}"), {"'query'", "498"});
        expectRefusal(list + "?query=" + encoded(R"({"id":{"$regex":"(((x{9}){9}){9}){9}"}})"), {"'query'", "$regex"});
        std::string names;
        for (int i = 0; i < 501; ++i) names += "p" + std::to_string(i) + ",";
        expectRefusal(list + "?props=" + names, {"'props'", "500"});
        expectRefusal(list + "?props=" + std::string(8193, 'p'), {"'props'", "8192"});
    }
}

TEST_P(ReadCost, WhatIsJustWithinTheLimitsIsAnswered) {
    makeType("nodes");
    node("One", {});
    std::string values = R"("One")";
    for (int i = 0; i < 1000; ++i) values += ",\"v" + std::to_string(i) + "\"";
    EXPECT_EQ(get("/objects?query=" + encoded("{\"title\":{\"$in\":[" + values + "]}}")).json().at("total"), 1);
    EXPECT_EQ(get("/objects?query=" + encoded("{\"slug\":{\"$nin\":[" + values + "]}}")).json().at("total"), 1);
    std::string patterns;
    for (int i = 0; i < 50; ++i)
        patterns += std::string(i == 0 ? "" : ",") + R"({"title":{"$regex":"(O|[a-z]){1,90}ne$"}})";
    EXPECT_EQ(get("/objects?query=" + encoded("{\"$and\":[" + patterns + "]}")).json().at("total"), 1);
    EXPECT_EQ(get("/objects?skip=9223372036854775807").json().at("total"), 1);
    EXPECT_EQ(get("/objects?limit=1000&depth=1000").status, 200);
    EXPECT_EQ(get("/objects?props=" + std::string(8192, 'p')).status, 200);
}

}  // namespace
}  // namespace inkwell::test
