// ObjectCatalog as other plugins use it.
#include "inkwell/object_catalog.h"

#include <gtest/gtest.h>

#include <future>

#include "inkwell/http.h"
#include "inkwell/object_versions.h"
#include "inkwell/request_params.h"
#include "tests/plugins/objects/objects_fixture.h"

namespace inkwell::objects {
namespace {

using Parameters = std::vector<std::pair<std::string, std::string>>;
using Texts = std::vector<std::string>;

class Catalog : public ObjectsTest {
protected:
    ObjectCatalog& catalog() { return *fixture_.find<ObjectCatalog>(); }

    JsonObject listOf(const Texts& ids, const Parameters& query) {
        RequestParts parts;
        parts.query = query;
        const ObjectListRequest asked = parseObjectList(Request(std::move(parts)), 1000, catalog());
        ObjectList list = catalog().list(*bucket_, asked, ids);
        return {{"objects", std::move(list.objects)}, {"total", list.total}};
    }
    Texts titlesOf(const JsonObject& answer) {
        Texts all;
        for (const Json& one : answer.at("objects").as_array()) all.emplace_back(textOf(one.as_object(), "title"));
        return all;
    }
};

TEST_F(Catalog, ListsAsIfTheBucketHeldNoOtherObjects) {
    makeType({{"title", "Posts"}, {"slug", "posts"}});
    Texts ids;
    for (const char* title : {"a", "b", "c", "d", "e"}) {
        ids.push_back(idOf(make({{"type", "posts"}, {"title", title}})));
    }
    const std::string draft = idOf(make({{"type", "posts"}, {"title", "z"}, {"status", "draft"}}));
    const Texts some{ids[0], ids[2], ids[4], draft, "0123456789abcdef01234567"};
    EXPECT_EQ(titlesOf(listOf(some, {})), (Texts{"a", "c", "e"}));
    EXPECT_EQ(listOf(some, {}).at("total"), 3);
    EXPECT_EQ(titlesOf(listOf(some, {{"status", "any"}, {"sort", "-created_at"}})), (Texts{"z", "e", "c", "a"}));
    EXPECT_EQ(titlesOf(listOf(some, {{"skip", "1"}, {"limit", "1"}})), (Texts{"c"}));
    EXPECT_EQ(listOf(some, {{"skip", "1"}, {"limit", "1"}}).at("total"), 3);
    EXPECT_EQ(titlesOf(listOf(some, {{"after", ids[2]}})), (Texts{"e"}));
    EXPECT_EQ(titlesOf(listOf(some, {{"query", R"({"title": {"$in": ["b", "c"]}})"}})), (Texts{"c"}));
    EXPECT_EQ(titlesOf(listOf(some, {{"query", R"({"title": {"$regex": "[b-e]"}})"}})), (Texts{"c", "e"}));
    const JsonObject projected = listOf(some, {{"props", "title"}, {"show_metafields", "true"}});
    EXPECT_EQ(projected.at("objects").as_array().at(0), (JsonObject{{"title", "a"}}));
}

TEST_F(Catalog, LeadsPastTheVisibleOnesOneByOne) {
    makeType({{"title", "Posts"}, {"slug", "posts"}});
    const std::string id = idOf(make({{"type", "posts"}, {"title", "a"}, {"content", "long"}}));
    const std::string draft = idOf(make({{"type", "posts"}, {"title", "z"}, {"status", "draft"}}));
    const Texts some{id, draft, "0123456789abcdef01234567"};
    for (const auto visibility : {Visibility::Published, Visibility::Any}) {
        std::map<std::string, JsonObject> passed;
        catalog().forEach(*bucket_, some, visibility, [&](const ObjectRecord& one) { passed[one.id] = one.fields; });
        std::map<std::string, JsonObject> found;
        for (const ObjectRecord& one : catalog().find(*bucket_, some, visibility)) found[one.id] = one.fields;
        EXPECT_EQ(passed, found);
        EXPECT_EQ(passed.size(), visibility == Visibility::Any ? 2U : 1U);
        EXPECT_EQ(textOf(passed[id], "content"), "long");
    }
    catalog().forEach(*bucket_, {}, Visibility::Any, [](const ObjectRecord&) { FAIL(); });
}

TEST_F(Catalog, ListsNothingForNoIds) {
    makeType({{"title", "Posts"}, {"slug", "posts"}});
    const std::string id = idOf(make({{"type", "posts"}, {"title", "a"}}));
    EXPECT_EQ(listOf({}, {}).at("total"), 0);
    EXPECT_EQ(errorOf([&] { listOf({}, {{"after", id}}); }).substr(0, 4), "400:");
    EXPECT_EQ(errorOf([&] { listOf({}, {{"query", "{"}}); }).substr(0, 4), "400:");
}

TEST_F(Catalog, ListsOutOfThousandsOfIds) {
    makeType({{"title", "Posts"}, {"slug", "posts"}});
    Texts ids(10'000, "0123456789abcdef01234567");
    ids[5'000] = idOf(make({{"type", "posts"}, {"title", "a"}}));
    EXPECT_EQ(titlesOf(listOf(ids, {})), (Texts{"a"}));
}

// An edit is committed while the answer is made of what was read before it.
TEST_F(Catalog, TellsTheVersionOfTheDraftThatItReadAndNotTheNextOne) {
    makeType({{"title", "Posts"}, {"slug", "posts"}});
    const std::string id = idOf(make({{"type", "posts"}, {"title", "a"}}));
    fixture_.database().write([&](Sql&) {
        const JsonObject body{{"title", "b"}, {"status", "draft"}};
        catalog().revise(*bucket_, Access::writeKey(), id, "d00000000000000000000001", body);
    });
    ObjectVersions& versions = *fixture_.find<ObjectVersions>();
    const std::int64_t version = versions.versionOf(*bucket_, id);
    EXPECT_EQ(catalog().find(*bucket_, std::span(&id, 1), Visibility::Any).at(0).version, version);
    for (const bool isWriter : {true, false}) {
        engine_.onRender = [&](const RenderOptions&) {
            engine_.onRender = nullptr;
            std::async(std::launch::async, [&] { edit(id, {{"title", "c"}}); }).get();
        };
        const VersionedRecord shown = isWriter ? versions.written(*bucket_, Access::writeKey(), id)
                                               : versions.current(*bucket_, Access::writeKey(), id);
        EXPECT_EQ(shown.version, isWriter ? version : version + 1);
        EXPECT_EQ(shown.record.at("title"), isWriter ? "b" : "c");
    }
    EXPECT_EQ(versions.versionOf(*bucket_, id), version + 2);
}

}  // namespace
}  // namespace inkwell::objects
