#include <algorithm>

#include "inkwell/bucket_filling.h"
#include "inkwell/error.h"
#include "inkwell/events.h"
#include "tests/plugins/media/media_fixture.h"

namespace inkwell::media {
namespace {

class Upload : public MediaFixture {};

TEST_F(Upload, MakesARecordAndAFile) {
    const JsonObject media = upload({file("My photo.txt", "hello", "image/png"), text("metadata", R"({"alt": "A"})")});
    const std::string name = textIn(media, "name");
    EXPECT_TRUE(name.ends_with("-My-photo.txt"));
    EXPECT_GE(name.size(), 24 + 13U);
    EXPECT_EQ(media.at("original_name"), "My photo.txt");
    EXPECT_EQ(media.at("size"), 5);
    EXPECT_EQ(media.at("type"), "text/plain");
    EXPECT_EQ(media.at("bucket"), Json(bucket_->id));
    EXPECT_EQ(media.at("created"), "2026-01-31T09:30:00.000Z");
    EXPECT_EQ(media.at("folder"), Json());
    EXPECT_EQ(media.at("metadata").at("alt"), "A");
    EXPECT_EQ(media.at("location"), Json("disk:" + name));
    EXPECT_EQ(media.at("url"), Json("http://localhost:8055/v2/media-files/site/" + name));
    EXPECT_EQ(storedKeys(), std::vector<std::string>{name});
    EXPECT_EQ(bytesOf(serve(name)), "hello");
    const auto facts = fixture_.captured().facts<MediaChanged>();
    ASSERT_EQ(facts.size(), 1U);
    EXPECT_EQ(facts[0].change.action, "created");
    EXPECT_EQ(facts[0].change.kind, "media");
    EXPECT_FALSE(facts[0].triggerWebhook);
}

TEST_F(Upload, TakesTheFormInAnyOrder) {
    RequestParts parts;
    parts.body = JsonObject{{"title", "Covers"}};
    call(Method::Post, kFolders, std::move(parts));
    for (const auto& form :
         {std::vector<Part>{text("folder", "covers"), file("a", "1"), text("trigger_webhook", "true")},
          {file("a", "1"), text("trigger_webhook", "true"), text("folder", "covers")}}) {
        EXPECT_EQ(upload(form).at("folder"), "covers");
        EXPECT_TRUE(fixture_.captured().facts<MediaChanged>().back().triggerWebhook);
    }
    EXPECT_EQ(upload({file("a", "1"), text("write_key", "key")}).at("size"), 1);
    EXPECT_EQ(upload({file("a", ""), text("folder", ""), text("metadata", "")}).at("size"), 0);
}

TEST_F(Upload, StoresBytesOfAnyKind) {
    std::string bytes;
    for (int n = 0; n < 700'000; ++n) bytes += static_cast<char>(n * 7 % 256);
    bytes += "\r\n--limi";
    const std::string name = textIn(upload({file("a.bin", bytes)}), "name");
    EXPECT_TRUE(bytesOf(serve(name)) == bytes);
    const auto content = fixture_.find<MediaLibrary>()->open(*bucket_, name);
    ASSERT_TRUE(content);
    EXPECT_EQ(content->sizeBytes, 700'008);
    EXPECT_EQ(content->digest.size(), 64U);
    EXPECT_EQ(content->originalName, "a.bin");
    EXPECT_TRUE(std::filesystem::exists(content->localPath));
    std::string middle(4, ' ');
    content->read(699'999, 4)->read(middle.data(), 4);
    EXPECT_EQ(middle, bytes.substr(699'999, 4));
    EXPECT_FALSE(fixture_.find<MediaLibrary>()->open(*bucket_, "gone"));
}

TEST_F(Upload, RefusesEveryBadFormAndLeavesNothing) {
    const std::string refusal = "400: the media cannot be created: ";
    EXPECT_EQ(errorOf([&] { upload({}); }), refusal + "media: is required: a file part of that name");
    EXPECT_EQ(errorOf([&] {
                  upload({text("folder", "Bad Folder"), text("colour", "red"), file("a", "1")});
              }),
              refusal + "folder: is not the slug of a folder (and 1 more); colour: is not a part of an upload");
    EXPECT_EQ(errorOf([&] {
                  upload({file("a", "1"), text("folder", "gone")});
              }),
              refusal + "folder: media folder 'gone' was not found");
    EXPECT_EQ(errorOf([&] {
                  upload({text("folder", "gone"), file("a", "1")});
              }),
              refusal + "folder: media folder 'gone' was not found");
    EXPECT_EQ(errorOf([&] {
                  upload({file("a", "1"), text("metadata", "[1]")});
              }),
              refusal + "metadata: must be a JSON object, not an array");
    EXPECT_EQ(errorOf([&] {
                  upload({file("a", "1"), text("metadata", "{")});
              }).substr(0, refusal.size() + 8),
              refusal + "metadata");
    EXPECT_EQ(errorOf([&] {
                  upload({file("a", "1"), text("trigger_webhook", "yes")});
              }),
              refusal + "trigger_webhook: must be 'true' or 'false'");
    EXPECT_EQ(errorOf([&] {
                  upload({file("a", "1"), text("write_key", "other")});
              }),
              refusal + "write_key: differs from the key in the Authorization header");
    EXPECT_EQ(errorOf([&] { upload({file("a", "1"), file("b", "2")}); }), refusal + "media: is given twice");
    EXPECT_EQ(errorOf([&] { upload({text("media", "1")}); }).substr(0, 43),
              "400: the part 'media' must be a file: its C");
    EXPECT_EQ(errorOf([&] { upload({file("", "1")}); }), "400: the file name is empty");
    EXPECT_EQ(errorOf([&] { upload({file("\xFF", "1")}); }), "400: the file name is not UTF-8");
    EXPECT_EQ(errorOf([&] { sendForm("nothing"); }),
              "400: the multipart body does not begin with the boundary that its Content-Type names");
    EXPECT_EQ(errorOf([&] { sendForm(form({file("a", std::string(300'000, 'x'))}).substr(0, 290'000)); }),
              "400: the multipart body ends in the middle of a part");
    EXPECT_EQ(storedKeys().size(), 0U);
    EXPECT_EQ(count("media"), 0);
    EXPECT_EQ(count("media_contents"), 0);
    EXPECT_EQ(fixture_.captured().summary().size(), 0U);
}

TEST_F(Upload, ObeysTheRole) {
    EXPECT_EQ(errorOf([&] { sendForm("unread", Access::user("u", std::nullopt)); }),
              "403: you have no role in this bucket that allows to write media");
    Membership membership;
    membership.role = Role::Contributor;
    EXPECT_EQ(sendForm(form({file("a", "1")}), Access::user("u", membership)).at("size"), 1);
}

TEST_F(Upload, IntoABucketThatWasDeletedMeanwhileLeavesNothing) {
    fixture_.captured().on<BucketFilling>([](BucketFilling& event) { throw ApiError::notFound("bucket", event.slug); });
    EXPECT_EQ(errorOf([&] { upload({file("a", "1")}); }), "404: bucket 'site' was not found");
    EXPECT_EQ(storedKeys().size(), 0U);
    EXPECT_EQ(count("media_contents"), 0);
}

class SmallUpload : public MediaFixture {
protected:
    SmallUpload() : MediaFixture({{"max_upload_bytes", 100'000}}) {}
};

TEST_F(SmallUpload, IsRefusedOverTheLimit) {
    EXPECT_EQ(upload({file("a", std::string(100'000, 'x'))}).at("size"), 100'000);
    EXPECT_EQ(errorOf([&] { upload({file("a", std::string(100'001, 'x'))}); }),
              "413: the file is larger than the 100000 bytes allowed");
    EXPECT_EQ(errorOf([&] {
                  upload({file("a", std::string(10, 'x')), text("metadata", std::string(2'000'000, ' '))});
              }),
              "400: the part 'metadata' is larger than 1048576 bytes");
    EXPECT_EQ(storedKeys().size(), 1U);
    EXPECT_EQ(count("media_contents"), 1);
}

TEST_F(Upload, OfRecordsIsDeletedWithItsLastOne) {
    const JsonObject media = upload({file("a", "1")});
    const std::string id = textIn(media, "id");
    // As a merge does it: another record with the same location.
    const std::string copy = "c00000000000000000000001";
    fixture_.database().write([&](Sql& sql) {
        sql.execute(
            "INSERT INTO media (id, bucket_id, name, original_name, size, content_type, folder, created_at, location, "
            "metadata) SELECT ?, 'b00000000000000000000002', name, original_name, size, content_type, folder, "
            "created_at, location, metadata FROM media WHERE id = ?",
            {copy, id});
        sql.execute(
            "INSERT INTO media_links (media_id, location) SELECT ?, location FROM media_links WHERE media_id = ?",
            {copy, id});
    });
    RequestParts parts;
    parts.path = {{"id", id}};
    EXPECT_EQ(call(Method::Delete, std::string(kMedia) + "/{id}", parts).json,
              Json(JsonObject{{"message", "media '" + id + "' was deleted"}}));
    EXPECT_EQ(storedKeys().size(), 1U);
    fixture_.database().write([&](Sql&) {
        BucketDeleting deleting{"b00000000000000000000002"};
        fixture_.events().guard(deleting);
    });
    EXPECT_EQ(storedKeys().size(), 1U);
    fixture_.runJob("sweep");
    EXPECT_EQ(storedKeys().size(), 0U);
    EXPECT_EQ(count("media_contents"), 0);
    EXPECT_EQ(count("media_links"), 0);
}

TEST_F(Upload, IsDeletedWithItsBytes) {
    const JsonObject media = upload({file("a", "1")});
    RequestParts parts;
    parts.path = {{"id", textIn(media, "id")}};
    parts.query = {{"trigger_webhook", "true"}};
    call(Method::Delete, std::string(kMedia) + "/{id}", parts);
    EXPECT_EQ(storedKeys().size(), 1U) << "the answer waits for no store";
    fixture_.runJob("removals");
    EXPECT_EQ(storedKeys().size(), 0U);
    EXPECT_EQ(count("media_contents"), 0);
    EXPECT_EQ(errorOf([&] { serve(textIn(media, "name")); }), test::missing("media file", textIn(media, "name")));
    EXPECT_EQ(errorOf([&] { call(Method::Delete, std::string(kMedia) + "/{id}", parts); }),
              test::missing("media", parts.path.front().second));
    const auto facts = fixture_.captured().facts<MediaChanged>();
    ASSERT_EQ(facts.size(), 2U);
    EXPECT_EQ(facts[1].change.action, "deleted");
    EXPECT_TRUE(facts[1].triggerWebhook);
}

TEST_F(Upload, IsReplacedWithoutWaitingForTheStoreToRemoveTheOldOne) {
    const std::string old = textIn(upload({file("a", "1")}), "name");
    const std::string id = textIn(upload({file("b", "2")}), "id");
    std::istringstream body(form({file("c", "3")}));
    RequestParts parts;
    parts.path = {{"id", id}};
    parts.headers = {{"Content-Type", "multipart/form-data; boundary=limit"}, {"Authorization", "Bearer key"}};
    parts.stream = &body;
    const Response replaced = call(Method::Post, std::string(kMedia) + "/{id}/replace", std::move(parts));
    EXPECT_EQ(storedKeys().size(), 3U);
    fixture_.runJob("removals");
    std::vector<std::string> left{old, textIn(replaced.json.at("media").as_object(), "name")};
    std::sort(left.begin(), left.end());
    std::vector<std::string> keys = storedKeys();
    std::sort(keys.begin(), keys.end());
    EXPECT_EQ(keys, left);
}

TEST_F(Upload, ThatCrashedIsSweptOnceItsLeaseIsOver) {
    // What is left when the server dies between the store's commit and the record's.
    const auto writer = disk().begin("crashed", {});
    writer->write("bytes");
    writer->commit();
    fixture_.database().write([&](Sql& sql) {
        sql.execute(
            "INSERT INTO media_contents (location, state, digest, size, expires_at) VALUES "
            "('disk:crashed', 0, '', 0, 99999999999999)");
    });
    fixture_.runJob("sweep");
    EXPECT_EQ(storedKeys().size(), 1U) << "it may still be running";
    fixture_.database().write([&](Sql& sql) { sql.execute("UPDATE media_contents SET expires_at = 1"); });
    fixture_.runJob("sweep");
    EXPECT_EQ(storedKeys().size(), 0U);
    EXPECT_EQ(count("media_contents"), 0);
}

TEST_F(Upload, SurvivesTheSweepOnceItIsARecord) {
    const std::string name = textIn(upload({file("a", "1")}), "name");
    fixture_.database().write([&](Sql& sql) { sql.execute("UPDATE media_contents SET expires_at = 1"); });
    fixture_.runJob("sweep");
    EXPECT_EQ(bytesOf(serve(name)), "1");
}

TEST(MediaWithoutAStore, DoesNotStart) {
    testkit::FakeBucketDirectory directory;
    test::PluginFixture fixture;
    fixture.setService<BucketDirectory>(&directory);
    try {
        fixture.host(inkwell_plugin);
        FAIL() << "it started";
    } catch (const std::runtime_error& error) {
        EXPECT_STREQ(error.what(), "no media store named 'disk' (the setting 'store'); available: none");
    }
}

}  // namespace
}  // namespace inkwell::media
