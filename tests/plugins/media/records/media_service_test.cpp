#include <gtest/gtest.h>

#include "inkwell/bucket_transfer.h"
#include "inkwell/events.h"
#include "inkwell/media_library.h"
#include "recording_import.h"
#include "tests/plugins/media/media_fixture.h"

namespace inkwell::media {
namespace {

using testkit::RecordingImport;

class Media : public MediaFixture {
protected:
    RecordingImport import(const std::string& member, const JsonArray& items) {
        RecordingImport context(*bucket_);
        fixture_.database().write([&](Sql&) {
            for (BucketTransfer* section : fixture_.contributions<BucketTransfer>())
                if (section->member() == member) section->importAll(items, "bucket." + member, context);
        });
        return context;
    }
    JsonArray exportOf(const std::string& member) {
        for (BucketTransfer* section : fixture_.contributions<BucketTransfer>())
            if (section->member() == member) return section->exportAll(*bucket_);
        return {};
    }
    JsonObject list(std::vector<std::pair<std::string, std::string>> query = {}) {
        RequestParts parts;
        parts.bucket = bucket_;
        parts.query = std::move(query);
        return fixture_.call(Method::Get, "/v2/buckets/{bucket_slug}/media", std::move(parts)).json.as_object();
    }
    JsonObject read(const std::string& id) {
        RequestParts parts;
        parts.bucket = bucket_;
        parts.path = {{"id", id}};
        return fixture_.call(Method::Get, "/v2/buckets/{bucket_slug}/media/{id}", std::move(parts))
            .json.at("media")
            .as_object();
    }
    std::vector<std::string> names(const std::string& sort) {
        std::vector<std::string> all;
        const JsonObject answer = list({{"sort", sort}});
        for (const Json& one : answer.at("media").as_array()) all.emplace_back(textOf(one.as_object(), "name"));
        return all;
    }
    static JsonObject file(const char* name, int size, const char* created) {
        return {{"name", name}, {"size", size}, {"type", "image/png"}, {"created", created}};
    }
};

using Names = std::vector<std::string>;

TEST_F(Media, ARecordHasTheInterfacesFields) {
    import("media_folders", {{ {"title", "Covers"}, { "slug", "covers" } }});
    const RecordingImport done = import("media", {{{"name", "1f-a b.png"},
                                                   {"original_name", "a b.png"},
                                                   {"size", 7},
                                                   {"type", "image/png"},
                                                   {"folder", "covers"},
                                                   {"created", "2026-01-02T03:04:05.000Z"},
                                                   {"location", "disk"},
                                                   {"metadata", {{"alt", "A"}}}}});
    ASSERT_EQ(done.problems, Names{});
    const JsonObject listed = list();
    EXPECT_EQ(listed.at("total"), 1);
    EXPECT_EQ(listed.at("limit"), 1000);
    const JsonObject& media = listed.at("media").at(0).as_object();
    EXPECT_EQ(media, (JsonObject{{"id", media.at("id")},
                                 {"name", "1f-a b.png"},
                                 {"original_name", "a b.png"},
                                 {"size", 7},
                                 {"type", "image/png"},
                                 {"bucket", bucket_->id},
                                 {"created", "2026-01-02T03:04:05.000Z"},
                                 {"location", "disk"},
                                 {"folder", "covers"},
                                 {"url", "http://localhost:8055/v2/media-files/site/1f-a%20b.png"},
                                 {"image_url", "http://localhost:8055/v2/images/site/1f-a%20b.png"},
                                 {"metadata", {{"alt", "A"}}}}));
    EXPECT_EQ(read(std::string(textOf(media, "id"))), media);
}

TEST_F(Media, AnUnknownRecordIsNamed) {
    EXPECT_EQ(errorOf([&] { read("f00000000000000000000000"); }),
              "404: media 'f00000000000000000000000' was not found");
}

TEST_F(Media, AnotherBucketsRecordIsMissing) {
    import("media", {file("a", 1, "2026-01-01")});
    const std::string id(textOf(list().at("media").at(0).as_object(), "id"));
    auto other = std::make_shared<Bucket>(*bucket_);
    other->id = "b00000000000000000000002";
    bucket_ = other;
    EXPECT_EQ(errorOf([&] { read(id); }), test::missing("media", id));
    EXPECT_EQ(list().at("total"), 0);
}

TEST_F(Media, ListsAreSortedAndPaged) {
    import("media", {file("small", 1, "2026-01-02"), file("large", 9, "2026-01-01"), file("middle", 5, "2026-01-03")});
    EXPECT_EQ(names(""), (Names{"middle", "small", "large"}));
    EXPECT_EQ(names("created"), (Names{"large", "small", "middle"}));
    EXPECT_EQ(names("size"), (Names{"small", "middle", "large"}));
    EXPECT_EQ(names("-size"), (Names{"large", "middle", "small"}));
    EXPECT_EQ(names("original_name"), (Names{"large", "middle", "small"}));
    EXPECT_EQ(names("-original_name"), (Names{"small", "middle", "large"}));
    EXPECT_EQ(names("type").size(), 3U);
    EXPECT_EQ(names("random").size(), 3U);
    const JsonObject page = list({{"limit", "2"}, {"skip", "2"}});
    EXPECT_EQ(page.at("media").as_array().size(), 1U);
    EXPECT_EQ(page.at("total"), 3);
    EXPECT_EQ(list({{"skip", "9"}}).at("total"), 3);
    EXPECT_EQ(
        errorOf([&] {
            list({{"sort", "name"}});
        }),
        "400: sort must be one of -created, created, -size, size, original_name, -original_name, type, -type, random, "
        "not 'name'");
}

TEST_F(Media, RecordsStoredBeforeTheTableOfFieldsAreFoundOnceTheJobHasRun) {
    import("media", {file("a", 1, "2026-01-01"), file("b", 2, "2026-01-02")});
    fixture_.database().write([](Sql& sql) { sql.execute("DELETE FROM media_fields"); });
    EXPECT_EQ(list({{"query", R"({"name": "a"})"}}).at("total"), 0);
    fixture_.runJob("fields");
    EXPECT_EQ(list({{"query", R"({"name": "a"})"}}).at("total"), 1);
    EXPECT_EQ(list({{"query", R"({"type": "image/png"})"}}).at("total"), 2);
}

TEST_F(Media, FieldsFollowTheirRecord) {
    const auto fields = [&] {
        return fixture_.database().read(
            [](Sql& sql) { return sql.selectOne("SELECT COUNT(*) FROM media_fields")->at(0).integer(); });
    };
    JsonObject record = file("a", 1, "2026-01-01");
    record["metadata"] = {{"alt", "Old"}, {"tags", {"x", "x", "y"}}};
    import("media", {record});
    EXPECT_EQ(fields(), 6);
    record["metadata"] = {{"alt", "New"}};
    import("media", {record});
    EXPECT_EQ(fields(), 4);
    EXPECT_EQ(list({{"query", R"({"metadata.alt": "Old"})"}}).at("total"), 0);
    EXPECT_EQ(list({{"query", R"({"metadata.alt": "New"})"}}).at("total"), 1);
    fixture_.database().write([](Sql& sql) { sql.execute("DELETE FROM media"); });
    EXPECT_EQ(fields(), 0);
}

TEST_F(Media, HostedClientsGetTheirNames) {
    fixture_.serverInfo().hostedClients = true;
    EXPECT_EQ(errorOf([&] { list(); }), "404: No media found in bucket");
    import("media", {file("a.png", 1, "2026-01-01")});
    const JsonObject media = list().at("media").at(0).as_object();
    EXPECT_EQ(media.at("imgix_url"), media.at("image_url"));
}

TEST_F(Media, TheLibraryFindsByExactName) {
    import("media", {file("a.png", 1, "2026-01-01"), file("A.png", 1, "2026-01-01")});
    MediaLibrary& library = *fixture_.find<MediaLibrary>();
    const Names wanted{"a.png", "gone.png"};
    const auto found = library.findByName(*bucket_, wanted);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].name, "a.png");
    EXPECT_TRUE(found[0].fields.contains("image_url"));
}

TEST_F(Media, AFileImportedTwiceChangesNothing) {
    const JsonArray items = {file("a", 1, "2026-01-01"), file("b", 2, "2026-01-02")};
    EXPECT_EQ(import("media", items).done, "cc");
    EXPECT_EQ(import("media", items).done, "==");
    EXPECT_EQ(import("media", {file("a", 3, "2026-01-01")}).done, "u");
    EXPECT_EQ(import("media", exportOf("media")).done, "==");
    const JsonArray folders = {{{"title", "Covers"}, {"slug", "covers"}}};
    EXPECT_EQ(import("media_folders", folders).done, "c");
    EXPECT_EQ(import("media_folders", folders).done, "=");
    EXPECT_EQ(import("media_folders", exportOf("media_folders")).done, "=");
    std::string kinds;
    for (const MediaChanged& fact : fixture_.captured().facts<MediaChanged>()) {
        kinds += fact.change.kind + " " + fact.change.action + ">" + fact.change.readerAction + ";";
        EXPECT_FALSE(fact.triggerWebhook);
    }
    EXPECT_EQ(kinds, "media created>created;media created>created;media edited>edited;media_folder created>created;");
}

TEST_F(Media, OurFormIsStrict) {
    const RecordingImport done = import("media", {{{"name", "a"}, {"colour", "red"}},
                                                  {{"name", "a/b"}},
                                                  {{"size", 1}},
                                                  {{"name", "c"}, {"folder", "gone"}},
                                                  7,
                                                  {{"name", "d"}, {"size", -1}},
                                                  {{"name", "e"}},
                                                  {{"name", "e"}}});
    Names paths;
    for (const std::string& problem : done.problems) paths.push_back(problem.substr(0, problem.find(": ")));
    EXPECT_EQ(paths,
              (Names{"bucket.media[0].colour", "bucket.media[1].name", "bucket.media[2].name", "bucket.media[3].folder",
                     "bucket.media[4]", "bucket.media[5].size", "bucket.media[7].name"}));
}

TEST_F(Media, TheOlderFormIsTakenAsItIs) {
    const RecordingImport done = import("media", {{{"_id", "5a0000000000000000000001"},
                                                   {"name", "a.png"},
                                                   {"original_name", "a.png"},
                                                   {"size", 7},
                                                   {"type", "image/png"},
                                                   {"bucket", "x"},
                                                   {"created", "2016-07-24T17:11:02.091Z"},
                                                   {"folder", "old"},
                                                   {"location", "https://elsewhere"}}});
    EXPECT_EQ(done.problems, Names{});
    EXPECT_EQ(done.notes, (std::map<std::string, int>{{"a media folder that the file does not list was made", 1}}));
    const JsonObject media = list().at("media").at(0).as_object();
    EXPECT_EQ(media.at("created"), "2016-07-24T17:11:02.091Z");
    EXPECT_EQ(media.at("folder"), "old");
    EXPECT_EQ(exportOf("media_folders").size(), 1U);
}

TEST_F(Media, ADeletedBucketTakesItsRowsAlong) {
    import("media_folders", {{ {"title", "Covers"}, { "slug", "covers" } }});
    import("media", {file("a", 1, "2026-01-01")});
    fixture_.database().write([&](Sql&) {
        BucketDeleting deleting{bucket_->id};
        fixture_.events().guard(deleting);
    });
    EXPECT_EQ(list().at("total"), 0);
    EXPECT_EQ(exportOf("media_folders").size(), 0U);
}

TEST_F(Media, OfABucketThatWasDeletedWhileThePluginWasOffGoesAfterTheStart) {
    upload({MediaFixture::file("a.txt", "some bytes")});
    import("media_folders", {{ {"title", "Covers"}, { "slug", "covers" } }});
    directory_.buckets.clear();
    fixture_.runJob("deleted_buckets");
    for (const char* table : {"media", "media_folders", "media_links"}) EXPECT_EQ(count(table), 0) << table;
    fixture_.runJob("sweep");
    EXPECT_TRUE(storedKeys().empty());
}

/// Shows a bucket to those alone who have all that was committed.
class LateDirectory : public testkit::FakeBucketDirectory {
public:
    explicit LateDirectory(Database& database) : database_(database) {}
    std::shared_ptr<const Bucket> findById(std::string_view id) override {
        return database_.isWriting() ? FakeBucketDirectory::findById(id) : nullptr;
    }

private:
    Database& database_;
};

TEST_F(Media, OfABucketThatAReadDoesNotShowYetStays) {
    upload({MediaFixture::file("a.txt", "some bytes")});
    LateDirectory late(fixture_.database());
    late.buckets = directory_.buckets;
    fixture_.setService<BucketDirectory>(&late);
    fixture_.runJob("deleted_buckets");
    fixture_.setService<BucketDirectory>(&directory_);
    EXPECT_EQ(count("media"), 1);
}

TEST_F(Media, OfADeletedBucketIsLookedForTwiceAndThenEveryHour) {
    int runs = 0;
    const auto strayStays = [&] {
        fixture_.database().write([](Sql& sql) {
            sql.execute(
                "INSERT INTO media_folders (id, bucket_id, title, slug, created_at) "
                "VALUES ('f00000000000000000000001', 'b00000000000000000000009', 'A', 'a', 0)",
                {});
        });
        fixture_.runJob("deleted_buckets");
        ++runs;
        const bool stays = count("media_folders") == 1;
        fixture_.database().write([](Sql& sql) { sql.execute("DELETE FROM media_folders", {}); });
        return stays;
    };
    EXPECT_FALSE(strayStays()) << "after the start";
    EXPECT_TRUE(strayStays());
    ChangeCommitted deletion;
    deletion.change.kind = "bucket";
    deletion.change.action = "edited";
    fixture_.events().announce(deletion);
    EXPECT_TRUE(strayStays());
    deletion.change.action = "deleted";
    fixture_.events().announce(deletion);
    for (int look = 0; look < 2; ++look) EXPECT_FALSE(strayStays()) << look;
    while (runs < 59) EXPECT_TRUE(strayStays()) << runs;
    EXPECT_FALSE(strayStays());
}

}  // namespace
}  // namespace inkwell::media
