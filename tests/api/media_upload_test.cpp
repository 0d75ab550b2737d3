// interface/media-and-images.md, "Upload" and "Folders", the writes, and "Files". Over HTTP: what the plugin's own
// tests cannot see.
#include <filesystem>

#include "tests/support/api_scenario.h"

namespace inkwell::test {
namespace {

class MediaUpload : public ApiTest {
protected:
    static std::string form(const std::string& name, const std::string& bytes, const std::string& more = "") {
        return "--limit\r\nContent-Disposition: form-data; name=\"media\"; filename=\"" + name + "\"\r\n\r\n" + bytes +
               "\r\n" + more + "--limit--\r\n";
    }
    static std::string text(const std::string& name, const std::string& value) {
        return "--limit\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\n" + value + "\r\n";
    }
    Reply sendForm(const std::string& body, Headers headers = {}, int port = 0) {
        headers.push_back(bearer(bucket().writeKey));
        headers.emplace_back("Content-Type", "multipart/form-data; boundary=limit");
        return sendRequest(port == 0 ? api().port() : port, "POST", path("/media"), headers, body);
    }
    JsonObject upload(const std::string& name, const std::string& bytes, const std::string& more = "") {
        return made(sendForm(form(name, bytes, more)), "media");
    }
    Reply serve(const JsonObject& media, const Headers& headers = {}, const std::string& method = "GET") {
        return sendRequest(api().port(), method, address(media), headers);
    }
    std::string address(const JsonObject& media) const {
        return "/v2/media-files/" + bucket().slug + "/" + std::string(textOf(media, "name"));
    }
    std::string idOf(const JsonObject& media) const { return std::string(textOf(media, "id")); }
    std::string nameOf(const JsonObject& media) const { return std::string(textOf(media, "name")); }
};
INKWELL_ON_BOTH_ENGINES(MediaUpload);

TEST_P(MediaUpload, GoesThroughBothListenersAndIsServedAtItsUrl) {
    for (const int port : {api().port(), api().server().uploadPort()}) {
        const JsonObject media = made(sendForm(form("a b.txt", "hello world"), {}, port), "media");
        EXPECT_TRUE(textOf(media, "url").ends_with(address(media)));
        EXPECT_EQ(made(get("/media/" + idOf(media)), "media"), media);
        const Reply whole = serve(media);
        EXPECT_EQ(whole.status, 200);
        EXPECT_EQ(whole.body, "hello world");
        EXPECT_EQ(whole.headers.at("content-type"), "text/plain; charset=utf-8");
        EXPECT_EQ(whole.headers.at("x-content-type-options"), "nosniff");
        EXPECT_EQ(whole.headers.at("cache-control"), "public, max-age=31536000, immutable");
        EXPECT_EQ(serve(media, {{"Range", "bytes=0-4"}}).body, "hello");
        EXPECT_EQ(serve(media, {{"Range", "bytes=0-4"}}).status, 206);
        EXPECT_EQ(refusalOf(serve(media, {{"Range", "bytes=99-"}})),
                  "416: the file has 11 bytes; the range lies behind them");
        EXPECT_EQ(serve(media, {{"Range", "bytes=99-"}}).headers.at("content-range"), "bytes */11");
        EXPECT_EQ(serve(media, {{"If-None-Match", whole.headers.at("etag")}}).status, 304);
        const Reply head = serve(media, {{"Range", "bytes=0-4"}}, "HEAD");
        EXPECT_EQ(head.status, 200);
        EXPECT_EQ(head.headers.at("content-length"), "11");
        EXPECT_EQ(head.body, "");
    }
    EXPECT_EQ(get("/media").json().at("total"), 2);
    const std::string japanese = nameOf(upload("日本.txt", "hello"));
    EXPECT_TRUE(japanese.ends_with("-file.txt")) << japanese;
}

TEST_P(MediaUpload, QuotesAPartWhoseNameIsNotUtf8) {
    const Reply refused = sendForm(form("a.txt", "hello", text("n\xe9", "1")));
    EXPECT_EQ(refused.status, 400) << refused.body;
    EXPECT_EQ(refused.problems(), std::vector<std::string>{"n\uFFFD: is not a part of an upload"});
    EXPECT_EQ(get("/media").json().at("total"), 0);
}

TEST_P(MediaUpload, IsAuthorisedBeforeItsBodyIsRead) {
    for (const auto& [headers, status] : {std::pair<Headers, int>{{}, 401}, {{bearer("wrong")}, 401}}) {
        Headers all = headers;
        all.emplace_back("Content-Type", "multipart/form-data; boundary=limit");
        all.emplace_back("Content-Length", "900000000");  // of which nothing is sent
        EXPECT_EQ(sendRequest(api().port(), "POST", path("/media"), all).status, status);
    }
    EXPECT_EQ(refusalOf(sendForm("", {{"Content-Length", "990000000"}})),
              "413: the body is larger than the 947912704 bytes allowed");
    EXPECT_EQ(refusalOf(sendRequest(api().port(), "POST", path("/media"),
                                    {bearer(bucket().writeKey), {"Content-Type", "application/json"}}, "{}")),
              "415: the body must be a form: send 'Content-Type: multipart/form-data'");
}

TEST_P(MediaUpload, IsRefusedAtOnceWhereTheDiskHasNoRoomForIt) {
    TestServerOptions options;
    constexpr std::int64_t kHuge = 1'000'000'000'000'000;
    options.pluginSettings["media"]["max_upload_bytes"] = kHuge;
    TestServer own(GetParam(), options);
    const TestServer::Bucket site = own.makeBucket();
    const auto sent = [&](const std::string& length) {
        Headers headers = {bearer(site.writeKey), {"Content-Type", "multipart/form-data; boundary=limit"}};
        if (!length.empty()) headers.emplace_back("Content-Length", length);
        return sendRequest(own.port(), "POST", "/v2/buckets/" + site.slug + "/media", headers, form("a.txt", "hello"));
    };
    EXPECT_EQ(refusalOf(sent(std::to_string(kHuge))), "507: there is no room for the upload");
    EXPECT_EQ(own.count("media", site.id), 0);
    const JsonObject media = made(sent(""), "media");
    const std::string record = "/v2/buckets/" + site.slug + "/media/" + idOf(media);
    EXPECT_EQ(own.send("DELETE", record, site.writeKey, {}).status, 200);
}

TEST_P(MediaUpload, IsFoundByMetafieldsAndThumbnails) {
    const JsonObject media = upload("a.png", "not a picture");
    const std::string name(textOf(media, "name"));
    makeType("posts");
    const JsonObject object =
        makeObject("posts", "With picture", {{"thumbnail", name}, {"metafields", {field("file", "hero", name)}}});
    EXPECT_EQ(object.at("thumbnail"), Json(name));
    EXPECT_EQ(object.at("metadata").at("hero"), Json(media));
}

TEST_P(MediaUpload, AThumbnailThatWasDeletedMayBeSentBack) {
    const JsonObject media = upload("a.png", "not a picture");
    const std::string name(textOf(media, "name"));
    makeType("posts");
    const std::string object = "/objects/" + idOf(makeObject("posts", "With picture", {{"thumbnail", name}}));
    const std::string other = "/objects/" + idOf(makeObject("posts", "Without"));
    ASSERT_EQ(del("/media/" + idOf(media)).status, 200);
    const Json read = made(get(object), "object").at("thumbnail");
    EXPECT_EQ(read, Json(name));
    const JsonObject edited = made(patch(object, {{"title", "Still there"}, {"thumbnail", read}}), "object");
    EXPECT_EQ(edited.at("thumbnail"), read);
    const std::string gone = "cannot be edited: thumbnail: media '" + name + "' was not found in this bucket";
    EXPECT_NE(refusalOf(patch(other, {{"thumbnail", name}})).find(gone), std::string::npos) << "a new reference";
}

TEST_P(MediaUpload, IsEditedAndDeleted) {
    made(post("/media-folders", {{"title", "Book covers"}}), "media_folder");
    const JsonObject media = upload("a.txt", "1", text("folder", "book-covers") + text("metadata", R"({"alt": "A"})"));
    EXPECT_EQ(media.at("folder"), "book-covers");
    const std::string url = "/v2/buckets/{bucket}/media/" + idOf(media);
    run({
        {"read before", "GET", url + "?read_key={read_key}", "", "", 200, {"book-covers"}},
        {"edit",
         "PATCH",
         url,
         "{write_key}",
         R"({"metadata": {"alt": "B"}, "folder": ""})",
         200,
         {"\"message\"", idOf(media)},
         {},
         {{"media.edited", 1}}},
        {"read", "GET", url + "?read_key={read_key}", "", "", 200, {R"("alt":"B")", R"("folder":null)"}},
        {"empty edit", "PATCH", url, "{write_key}", "{}", 400, {"folder", "metadata"}},
        {"unknown folder", "PATCH", url, "{write_key}", R"({"folder": "gone"})", 400, {"'gone'"}},
        {"unknown field", "PATCH", url, "{write_key}", R"({"folder": "", "name": "x"})", 400, {"name"}},
        {"edit without key", "PATCH", url, "", R"({"folder": ""})", 401, {"a write key is needed"}},
        {"delete without key", "DELETE", url, "", "", 401, {"a write key is needed"}},
        {"bad flag", "DELETE", url + "?trigger_webhook=maybe", "{write_key}", "", 400, {"trigger_webhook"}},
        {"delete",
         "DELETE",
         url + "?trigger_webhook=true",
         "{write_key}",
         "",
         200,
         {idOf(media)},
         {},
         {{"media.deleted", 1}}},
        {"delete again", "DELETE", url, "{write_key}", "", 404, {idOf(media)}},
    });
    EXPECT_EQ(refusalOf(serve(media)), missing("media file", nameOf(media)));
}

TEST_P(MediaUpload, FoldersHaveTheirRoutes) {
    const std::string url = "/v2/buckets/{bucket}/media-folders";
    run({
        {"create",
         "POST",
         url,
         "{write_key}",
         R"({"title": "Book covers"})",
         200,
         {R"("media_folder")", "book-covers"},
         {},
         {{"media_folder.created", 1}}},
        {"list", "GET", url + "?read_key={read_key}", "", "", 200, {R"("media_folders")", R"("total":1)"}},
        {"no title", "POST", url, "{write_key}", "{}", 400, {"title"}},
        {"empty folder", "GET", url + "/book-covers?read_key={read_key}", "", "", 200, {R"("total":0)"}},
        {"unknown folder", "GET", url + "/gone?read_key={read_key}", "", "", 404, {"'gone'"}},
        {"edit",
         "PATCH",
         url + "/book-covers",
         "{write_key}",
         R"({"title": "Old"})",
         200,
         {"\"Old\"", "book-covers"},
         {},
         {{"media_folder.edited", 1}}},
    });
    const JsonObject media = upload("a.txt", "1", text("folder", "book-covers"));
    EXPECT_EQ(get("/media-folders/book-covers").array("media").at(0), Json(media));
    run({{"delete",
          "DELETE",
          url + "/book-covers",
          "{write_key}",
          "",
          200,
          {"'book-covers'"},
          {},
          {{"media_folder.deleted", 1}}}});
    EXPECT_EQ(made(get("/media/" + idOf(media)), "media").at("folder"), Json());
    EXPECT_EQ(refusalOf(get("/media-folders/book-covers")), missing("media folder", "book-covers"));
}

TEST_P(MediaUpload, OfADeletedBucketIsGone) {
    const JsonObject media = upload("a.txt", "1");
    const TestServer::User admin = api().makeUser(bucket(), "admin");
    EXPECT_EQ(api().send("DELETE", "/v2/buckets/" + bucket().slug, admin.token, nullptr).status, 200);
    EXPECT_EQ(refusalOf(serve(media)), missing("bucket", bucket().slug));
}

}  // namespace
}  // namespace inkwell::test
