// What a merge takes of types and objects, and what it leaves as it is.
#include "tests/plugins/objects/transfer_fixture.h"

namespace inkwell::objects {
namespace {

class TransferMerge : public TransferTest {};

using Texts = std::vector<std::string>;

JsonObject relation(const char* key, const std::string& value, const char* type, const char* kind = "object") {
    return {{"type", kind}, {"title", key}, {"key", key}, {"value", value}, {"object_type", type}};
}

std::string fileId(int number) { return "5a000000000000000000000" + std::to_string(number); }

// A chain a -> b -> c (a draft) -> a, and d beside it. The type of a names a type that has no object, and a picture.
JsonObject chain() {
    const auto object = [](int number, const char* slug, const char* type, JsonArray metafields) {
        return JsonObject{{"id", fileId(number)},
                          {"type", type},
                          {"slug", slug},
                          {"title", slug},
                          {"metafields", std::move(metafields)}};
    };
    JsonObject draft = object(3, "c", "posts", {relation("next", fileId(1), "posts")});
    draft["status"] = "draft";
    JsonObject pictured =
        object(2, "b", "authors", {relation("next", fileId(3) + "," + fileId(4), "posts", "objects")});
    pictured["thumbnail"] = "b.png";
    const JsonArray templates = {relation("tag", "", "tags"),
                                 {{"type", "file"}, {"title", "F"}, {"key", "f"}, {"value", "default.png"}}};
    return {{"media_folders", {{{"title", "Covers"}, {"slug", "covers"}}}},
            {"media", {{{"name", "b.png"}, {"folder", "covers"}}, {{"name", "default.png"}}, {{"name", "other.png"}}}},
            {"object_types",
             {{{"title", "Posts"}, {"slug", "posts"}, {"metafields", templates}},
              {{"title", "Authors"}, {"slug", "authors"}},
              {{"title", "Tags"}, {"slug", "tags"}},
              {{"title", "Others"}, {"slug", "others"}}}},
            {"objects",
             {object(1, "a", "posts", {relation("next", fileId(2), "authors")}), pictured, draft,
              object(4, "d", "posts", {}), object(5, "e", "others", {})}}};
}

TEST_F(TransferMerge, AMergeTakesAllThatTheSelectedObjectsNeedAndNothingElse) {
    ASSERT_EQ(importAll(source_, chain()).problems, Texts{});
    const JsonObject some = exportSome(source_, selecting({idOf(source_, "a")}));
    EXPECT_EQ(sorted(some, "objects", "slug"), (Texts{"a", "b", "c", "d"}));
    EXPECT_EQ(sorted(some, "object_types", "slug"), (Texts{"authors", "posts", "tags"}));
    EXPECT_EQ(sorted(some, "media", "name"), (Texts{"b.png", "default.png"}));
    EXPECT_EQ(sorted(some, "media_folders", "slug"), Texts{"covers"});

    const JsonObject one = exportSome(source_, selecting({idOf(source_, "e")}));
    EXPECT_EQ(sorted(one, "objects", "slug"), Texts{"e"});
    EXPECT_EQ(sorted(one, "object_types", "slug"), Texts{"others"});
    EXPECT_TRUE(one.at("media").as_array().empty());
}

TEST_F(TransferMerge, WhatIsMergedIntoAnEmptyBucketIsComplete) {
    importAll(source_, chain());
    const std::string id = idOf(source_, "a");
    const JsonObject some = exportSome(source_, selecting({id}));
    const RecordingImport done = importAll(target_, some, Members{id});
    EXPECT_EQ(done.problems, Texts{});
    EXPECT_EQ(done.count('c'), 10);
    const JsonObject copy = exportSome(target_, selecting({idOf(target_, "a")}));
    EXPECT_EQ(withoutObjectIds(copy), withoutObjectIds(some));
    EXPECT_EQ(copy.at("objects").at(2).at("status"), "draft");
}

TEST_F(TransferMerge, AMergeEditsItsMembersAndLeavesTheRestOfTheBucketAsItIs) {
    importAll(source_, chain());
    JsonObject ours = chain();
    for (Json& one : ours["objects"].as_array()) one.as_object()["title"] = "Ours";
    for (Json& one : ours["object_types"].as_array()) one.as_object()["title"] = "Ours";
    importAll(target_, ours);
    const std::string id = idOf(source_, "a");
    const JsonObject before = exportAll(target_);
    const RecordingImport done = importAll(target_, exportSome(source_, selecting({id})), Members{id});
    EXPECT_EQ(done.problems, Texts{});
    EXPECT_EQ(done.count('c'), 0);
    EXPECT_EQ(done.count('u'), 1);
    JsonObject after = exportAll(target_);
    EXPECT_EQ(after.at("objects").at(0).at("title"), "a");
    EXPECT_EQ(after.at("objects").at(0).at("metafields").at(0).at("value"), Json(idOf(target_, "b")))
        << "the relation points at the object that was there";
    after.at("objects").at(0).as_object() = before.at("objects").at(0).as_object();
    EXPECT_EQ(after, before);
}

TEST_F(TransferMerge, AMergeKeepsThePlaceAndTheTimeOfPublicationOfWhatIsThere) {
    const auto post = [](int order, const char* published, const char* content) {
        return JsonObject{{"type", "posts"},       {"slug", "a"},    {"title", "A"},
                          {"status", "published"}, {"order", order}, {"published_at", published},
                          {"content", content}};
    };
    const JsonArray types = {{{"title", "Posts"}, {"slug", "posts"}}};
    importAll(source_, file(types, {post(1, "2026-01-31T09:30:00.000Z", "new")}));
    importAll(target_, file(types, {post(2, "2025-01-31T09:30:00.000Z", "old")}));
    const std::string id = idOf(source_, "a");
    EXPECT_EQ(importAll(target_, exportSome(source_, selecting({id})), Members{id}).count('u'), 1);
    const Json after = exportAll(target_).at("objects").at(0);
    EXPECT_EQ(after.at("content"), "new");
    EXPECT_EQ(after.at("order"), 2);
    EXPECT_EQ(after.at("published_at"), "2025-01-31T09:30:00.000Z");
}

TEST_F(TransferMerge, AMergeBringsMissingTypesBesideThoseThatStay) {
    importAll(source_, chain());
    importAll(target_, file({{{"title", "Ours"}, {"slug", "posts"}}}, {}));
    const std::string id = idOf(source_, "a");
    const RecordingImport done = importAll(target_, exportSome(source_, selecting({id})), Members{id});
    EXPECT_EQ(done.problems, Texts{});
    const JsonObject after = exportAll(target_);
    EXPECT_EQ(sorted(after, "object_types", "title"), (Texts{"Authors", "Ours", "Tags"}));
}

TEST_F(TransferMerge, AMergeRefusesAnObjectThatAKeptTypeHasNoLocaleFor) {
    const JsonObject localized{
        {"title", "Posts"}, {"slug", "posts"}, {"localization", true}, {"locales", {"en", "de"}}};
    importAll(source_, file({localized}, {{{"type", "posts"}, {"slug", "a"}, {"title", "A"}, {"locale", "de"}}}));
    importAll(target_, file({{{"title", "Posts"}, {"slug", "posts"}}}, {}));
    const std::string id = idOf(source_, "a");
    const RecordingImport done = importAll(target_, exportSome(source_, selecting({id})), Members{id});
    ASSERT_EQ(done.problems.size(), 1U);
    EXPECT_EQ(done.problems[0], "bucket.objects[0].locale: cannot be set: object type 'posts' is not localized");
}

}  // namespace
}  // namespace inkwell::objects
