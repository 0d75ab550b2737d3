// Types and objects go through a bucket's file with the real metafields and media plugins beside them.
#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>

#include "objects_fixture.h"

namespace inkwell::objects {
namespace {

class RecordingImport : public ImportContext {
public:
    explicit RecordingImport(const Bucket& bucket) : bucket_(bucket) {}
    const Bucket& bucket() const override { return bucket_; }
    std::map<std::string, std::string>& objectIds() override { return ids_; }
    bool keepsExisting(std::string_view) const override { return false; }
    void problem(std::string path, std::string message) override { problems.push_back(path + ": " + message); }
    void created() override { ++createdCount; }
    void updated() override { ++updatedCount; }
    void unchanged() override { ++unchangedCount; }
    void note(std::string text) override { ++notes[text]; }

    std::vector<std::string> problems;
    std::map<std::string, int> notes;
    int createdCount = 0;
    int updatedCount = 0;
    int unchangedCount = 0;

private:
    const Bucket& bucket_;
    std::map<std::string, std::string> ids_;
};

class Transfer : public testing::Test {
protected:
    Transfer() {
        source_ = makeBucket("b00000000000000000000001", "source");
        target_ = makeBucket("b00000000000000000000002", "target");
        fixture_.load("media");
        fixture_.host(inkwell_plugin);
        fixture_.load("metafields");
    }
    static Bucket makeBucket(const char* id, const char* slug) {
        Bucket bucket;
        bucket.id = id;
        bucket.slug = slug;
        return bucket;
    }
    std::vector<BucketTransfer*> sections() {
        std::vector<BucketTransfer*> all = fixture_.contributions<BucketTransfer>();
        std::sort(all.begin(), all.end(), [](auto* a, auto* b) { return a->rank() < b->rank(); });
        return all;
    }
    RecordingImport importAll(const Bucket& bucket, const JsonObject& file) {
        RecordingImport context(bucket);
        fixture_.database().write([&](Sql&) {
            for (BucketTransfer* section : sections()) {
                const JsonArray* items = arrayOf(file, section->member());
                if (items != nullptr) section->importAll(*items, "bucket." + section->member(), context);
            }
        });
        return context;
    }
    JsonObject exportAll(const Bucket& bucket) {
        JsonObject file;
        for (BucketTransfer* section : sections()) file[section->member()] = section->exportAll(bucket);
        return file;
    }
    static JsonObject demo() {
        std::ifstream file(INKWELL_DEMO_FILE);
        const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
        return parseJson(text, "demo").at("bucket").as_object();
    }
    // Ids are the file's: by number of their object.
    static std::string withoutObjectIds(const JsonObject& file) {
        std::string text = writeJson(file);
        int number = 0;
        for (const Json& one : file.at("objects").as_array()) {
            const std::string id(textOf(one.as_object(), "id"));
            const std::string name = "object-" + std::to_string(++number);
            for (std::size_t at = text.find(id); at != std::string::npos; at = text.find(id)) {
                text.replace(at, id.size(), name);
            }
        }
        return text;
    }
    static JsonObject file(const JsonArray& types, const JsonArray& objects) {
        return {{"object_types", types}, {"objects", objects}};
    }

    test::PluginFixture fixture_;
    Bucket source_;
    Bucket target_;
};

TEST_F(Transfer, TheDemoSurvivesARoundTripAndASecondImportChangesNothing) {
    const RecordingImport first = importAll(source_, demo());
    EXPECT_EQ(first.problems, std::vector<std::string>{});
    EXPECT_GT(first.createdCount, 20);
    EXPECT_TRUE(first.notes.empty());

    const JsonObject exported = exportAll(source_);
    EXPECT_EQ(exported.at("objects").as_array().size(), demo().at("objects").as_array().size());
    const RecordingImport copy = importAll(target_, exported);
    EXPECT_EQ(copy.problems, std::vector<std::string>{});
    EXPECT_EQ(withoutObjectIds(exportAll(target_)), withoutObjectIds(exported));

    const RecordingImport again = importAll(target_, exported);
    EXPECT_EQ(again.createdCount + again.updatedCount, 0);
    EXPECT_EQ(again.unchangedCount, copy.createdCount);
    const RecordingImport own = importAll(source_, demo());
    EXPECT_EQ(own.createdCount + own.updatedCount, 0);
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
    EXPECT_EQ(again.createdCount + again.updatedCount, 0);
}

TEST_F(Transfer, AChangedItemIsUpdatedAndKeepsItsId) {
    const JsonArray types = {{{"title", "Posts"}, {"slug", "posts"}}};
    importAll(source_, file(types, {{{"type", "posts"}, {"slug", "a"}, {"title", "A"}}}));
    const Json before = exportAll(source_).at("objects").at(0);
    const RecordingImport done =
        importAll(source_, file(types, {{{"type", "posts"}, {"slug", "a"}, {"title", "New"}, {"content", "c"}}}));
    EXPECT_EQ(done.updatedCount, 1);
    EXPECT_EQ(done.unchangedCount, 1);
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
    EXPECT_EQ(importAll(source_, file(types, objects)).createdCount, 0);
}

}  // namespace
}  // namespace inkwell::objects
