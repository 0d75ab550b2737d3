// Types and objects go through a bucket's file with the real metafields and media plugins beside them.
#include "numbered_id.h"
#include "store/object_store.h"
#include "tests/plugins/objects/transfer_fixture.h"

namespace inkwell::objects {
namespace {

class Transfer : public TransferTest {};

TEST_F(Transfer, TheDemoSurvivesARoundTripAndASecondImportChangesNothing) {
    const RecordingImport first = importAll(source_, demo());
    EXPECT_EQ(first.problems, std::vector<std::string>{});
    EXPECT_GT(first.count('c'), 20);
    EXPECT_TRUE(first.notes.empty());

    const JsonObject exported = exportAll(source_);
    EXPECT_EQ(exported.at("objects").as_array().size(), demo().at("objects").as_array().size());
    const RecordingImport copy = importAll(target_, exported);
    EXPECT_EQ(copy.problems, std::vector<std::string>{});
    EXPECT_EQ(withoutObjectIds(exportAll(target_)), withoutObjectIds(exported));

    const RecordingImport again = importAll(target_, exported);
    EXPECT_EQ(again.count('c') + again.count('u'), 0);
    EXPECT_EQ(again.count('='), copy.count('c'));
    const RecordingImport own = importAll(source_, demo());
    EXPECT_EQ(own.count('c') + own.count('u'), 0);
}

TEST_F(Transfer, TheDemoUsesEveryMetafieldType) {
    const std::string text = writeJson(demo());
    for (const char* type :
         {"text", "textarea", "html-textarea", "select-dropdown", "object", "objects", "file", "date", "radio-buttons",
          "check-boxes", "repeater", "parent", "markdown", "json", "switch", "number"}) {
        EXPECT_NE(text.find("\"type\":\"" + std::string(type) + "\""), std::string::npos) << type;
    }
}

TEST_F(Transfer, RelationsFollowToTheNewIdsWhateverTheOrder) {
    const char* first = "5a0000000000000000000001";
    const char* second = "5a0000000000000000000002";
    const auto relation = [](const char* id) {
        return JsonArray{{{"type", "object"}, {"title", "N"}, {"key", "n"}, {"value", id}, {"object_type", "posts"}}};
    };
    const JsonArray objects = {
        {{"id", first}, {"type", "posts"}, {"slug", "a"}, {"title", "A"}, {"metafields", relation(second)}},
        {{"id", second}, {"type", "posts"}, {"slug", "b"}, {"title", "B"}, {"metafields", relation(first)}}};
    const RecordingImport done = importAll(source_, file({{{"title", "Posts"}, {"slug", "posts"}}}, objects));
    EXPECT_EQ(done.problems, std::vector<std::string>{});
    const JsonObject exported = exportAll(source_);
    const Json& a = exported.at("objects").at(0);
    const Json& b = exported.at("objects").at(1);
    EXPECT_NE(a.at("id"), first);
    EXPECT_EQ(a.at("metafields").at(0).at("value"), b.at("id"));
    EXPECT_EQ(b.at("metafields").at(0).at("value"), a.at("id"));
}

TEST_F(Transfer, AnExportThatIsImportedUnchangedEndsNoDraftAndCutsNoRelation) {
    const char* gone = "5a0000000000000000000001";
    const char* other = "5a0000000000000000000003";
    const JsonObject relations{{"type", "objects"},
                               {"title", "N"},
                               {"key", "n"},
                               {"value", std::string(gone) + "," + other},
                               {"object_type", "posts"}};
    const JsonArray metafields{JsonObject{{"type", "parent"}, {"title", "P"}, {"key", "p"}, {"children", {relations}}}};
    const JsonArray objects = {{{"id", gone}, {"type", "posts"}, {"slug", "gone"}, {"title", "Gone"}},
                               {{"id", other}, {"type", "posts"}, {"slug", "other"}, {"title", "Other"}},
                               {{"type", "posts"}, {"slug", "page"}, {"title", "Page"}, {"metafields", metafields}}};
    const RecordingImport first = importAll(source_, file({{{"title", "Posts"}, {"slug", "posts"}}}, objects));
    ASSERT_EQ(first.problems, std::vector<std::string>{});
    const std::string page = idOf(source_, "page");
    const std::string deleted = idOf(source_, "gone");
    fixture_.database().write([&](Sql& sql) {
        fixture_.find<ObjectCatalog>()->revise(source_, Access::writeKey(), page, fixture_.ids().next(),
                                               {{"title", "Next"}, {"status", "draft"}});
        ObjectStore(sql).remove(deleted);
    });
    const auto related = [&] {
        return fixture_.database().read([&](Sql& sql) {
            StoredObject stored = ObjectStore(sql).find(source_.id, page, Visibility::Published).value();
            return std::string(textOf(stored.metafields().at(0).at("children").at(0).as_object(), "value"));
        });
    };
    const std::string stored = related();
    EXPECT_TRUE(stored.starts_with(deleted)) << stored;
    JsonObject exported = exportAll(source_);
    EXPECT_EQ(importAll(source_, exported).count('u'), 0);
    EXPECT_EQ(related(), stored);
    EXPECT_FALSE(fixture_.database().read([&](Sql& sql) {
        return ObjectStore(sql).find(source_.id, page, Visibility::Published)->isLatest;
    })) << "the draft is there";

    for (Json& one : exported.at("objects").as_array())
        if (one.at("slug") == "page") one.as_object()["title"] = "Edited";
    EXPECT_EQ(importAll(source_, exported).count('u'), 1);
    EXPECT_EQ(related(), stored) << "an edit of something else cuts none either";
}

TEST_F(Transfer, AListOfIdsWithBlanksIsTheSameWithout) {
    const char* first = "5a0000000000000000000001";
    const char* second = "5a0000000000000000000002";
    const auto page = [&](const std::string& value) {
        const JsonObject list{
            {"type", "objects"}, {"title", "N"}, {"key", "n"}, {"value", value}, {"object_type", "posts"}};
        return JsonObject{{"type", "posts"}, {"slug", "page"}, {"title", "Page"}, {"metafields", {list}}};
    };
    const JsonArray objects = {{{"id", first}, {"type", "posts"}, {"slug", "a"}, {"title", "A"}},
                               {{"id", second}, {"type", "posts"}, {"slug", "b"}, {"title", "B"}},
                               page(std::string(first) + "," + second)};
    ASSERT_EQ(importAll(source_, file({{{"title", "Posts"}, {"slug", "posts"}}}, objects)).count('c'), 4);
    const std::string written = idOf(source_, "a") + " , " + idOf(source_, "b");
    fixture_.database().write([&](Sql&) {
        fixture_.find<ObjectCatalog>()->editMetafields(
            source_, Access::writeKey(), idOf(source_, "page"),
            [&](const auto& edited) { edited.metafields.at(0).as_object()["value"] = written; });
    });
    const JsonObject exported = exportAll(source_);
    EXPECT_NE(writeJson(exported).find(written), std::string::npos);
    EXPECT_EQ(importAll(source_, exported).count('u'), 0);
    EXPECT_EQ(writeJson(exportAll(source_)), writeJson(exported));
}

TEST_F(Transfer, OurFormIsStrictAndNamesEveryPlace) {
    const JsonArray types = {{{"title", "Posts"}, {"slug", "posts"}, {"colour", "red"}},
                             {{"title", "Pages"}, {"slug", "pages"}}};
    const JsonArray field = {{{"type", "object"},
                              {"title", "N"},
                              {"key", "n"},
                              {"value", "5a0000000000000000000009"},
                              {"object_type", "pages"}}};
    const JsonArray objects = {{{"type", "pages"}, {"slug", "a"}, {"title", "A"}, {"metadata", JsonObject()}},
                               {{"type", "pages"}, {"slug", "b"}, {"title", "B"}, {"metafields", field}},
                               {{"type", "pages"}, {"slug", "b"}, {"title", "C"}},
                               {{"type", "pages"}, {"slug", "d"}, {"title", "D"}, {"created_at", "yesterday"}},
                               "text"};
    const RecordingImport done = importAll(source_, file(types, objects));
    const auto named = [&](const std::string& path) {
        return std::any_of(done.problems.begin(), done.problems.end(),
                           [&](const std::string& one) { return one.starts_with(path); });
    };
    for (const char* path :
         {"bucket.object_types[0].colour", "bucket.objects[0].metadata", "bucket.objects[1].metafields[0].value",
          "bucket.objects[2].slug", "bucket.objects[3].created_at", "bucket.objects[4]"}) {
        EXPECT_TRUE(named(path)) << path;
    }
}

TEST_F(Transfer, OneIdForTwoObjectsIsRefused) {
    const auto object = [](const char* slug, const char* id) {
        return JsonObject{{"type", "posts"}, {"title", slug}, {"slug", slug}, {"id", id}};
    };
    const JsonArray types{JsonObject{{"title", "Posts"}, {"slug", "posts"}}};
    const JsonArray twice{object("a", "0123456789abcdef01234567"), object("b", "0123456789abcdef01234568"),
                          object("c", "0123456789abcdef01234567")};
    EXPECT_EQ(importAll(target_, file(types, twice)).problems,
              std::vector<std::string>{"bucket.objects[2].id: '0123456789abcdef01234567' is used twice in the file"});
}

// Posts whose author is by default the object of the id `author`, on its own and in a group; and Ann, who has the id.
JsonObject postsBy(const std::string& author, const std::string& ann) {
    const auto field = [&](const char* key) {
        return JsonObject{
            {"type", "object"}, {"key", key}, {"title", key}, {"object_type", "authors"}, {"value", author}};
    };
    const JsonObject group{{"type", "parent"}, {"key", "more"}, {"title", "More"}, {"children", {field("inner")}}};
    return {{"object_types",
             {JsonObject{{"title", "Authors"}, {"slug", "authors"}},
              JsonObject{{"title", "Posts"}, {"slug", "posts"}, {"metafields", {field("author"), group}}}}},
            {"objects", {JsonObject{{"type", "authors"}, {"title", "Ann"}, {"slug", "ann"}, {"id", ann}}}}};
}

TEST_F(Transfer, DefaultsOfTypesFollowToTheNewIds) {
    const std::string id = "0123456789abcdef01234567";
    for (const char* done : {"ccc", "==="}) {
        const RecordingImport imported = importAll(target_, postsBy(id, id));
        EXPECT_EQ(imported.problems, std::vector<std::string>{});
        EXPECT_EQ(imported.done, done);
        EXPECT_TRUE(imported.notes.empty());
        const JsonArray fields = exportAll(target_).at("object_types").at(1).at("metafields").as_array();
        EXPECT_EQ(fields.at(0).at("value"), Json(idOf(target_, "ann")));
        EXPECT_EQ(fields.at(1).at("children").at(0).at("value"), Json(idOf(target_, "ann")));
    }
}

TEST_F(Transfer, ATypeKeepsItsDefaultWhereThatOfTheFileNamesNothingHere) {
    const std::string id = "0123456789abcdef01234567";
    importAll(target_, postsBy(id, id));
    const JsonObject before = exportAll(target_);
    const RecordingImport again = importAll(target_, postsBy("0123456789abcdef01234568", id));
    EXPECT_EQ(again.problems, std::vector<std::string>{});
    EXPECT_EQ(again.done, "===");
    EXPECT_EQ(again.notes,
              (std::map<std::string, int>{
                  {"a default of an object type that names no object or file here stays as it is here", 2}}));
    EXPECT_EQ(writeJson(exportAll(target_)), writeJson(before));
}

TEST_F(Transfer, TheOlderFormLosesOnlyWhatPointsNowhere) {
    const auto field = [](const char* type, const char* key, const char* value) {
        return JsonObject{{"type", type},   {"title", key},      {"key", key},
                          {"value", value}, {"children", false}, {"object_type", "posts"}};
    };
    JsonObject text = field("text", "note", "kept");
    text.erase("object_type");
    JsonObject gone = field("file", "image", "gone.png");
    gone.erase("object_type");
    const JsonArray objects = {{{"_id", "5a0000000000000000000001"},
                                {"slug", "one"},
                                {"title", "One"},
                                {"type_slug", "posts"},
                                {"order", 2},
                                {"status", nullptr},
                                {"created_at", "2018-03-05T12:29:59.574Z"},
                                {"metafields", {field("object", "next", "5a0000000000000000000009"), gone, text}}},
                               {{"_id", "5a0000000000000000000002"},
                                {"slug", "one"},
                                {"title", "Again"},
                                {"type_slug", "posts"},
                                {"order", 1},
                                {"metafields", nullptr}}};
    const JsonArray types = {{{"title", "Posts"}, {"slug", "posts"}, {"locales", ""}, {"metafields", JsonArray()}}};
    const RecordingImport done = importAll(source_, file(types, objects));
    EXPECT_EQ(done.problems, std::vector<std::string>{});
    EXPECT_EQ(done.notes.at("a reference to an object or file that is not there was left out"), 2);
    EXPECT_EQ(done.notes.at("a slug used twice was numbered"), 1);
    const JsonObject exported = exportAll(source_);
    const Json& one = exported.at("objects").at(1);
    EXPECT_EQ(exported.at("objects").at(0).at("slug"), "one-2");
    EXPECT_EQ(one.at("status"), "published");
    EXPECT_EQ(one.at("created_at"), "2018-03-05T12:29:59.574Z");
    EXPECT_EQ(one.at("metafields").at(0).at("value"), "");
    EXPECT_EQ(one.at("metafields").at(2).at("value"), "kept");
    const RecordingImport again = importAll(source_, file(types, objects));
    EXPECT_EQ(again.count('c') + again.count('u'), 0);
}

TEST_F(Transfer, ASlugOfTheOlderFormGetsNoNumberThatAnotherHas) {
    JsonArray objects;
    for (const char* slug : {"one", "one", "one-2", "one", "one-4", "one"})
        objects.push_back({{"slug", slug}, {"title", "One"}, {"type_slug", "posts"}});
    const RecordingImport done = importAll(source_, file({{{"title", "Posts"}, {"slug", "posts"}}}, objects));
    EXPECT_EQ(done.problems, std::vector<std::string>{});
    EXPECT_EQ(done.notes.at("a slug used twice was numbered"), 4);
    EXPECT_EQ(sorted(exportAll(source_), "objects", "slug"),
              (std::vector<std::string>{"one", "one-2", "one-2-2", "one-3", "one-4", "one-5"}));
}

TEST_F(Transfer, AChangedItemIsUpdatedAndKeepsItsId) {
    const JsonArray types = {{{"title", "Posts"}, {"slug", "posts"}}};
    importAll(source_, file(types, {{{"type", "posts"}, {"slug", "a"}, {"title", "A"}}}));
    const Json before = exportAll(source_).at("objects").at(0);
    const RecordingImport done =
        importAll(source_, file(types, {{{"type", "posts"}, {"slug", "a"}, {"title", "New"}, {"content", "c"}}}));
    EXPECT_EQ(done.count('u'), 1);
    EXPECT_EQ(done.count('='), 1);
    const Json after = exportAll(source_).at("objects").at(0);
    EXPECT_EQ(after.at("id"), before.at("id"));
    EXPECT_EQ(after.at("title"), "New");
    EXPECT_EQ(after.at("created_at"), before.at("created_at"));
}

TEST_F(Transfer, AnExportHoldsNoReferenceToWhatIsNotThere) {
    const JsonArray types = {{{"title", "Posts"}, {"slug", "posts"}}};
    const JsonArray relation = {{{"type", "object"},
                                 {"title", "N"},
                                 {"key", "n"},
                                 {"value", "5a0000000000000000000002"},
                                 {"object_type", "posts"}}};
    importAll(source_,
              file(types, {{{"type", "posts"}, {"slug", "a"}, {"title", "A"}, {"metafields", relation}},
                           {{"id", "5a0000000000000000000002"}, {"type", "posts"}, {"slug", "b"}, {"title", "B"}}}));
    const std::string gone(textOf(exportAll(source_).at("objects").at(1).as_object(), "id"));
    RequestParts parts;
    parts.bucket = std::make_shared<Bucket>(source_);
    parts.path = {{"id", gone}};
    parts.access = Access::writeKey();
    fixture_.call(Method::Delete, "/v2/buckets/{bucket_slug}/objects/{id}", std::move(parts));
    const JsonObject exported = exportAll(source_);
    EXPECT_EQ(exported.at("objects").at(0).at("metafields").at(0).at("value"), "");
    EXPECT_EQ(importAll(target_, exported).problems, std::vector<std::string>{});
}

TEST_F(Transfer, ObjectsOfADeletedTypeAndALostLocaleCanBeImported) {
    const JsonArray types = {{{"title", "Posts"}, {"slug", "posts"}}};
    const JsonArray objects = {{{"type", "posts"}, {"slug", "a"}, {"title", "A"}, {"locale", "de"}},
                               {{"type", "gone"}, {"slug", "b"}, {"title", "B"}}};
    const RecordingImport done = importAll(source_, file(types, objects));
    EXPECT_EQ(done.problems, std::vector<std::string>{});
    EXPECT_EQ(done.notes.at("an object of a type that is not there was kept"), 1);
    EXPECT_EQ(importAll(source_, file(types, objects)).count('c'), 0);
}

TEST_F(Transfer, ARelationToADeletedTypeSurvivesARoundTrip) {
    const char* ann = "5a0000000000000000000001";
    const auto relation = [](const char* id) {
        return JsonArray{
            {{"type", "object"}, {"title", "A"}, {"key", "author"}, {"value", id}, {"object_type", "authors"}}};
    };
    const JsonArray types = {{{"title", "Posts"}, {"slug", "posts"}, {"metafields", relation("")}},
                             {{"title", "Authors"}, {"slug", "authors"}}};
    const JsonArray objects = {{{"id", ann}, {"type", "authors"}, {"slug", "ann"}, {"title", "Ann"}},
                               {{"type", "posts"}, {"slug", "post"}, {"title", "Post"}, {"metafields", relation(ann)}}};
    ASSERT_EQ(importAll(source_, file(types, objects)).problems, std::vector<std::string>{});
    RequestParts parts;
    parts.bucket = std::make_shared<Bucket>(source_);
    parts.path = {{"slug", "authors"}};
    parts.access = Access::writeKey();
    fixture_.call(Method::Delete, "/v2/buckets/{bucket_slug}/object-types/{slug}", std::move(parts));
    const JsonObject exported = exportAll(source_);
    const RecordingImport again = importAll(source_, exported);
    EXPECT_EQ(again.problems, std::vector<std::string>{});
    EXPECT_EQ(again.count('c') + again.count('u'), 0);
    EXPECT_EQ(again.notes.at("a relation to an object type that is not there was kept"), 2);
    EXPECT_EQ(importAll(target_, exported).problems, std::vector<std::string>{});
    EXPECT_EQ(withoutObjectIds(exportAll(target_)), withoutObjectIds(exported));
}

TEST_F(Transfer, AnEntryWithoutItsLastEditChangesAnEditedObjectOnce) {
    const JsonArray types = {{{"title", "Posts"}, {"slug", "posts"}}};
    const auto post = [&](const char* title) {
        return file(types,
                    {{{"type", "posts"}, {"slug", "a"}, {"title", title}, {"created_at", "2025-01-31T09:30:00.000Z"}}});
    };
    importAll(source_, post("A"));
    EXPECT_EQ(exportAll(source_).at("objects").at(0).at("modified_at"), "2025-01-31T09:30:00.000Z");
    EXPECT_EQ(importAll(source_, post("B")).count('u'), 1);
    const JsonObject edited = exportAll(source_);
    EXPECT_NE(edited.at("objects").at(0).at("modified_at"), "2025-01-31T09:30:00.000Z");
    EXPECT_EQ(importAll(source_, post("B")).count('u'), 0);
    EXPECT_EQ(exportAll(source_), edited);
}

TEST_F(Transfer, AnObjectWithoutTimesIsSignedByItsEditorOnlyWhereItChanges) {
    const std::string ann = "5b0000000000000000000001";
    const std::string bob = "5b0000000000000000000002";
    const JsonArray types = {{{"title", "Posts"}, {"slug", "posts"}}};
    const auto posts = [&](const std::string& editor, const char* title) {
        return file(types, {{{"type", "posts"}, {"slug", "a"}, {"title", title}, {"modified_by", editor}}});
    };
    importAll(source_, posts(ann, "A"));
    const Json created = exportAll(source_).at("objects").at(0);
    EXPECT_EQ(created.at("created_by"), Json(ann));
    EXPECT_EQ(created.at("modified_by"), Json(ann));
    EXPECT_EQ(importAll(source_, posts(bob, "A")).count('u'), 0);
    EXPECT_EQ(exportAll(source_).at("objects").at(0), created);
    EXPECT_EQ(importAll(source_, posts(bob, "B")).count('u'), 1);
    const Json edited = exportAll(source_).at("objects").at(0);
    EXPECT_EQ(edited.at("created_by"), Json(ann));
    EXPECT_EQ(edited.at("created_at"), created.at("created_at"));
    EXPECT_EQ(edited.at("modified_by"), Json(bob));
}

// More than one batch: each is related to the next, which may be in a later one, and the last to the first.
TEST_F(Transfer, RelationsReachAcrossAllOfALongFile) {
    constexpr std::size_t kObjects = 2 * ImportBatch<int>::kItems + 50;
    const auto idOfNumber = [](std::size_t number) { return testkit::numberedId(number % kObjects); };
    JsonArray objects;
    for (std::size_t i = 0; i < kObjects; ++i) {
        const JsonObject next{{"type", "object"},
                              {"title", "Next"},
                              {"key", "next"},
                              {"object_type", "posts"},
                              {"value", idOfNumber(i + 1)}};
        const std::string name = "p" + std::to_string(i);
        objects.push_back(
            {{"id", idOfNumber(i)}, {"type", "posts"}, {"slug", name}, {"title", name}, {"metafields", {next}}});
    }
    const JsonObject content = file({{{"title", "Posts"}, {"slug", "posts"}}}, objects);
    const RecordingImport first = importAll(source_, content);
    EXPECT_EQ(first.problems, std::vector<std::string>{});
    EXPECT_EQ(first.count('c'), static_cast<std::ptrdiff_t>(kObjects) + 1);
    std::map<std::string, std::string> slugs;
    const JsonObject exported = exportAll(source_);
    const JsonArray& stored = exported.at("objects").as_array();
    for (const Json& one : stored) slugs[std::string(one.at("id").as_string())] = one.at("slug").as_string();
    ASSERT_EQ(slugs.size(), kObjects);
    for (const Json& one : stored) {
        const std::size_t number = std::stoul(std::string(textOf(one.as_object(), "slug")).substr(1));
        const std::string next(textOf(one.at("metafields").at(0).as_object(), "value"));
        EXPECT_EQ(slugs[next], "p" + std::to_string((number + 1) % kObjects));
    }
    const RecordingImport again = importAll(source_, content);
    EXPECT_EQ(again.problems, std::vector<std::string>{});
    EXPECT_EQ(again.count('='), static_cast<std::ptrdiff_t>(kObjects) + 1);
    EXPECT_EQ(again.count('c') + again.count('u'), 0);
}

TEST_F(Transfer, AnExportOfMuchHandsOnEachObjectOnceAndInItsOrder) {
    JsonArray objects;
    std::vector<std::string> slugs;
    for (int i = 0; i < 120; ++i) {
        slugs.push_back("o" + std::to_string(1000 + i));
        objects.push_back(JsonObject{{"type", "posts"},
                                     {"slug", slugs.back()},
                                     {"title", "T"},
                                     {"order", i},
                                     {"content", std::string(i % 3 == 0 ? 600'000 : 10, 'x')}});
    }
    ASSERT_EQ(importAll(source_, file({{{"title", "Posts"}, {"slug", "posts"}}}, objects)).problems,
              std::vector<std::string>{});
    std::vector<std::string> exported;
    for (BucketTransfer* section : sections()) {
        if (section->member() != "objects") continue;
        section->exportAll(source_, [&](const Json& one) { exported.emplace_back(one.at("slug").as_string()); });
    }
    EXPECT_EQ(exported, slugs);
}

}  // namespace
}  // namespace inkwell::objects
