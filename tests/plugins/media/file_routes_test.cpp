#include "inkwell/bucket_filling.h"
#include "tests/plugins/media/media_fixture.h"

namespace inkwell::media {
namespace {

class Serving : public MediaFixture {
protected:
    std::string stored(const std::string& name, const std::string& bytes) {
        return textIn(upload({file(name, bytes)}), "name");
    }
};

TEST_F(Serving, TellsCachesEverything) {
    const Response response = serve(stored("a b.txt", "hello world"));
    EXPECT_EQ(response.status, 200);
    EXPECT_EQ(response.stream->contentType, "text/plain; charset=utf-8");
    EXPECT_EQ(response.stream->length, 11);
    EXPECT_EQ(headerOf(response, "ETag").size(), 66U);
    EXPECT_EQ(headerOf(response, "Last-Modified"), "Sat, 31 Jan 2026 09:30:00 GMT");
    EXPECT_EQ(headerOf(response, "Cache-Control"), "public, max-age=31536000, immutable");
    EXPECT_EQ(headerOf(response, "Accept-Ranges"), "bytes");
    EXPECT_EQ(headerOf(response, "Content-Disposition"), "inline; filename*=UTF-8''a%20b.txt");
    EXPECT_EQ(headerOf(response, "Content-Security-Policy"), "");
}

TEST_F(Serving, GivesPartsAndConditions) {
    const std::string name = stored("a.txt", "hello world");
    const Response part = serve(name, {{"Range", "bytes=6-"}});
    EXPECT_EQ(part.status, 206);
    EXPECT_EQ(headerOf(part, "Content-Range"), "bytes 6-10/11");
    EXPECT_EQ(bytesOf(part), "world");
    const Response same = serve(name, {{"If-None-Match", headerOf(part, "ETag")}});
    EXPECT_EQ(same.status, 304);
    EXPECT_FALSE(same.stream);
    EXPECT_EQ(headerOf(same, "ETag"), headerOf(part, "ETag"));
    try {
        serve(name, {{"Range", "bytes=11-"}});
        FAIL() << "a range behind the end";
    } catch (const ApiError& error) {
        EXPECT_EQ(error.status(), 416);
        EXPECT_EQ(error.message(), "the file has 11 bytes; the range lies behind them");
        ASSERT_EQ(error.headers().size(), 1U);
        EXPECT_EQ(error.headers()[0].second, "bytes */11");
    }
    EXPECT_EQ(errorOf([&] {
                  serve(name, {{"If-Match", "\"x\""}});
              }),
              "412: the file is another than the one asked about");
}

TEST_F(Serving, AsksTheStoreForBytesOnlyOnceTheyAreRead) {
    const std::string name = stored("a.txt", "hello world");
    disk().remove(name);
    const Response response = serve(name);
    EXPECT_EQ(response.stream->length, 11) << "what HEAD tells";
    EXPECT_EQ(errorOf([&] { bytesOf(response); }), "404: the content of this media was not found");
}

TEST_F(Serving, DisarmsWhatABrowserCouldRun) {
    for (const auto& [name, bytes] : {std::pair<std::string, std::string>{"a.html", "<!DOCTYPE html><html></html>"},
                                      {"a.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>"},
                                      {"a.xml", "<?xml version=\"1.0\"?><a/>"},
                                      {"a.bin", std::string("\0\1\2", 3)}}) {
        const Response response = serve(stored(name, bytes));
        EXPECT_TRUE(headerOf(response, "Content-Disposition").starts_with("attachment;")) << name;
        EXPECT_EQ(headerOf(response, "Content-Security-Policy"), "default-src 'none'; sandbox") << name;
    }
}

TEST_F(Serving, KnowsNoFileOfAnotherBucketAndNoRecordWithoutBytes) {
    const std::string name = stored("a.txt", "hello");
    auto other = std::make_shared<Bucket>(*bucket_);
    other->id = "b00000000000000000000002";
    bucket_ = other;
    EXPECT_EQ(errorOf([&] { serve(name); }), "404: media file '" + name + "' was not found");
}

class Folders : public MediaFixture {
protected:
    Json send(Method method, const std::string& path, JsonObject body = {}, const std::string& slug = "",
              std::vector<std::pair<std::string, std::string>> query = {}) {
        RequestParts parts;
        parts.body = std::move(body);
        parts.query = std::move(query);
        parts.path = {{"slug", slug}, {"id", slug}};
        return call(method, path, std::move(parts)).json;
    }
    const std::string kFolder = std::string(kFolders) + "/{slug}";
    const std::string kOne = std::string(kMedia) + "/{id}";
};

TEST_F(Folders, AreCreatedListedEditedAndDeleted) {
    const Json made = send(Method::Post, kFolders, {{"title", "Book covers"}}).at("media_folder");
    EXPECT_EQ(made.at("slug"), "book-covers");
    EXPECT_EQ(send(Method::Post, kFolders, {{"title", "Book covers"}}).at("media_folder").at("slug"), "book-covers-2");
    EXPECT_EQ(send(Method::Patch, kFolder, {{"title", "Old"}}, "book-covers").at("media_folder"),
              Json(JsonObject{{"id", made.at("id")},
                              {"title", "Old"},
                              {"slug", "book-covers"},
                              {"created_at", "2026-01-31T09:30:00.000Z"}}));
    EXPECT_EQ(send(Method::Get, kFolders).at("total"), 2);
    EXPECT_EQ(send(Method::Delete, kFolder, {}, "book-covers").at("message"), "media folder 'book-covers' was deleted");
    EXPECT_EQ(send(Method::Get, kFolders).at("media_folders").as_array().size(), 1U);
    for (const Method method : {Method::Get, Method::Patch, Method::Delete}) {
        EXPECT_EQ(errorOf([&] {
                      send(method, kFolder, {{"title", "x"}}, "book-covers");
                  }),
                  "404: media folder 'book-covers' was not found");
    }
    EXPECT_EQ(fixture_.captured().summary().size(), 4U);
}

TEST_F(Folders, AreNotMadeInABucketThatWasDeletedMeanwhile) {
    fixture_.captured().on<BucketFilling>([](BucketFilling& event) { throw ApiError::notFound("bucket", event.slug); });
    EXPECT_EQ(errorOf([&] {
                  send(Method::Post, kFolders, {{"title", "Covers"}});
              }),
              "404: bucket 'site' was not found");
    EXPECT_EQ(send(Method::Get, kFolders).at("total"), 0);
}

TEST_F(Folders, AreStrictAboutTheirBodies) {
    EXPECT_EQ(errorOf([&] {
                  send(Method::Post, kFolders, {{"slug", "a"}});
              }),
              "400: the media folder cannot be created: title: is required (and 1 more); slug: is not a "
              "known field; known fields are: pretty, title");
    EXPECT_EQ(errorOf([&] { send(Method::Patch, kFolder, {}, "gone"); }),
              "400: media folder 'gone' cannot be edited: title: is required");
    EXPECT_EQ(send(Method::Get, kFolders).at("total"), 0);
}

TEST_F(Folders, ListTheirMediaAndLeaveThemBehind) {
    send(Method::Post, kFolders, {{"title", "Covers"}});
    const std::string small = textIn(upload({file("a", "1"), text("folder", "covers")}), "id");
    const std::string large = textIn(upload({file("b", "22"), text("folder", "covers")}), "id");
    upload({file("c", "3")});
    const Json list = send(Method::Get, kFolder, {}, "covers", {{"sort", "size"}, {"limit", "1"}, {"props", "id"}});
    EXPECT_EQ(list, Json(JsonObject{{"media", JsonArray{JsonObject{{"id", small}}}}, {"total", 2}, {"limit", 1}}));
    EXPECT_EQ(send(Method::Get, kFolder, {}, "covers", {{"sort", "-size"}}).at("media").at(0).at("id"), Json(large));
    EXPECT_EQ(
        errorOf([&] {
            send(Method::Get, kFolder, {}, "covers", {{"sort", "name"}});
        }),
        "400: sort must be one of -created, created, -size, size, original_name, -original_name, type, -type, random, "
        "not 'name'");
    send(Method::Delete, kFolder, {}, "covers");
    const Json left = send(Method::Get, kMedia);
    EXPECT_EQ(left.at("total"), 3);
    for (const Json& one : left.at("media").as_array()) EXPECT_EQ(one.at("folder"), Json());
}

TEST_F(Folders, TakeMediaByEdit) {
    send(Method::Post, kFolders, {{"title", "Covers"}});
    const std::string id = textIn(upload({file("a", "1"), text("metadata", R"({"a": 1})")}), "id");
    EXPECT_EQ(send(Method::Patch, kOne, {{"folder", "covers"}}, id).at("message"),
              Json("media '" + id + "' was edited"));
    EXPECT_EQ(send(Method::Get, kOne, {}, id).at("media").at("folder"), "covers");
    send(Method::Patch, kOne, {{"metadata", JsonObject{{"b", 2}}}, {"trigger_webhook", true}}, id);
    const Json media = send(Method::Get, kOne, {}, id).at("media");
    EXPECT_EQ(media.at("metadata"), Json(JsonObject{{"b", 2}}));
    EXPECT_EQ(media.at("folder"), "covers");
    EXPECT_TRUE(fixture_.captured().facts<MediaChanged>().back().triggerWebhook);
    send(Method::Patch, kOne, {{"folder", nullptr}}, id);
    EXPECT_EQ(send(Method::Get, kOne, {}, id).at("media").at("folder"), Json());
}

TEST_F(Folders, RefuseABadEdit) {
    const std::string id = textIn(upload({file("a", "1")}), "id");
    for (const JsonObject& body : {JsonObject{}, JsonObject{{"trigger_webhook", true}}, JsonObject{{"pretty", true}}}) {
        EXPECT_EQ(errorOf([&] { send(Method::Patch, kOne, body, id); }),
                  "400: nothing to edit: send 'folder', 'metadata' or 'focal_point'");
    }
    EXPECT_EQ(errorOf([&] {
                  send(Method::Patch, kOne, {{"folder", "gone"}, {"metadata", 1}, {"name", "x"}}, id);
              }).substr(0, 62),
              "400: media '" + id + "' cannot be edited: metada");
    EXPECT_EQ(errorOf([&] {
                  send(Method::Patch, kOne, {{"folder", ""}}, "f00000000000000000000000");
              }),
              test::missing("media", "f00000000000000000000000"));
    EXPECT_EQ(send(Method::Get, kOne, {}, id).at("media").at("folder"), Json());
}

}  // namespace
}  // namespace inkwell::media
