// Import and export: our own form and the older one.
#include "kernel/app/transfer.h"

#include <atomic>
#include <fstream>
#include <thread>

#include "tests/support/api_scenario.h"
#include "tests/support/bucket_export.h"

namespace inkwell::test {
namespace {

const std::string kOlder = INKWELL_TEST_FIXTURES "/documents/older.bucket.json";
// The demo has every metafield type and relations three levels deep.
const std::string kOwn = INKWELL_SOURCE_DIR "/share/demo/demo.bucket.json";

class Transfer : public ApiTest {
protected:
    kernel::BucketImported import(const Json& file, const std::string& slug) {
        return kernel::importBucket(api().server(), file, slug, "", [](auto&&...) {});
    }
    static Json fixture(const std::string& name) {
        std::ifstream file(name);
        return parseJson(std::string(std::istreambuf_iterator<char>(file), {}), name, 80);
    }
    static std::int64_t created(const kernel::BucketImported& summary) {
        std::int64_t sum = 0;
        for (const auto& [section, counts] : summary.sections) sum += counts.created;
        return sum;
    }
    static std::int64_t touched(const kernel::BucketImported& summary) {
        std::int64_t sum = 0;
        for (const auto& [section, counts] : summary.sections) sum += counts.created + counts.updated;
        return sum;
    }
};
INKWELL_ON_BOTH_ENGINES(Transfer);

/// Takes out what may differ between two exports of the same content: ids, and relations, which are ids.
void withoutIds(Json& value) {
    if (auto* object = value.if_object()) {
        object->erase("id");
        const std::string_view type = textOf(*object, "type");
        if (type == "object" || type == "objects") object->erase("value");
        for (auto& member : *object) withoutIds(member.value());
    } else if (auto* array = value.if_array()) {
        for (Json& one : *array) withoutIds(one);
    }
}

TEST_P(Transfer, TheOlderFormIsReadWithItsRelations) {
    const kernel::BucketImported summary = import(fixture(kOlder), bucket().slug);
    EXPECT_EQ(created(summary), 7);  // 2 types, 4 objects, 1 media record
    EXPECT_FALSE(summary.notes.empty());

    const JsonArray objects = get("/objects").array("objects");
    ASSERT_EQ(objects.size(), 4U);
    const auto bySlug = [&](std::string_view slug) {
        for (const Json& one : objects) {
            if (one.at("slug") == Json(slug)) return one.as_object();
        }
        ADD_FAILURE() << "no object '" << slug << "'";
        return JsonObject();
    };
    const JsonObject post = bySlug("first-post");
    EXPECT_EQ(post.at("type"), "posts");
    EXPECT_EQ(post.at("status"), "published");
    EXPECT_EQ(post.at("created_at"), "2018-03-05T12:29:59.575Z");
    EXPECT_EQ(post.at("metadata").at("author").at("title"), "Ann Other");
    EXPECT_NE(post.at("metadata").at("author").at("id"), "5a9d384785e79769d995433a");
    EXPECT_EQ(post.at("metadata").at("author").at("metadata").at("image").at("size"), 14453);
    const JsonObject home = bySlug("home");
    EXPECT_EQ(home.at("metadata").at("slides").as_array().size(), 2U);
    EXPECT_EQ(home.at("metadata").at("services").at("care"), "/care");
}

TEST_P(Transfer, TheSameFileAgainChangesNothing) {
    for (const std::string& name : {kOlder, kOwn}) {
        SCOPED_TRACE(name);
        const std::string slug = api().makeBucket().slug;
        EXPECT_GT(created(import(fixture(name), slug)), 0);
        const std::string before = writeJson(exportOf(api().server(), slug));
        EXPECT_EQ(touched(import(fixture(name), slug)), 0);
        EXPECT_EQ(writeJson(exportOf(api().server(), slug)), before);
    }
}

TEST_P(Transfer, ExportImportExportGivesTheSameFileButForIds) {
    import(fixture(kOwn), bucket().slug);
    Json first = exportOf(api().server(), bucket().slug);
    const std::string copy = api().makeBucket().slug + "-copy";
    const kernel::BucketImported summary = import(first, copy);
    EXPECT_TRUE(summary.bucketCreated);
    Json second = exportOf(api().server(), copy);
    EXPECT_EQ(second.at("bucket").at("slug"), Json(copy));
    for (const char* own : {"title", "slug"}) second.at("bucket").as_object()[own] = first.at("bucket").at(own);
    withoutIds(first);
    withoutIds(second);
    EXPECT_EQ(writePrettyJson(first), writePrettyJson(second));
}

TEST_P(Transfer, ABadFileChangesNothingAndNamesThePlace) {
    Json file = fixture(kOwn);
    Json& objects = file.at("bucket").at("objects");
    objects.as_array().back().as_object()["status"] = "live";
    const std::string slug = "never-" + bucket().slug;
    const std::int64_t before = api().lastChange();
    try {
        import(file, slug);
        ADD_FAILURE() << "the file was imported";
    } catch (const kernel::ImportError& error) {
        const std::string place = "bucket.objects[" + std::to_string(objects.as_array().size() - 1) + "]";
        EXPECT_NE(std::string(error.what()).find(place), std::string::npos) << error.what();
        EXPECT_NE(std::string(error.what()).find("status"), std::string::npos) << error.what();
    }
    EXPECT_TRUE(api().changesSince(before).empty());
    EXPECT_EQ(refusalOf(api().get("/v2/buckets/" + slug + "/objects?read_key=x")), missing("bucket", slug));
}

TEST_P(Transfer, WhatIsNoExportIsRefused) {
    for (const char* text :
         {"[]", "{}", R"({"bucket": []})", R"({"bucket": {"objects": {}}})", R"({"format": "other/9", "bucket": {}})",
          R"({"bucket": {"recipes": []}})", R"({"bucket": {"objects": [7]}})"}) {
        SCOPED_TRACE(text);
        EXPECT_THROW(import(parseJson(text), bucket().slug), kernel::ImportError);
    }
}

TEST_P(Transfer, AnUnknownBucketCannotBeExported) {
    EXPECT_THROW(exportOf(api().server(), "no-such-bucket"), ApiError);
}

// Rules may come after the objects, and a copy of them is whole all the same.
TEST_P(Transfer, RulesRefuseNoCopy) {
    makeType("posts", {field("text", "lead", "", {{"required", true}})});
    const std::string id = makeId("posts", "One");
    ASSERT_EQ(patch("/object-types/posts", {{"enforce_validation", true}}).status, 200);
    const Json file = exportOf(api().server(), bucket().slug);
    EXPECT_EQ(touched(import(file, bucket().slug)), 0);
    EXPECT_EQ(created(import(file, api().makeBucket().slug)), 2);
}

TEST_P(Transfer, CarriesWhetherATypeEnforcesItsRules) {
    makeType("strict", {}, {{"enforce_validation", true}});
    makeType("free");
    const Json file = exportOf(api().server(), bucket().slug);
    const std::string copy = api().makeBucket().slug;
    import(file, copy);
    EXPECT_EQ(touched(import(file, copy)), 0);
    const JsonArray types = exportOf(api().server(), copy).at("bucket").at("object_types").as_array();
    ASSERT_EQ(types.size(), 2U);
    EXPECT_EQ(types[0].at("enforce_validation"), true);
    EXPECT_TRUE(types[1].at("enforce_validation").is_null());
    patch("/object-types/strict", {{"enforce_validation", false}});
    EXPECT_EQ(touched(import(exportOf(api().server(), bucket().slug), copy)), 1);
}

// Neither finds what the other one is about to store; the second one to commit finds it when it looks again.
TEST_P(Transfer, TwoImportsOfOneFileAtOnceMakeItsContentOnce) {
    for (int round = 0; round < 6; ++round) {
        const TestServer::Bucket bucket = api().makeBucket();
        const JsonObject content{{"media_folders", {{{"title", "Folder"}, {"slug", "folder"}}}},
                                 {"media", {{{"name", "a.png"}, {"type", "image/png"}, {"folder", "folder"}}}},
                                 {"object_types", {{{"title", "Posts"}, {"slug", "posts"}}}},
                                 {"objects", {{{"type", "posts"}, {"slug", "a"}, {"title", "A"}}}}};
        std::atomic<std::int64_t> made = 0;
        std::vector<std::thread> threads;
        for (int i = 0; i < 2; ++i) {
            threads.emplace_back([&] { EXPECT_NO_THROW(made += created(import({{"bucket", content}}, bucket.slug))); });
        }
        for (std::thread& thread : threads) thread.join();
        EXPECT_EQ(made, 4) << round;
    }
}

TEST_P(Transfer, ThreeImportsAtOnceMakeTheirBucketOnce) {
    const JsonObject content{{"object_types", {{{"title", "Posts"}, {"slug", "posts"}}}},
                             {"objects", {{{"type", "posts"}, {"slug", "a"}, {"title", "A"}}}}};
    for (int round = 0; round < 6; ++round) {
        const std::string slug = bucket().slug + "-new" + std::to_string(round);
        std::atomic<int> buckets = 0;
        std::atomic<std::int64_t> made = 0;
        const auto one = [&] {
            const kernel::BucketImported done = import({{"bucket", content}}, slug);
            buckets += done.bucketCreated ? 1 : 0;
            made += created(done);
        };
        std::vector<std::thread> threads;
        for (int i = 0; i < 3; ++i) threads.emplace_back([&] { EXPECT_NO_THROW(one()); });
        for (std::thread& thread : threads) thread.join();
        EXPECT_EQ(buckets, 1) << round;
        EXPECT_EQ(made, 2) << round;
    }
}

}  // namespace
}  // namespace inkwell::test
