// interface/media-and-images.md, "Replacing a file", and where a file is shown.
#include "tests/support/api_scenario.h"
#include "tests/support/error_text.h"

namespace inkwell::test {
namespace {

class MediaReplace : public ApiTest {
protected:
    Reply sendForm(const std::string& rest, const std::string& name, const std::string& bytes,
                   const std::string& more = "", const std::string& token = {}) {
        const std::string form = "--limit\r\nContent-Disposition: form-data; name=\"media\"; filename=\"" + name +
                                 "\"\r\n\r\n" + bytes + "\r\n" + more + "--limit--\r\n";
        return sendRequest(api().port(), "POST", path(rest),
                           {bearer(token.empty() ? bucket().writeKey : token),
                            {"Content-Type", "multipart/form-data; boundary=limit"}},
                           form);
    }
    static std::string text(const std::string& name, const std::string& value) {
        return "--limit\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\n" + value + "\r\n";
    }
    JsonObject upload(const std::string& name, const std::string& bytes, const std::string& more = "") {
        return made(sendForm("/media", name, bytes, more), "media");
    }
    Reply replace(const JsonObject& media, const std::string& name, const std::string& bytes,
                  const std::string& more = "") {
        return sendForm("/media/" + idOf(media) + "/replace", name, bytes, more);
    }
    Reply file(const std::string& name) {
        return sendRequest(api().port(), "GET", "/v2/media-files/" + bucket().slug + "/" + name);
    }
    Json exported(const TestServer::User& admin) {
        const Reply reply = api().get(path("/export"), {bearer(admin.token)});
        EXPECT_EQ(reply.status, 200) << reply.body;
        return parseJson(reply.body);
    }
    JsonObject import(const TestServer::Bucket& into, const TestServer::User& admin, const Json& file) {
        const Reply reply = api().send("POST", "/v2/buckets/" + into.slug + "/import", admin.token, file);
        EXPECT_EQ(reply.status, 200) << reply.body;
        return reply.json();
    }
    static std::string mismatch(const JsonObject& media, int version) {
        return "412: media '" + idOf(media) + "' has been changed since: it is at version " + std::to_string(version) +
               " and If-Match names another; `current` is what it is now, where that may be read";
    }
    static std::string idOf(const JsonObject& media) { return std::string(textOf(media, "id")); }
    static std::string nameOf(const JsonObject& media) { return std::string(textOf(media, "name")); }
};
INKWELL_ON_BOTH_ENGINES(MediaReplace);

TEST_P(MediaReplace, KeepsTheRecordAndWhatShowsItFollows) {
    const JsonObject old = upload("old.txt", "before", text("metadata", R"({"alt_text": "A"})"));
    makeType("posts");
    const std::string object(
        textOf(makeObject("posts", "With file",
                          {{"thumbnail", nameOf(old)}, {"metafields", {field("file", "hero", nameOf(old))}}}),
               "id"));
    const JsonObject fresh = made(replace(old, "new.txt", "after it"), "media");
    EXPECT_EQ(fresh.at("id"), old.at("id"));
    EXPECT_EQ(fresh.at("created"), old.at("created"));
    EXPECT_EQ(fresh.at("metadata"), old.at("metadata"));
    EXPECT_EQ(fresh.at("original_name"), "new.txt");
    EXPECT_EQ(fresh.at("size"), 8);
    EXPECT_NE(fresh.at("name"), old.at("name"));
    EXPECT_EQ(made(get("/media/" + idOf(old)), "media"), fresh);
    const JsonObject shown = made(get("/objects/" + object), "object");
    EXPECT_EQ(shown.at("metadata").at("hero").at("url"), fresh.at("url"));
    EXPECT_EQ(file(nameOf(fresh)).body, "after it");
    EXPECT_EQ(file(nameOf(fresh)).headers.at("cache-control"), "public, max-age=31536000, immutable");
    const Reply former = file(nameOf(old));
    EXPECT_EQ(former.body, "after it");
    EXPECT_EQ(former.headers.at("cache-control"), "public, max-age=300");
    EXPECT_EQ(patch("/objects/" + object, {{"title", "Still fine"}}).status, 200) << "a former name is a file's";
}

// Its date is that of the record, which a replacement keeps: it would join two files.
TEST_P(MediaReplace, DatesSayNothingAtAFormerName) {
    const JsonObject old = upload("old.txt", "before");
    const std::string date = file(nameOf(old)).headers.at("last-modified");
    const JsonObject fresh = made(replace(old, "new.txt", "after it"), "media");
    const auto ask = [&](const JsonObject& media, const std::string& condition, const std::string& value) {
        return sendRequest(api().port(), "GET", "/v2/media-files/" + bucket().slug + "/" + nameOf(media),
                           {{condition, value}, {"Range", "bytes=2-"}});
    };
    EXPECT_EQ(file(nameOf(old)).headers.count("last-modified"), 0U);
    EXPECT_EQ(ask(old, "If-Modified-Since", date).status, 206);
    EXPECT_EQ(refusalOf(ask(old, "If-Unmodified-Since", date)), "412: the file is another than the one asked about");
    const Reply whole = ask(old, "If-Range", date);
    EXPECT_EQ(whole.status, 200);
    EXPECT_EQ(whole.body, "after it");
    EXPECT_EQ(ask(old, "If-Range", whole.headers.at("etag")).body, "ter it");
    EXPECT_EQ(file(nameOf(fresh)).headers.at("last-modified"), date);
    EXPECT_EQ(ask(fresh, "If-Range", date).body, "ter it");
    EXPECT_EQ(ask(fresh, "If-Modified-Since", date).status, 304);
}

TEST_P(MediaReplace, MayBeDoneAgainAndDeletingEndsAll) {
    const JsonObject first = upload("a.txt", "1");
    const JsonObject second = made(replace(first, "b.txt", "2", text("metadata", R"({"b": 1})")), "media");
    const JsonObject third = made(replace(first, "c.txt", "3", text("focal_point", R"({"x": 0.5, "y": 0})")), "media");
    EXPECT_EQ(third.at("metadata"), Json(JsonObject{{"b", 1}}));
    EXPECT_EQ(third.at("focal_point"), Json(JsonObject{{"x", 0.5}, {"y", 0}}));
    for (const JsonObject& media : {first, second, third}) EXPECT_EQ(file(nameOf(media)).body, "3");
    ASSERT_EQ(del("/media/" + idOf(first)).status, 200);
    for (const JsonObject& media : {first, second, third})
        EXPECT_EQ(refusalOf(file(nameOf(media))), missing("media file", nameOf(media)));
}

TEST_P(MediaReplace, ComesBackFromTheTrashUnderItsFormerName) {
    const JsonObject old = upload("a.txt", "1");
    makeType("posts");
    const std::string object = makeId("posts", "With file", {{"thumbnail", nameOf(old)}});
    const JsonObject fresh = made(replace(old, "b.txt", "2"), "media");
    const TestServer::User admin = api().makeUser(bucket(), "admin");
    ASSERT_EQ(api().send("DELETE", path("/media/" + idOf(old)), admin.token, nullptr).status, 200);
    EXPECT_EQ(refusalOf(file(nameOf(old))), missing("media file", nameOf(old)));
    ASSERT_EQ(api().send("POST", path("/trash/" + idOf(old) + "/restore"), admin.token, nullptr).status, 200);
    EXPECT_EQ(made(get("/media/" + idOf(old)), "media"), fresh);
    for (const JsonObject& media : {old, fresh}) EXPECT_EQ(file(nameOf(media)).body, "2");
    EXPECT_EQ(patch("/objects/" + object, {{"thumbnail", nameOf(old)}}).status, 200) << "a former name is a file's";
    ASSERT_EQ(replace(old, "c.txt", "3").status, 200);
    EXPECT_EQ(file(nameOf(old)).body, "3");
}

// The media section of a file has only the names of today.
TEST_P(MediaReplace, AnExportNamesTheFileByItsPresentName) {
    const JsonObject old = upload("a.txt", "1");
    const JsonArray hero{field("file", "hero", nameOf(old))};
    makeType("posts", hero);
    makeObject("posts", "With file", {{"thumbnail", nameOf(old)}, {"metafields", hero}});
    const std::string name = nameOf(made(replace(old, "b.txt", "2"), "media"));
    const TestServer::User admin = api().makeUser(bucket(), "admin");
    const Reply exported = api().get(path("/export"), {bearer(admin.token)});
    ASSERT_EQ(exported.status, 200) << exported.body;
    EXPECT_EQ(exported.body.find(nameOf(old)), std::string::npos);
    const TestServer::Bucket other = api().makeBucket();
    api().server().plugins().find<Identity>()->addAdmin(admin.id, other.id);
    const std::string import = "/v2/buckets/" + other.slug + "/import";
    const Reply imported = api().send("POST", import, admin.token, parseJson(exported.body, "file"));
    ASSERT_EQ(imported.status, 200) << imported.body;
    const Reply read = api().get("/v2/buckets/" + other.slug + "/objects?read_key=" + other.readKey);
    EXPECT_EQ(read.array("objects").at(0).at("thumbnail"), Json(name));
}

TEST_P(MediaReplace, AnExportOfFormerNamesIsTheSameBucketAndComesToAnotherOneWhole) {
    const JsonObject old = upload("a.txt", "1");
    const JsonArray hero{field("file", "hero", nameOf(old))};
    makeType("posts", hero);
    const std::string content = "<a href='/v2/media-files/" + bucket().slug + "/";
    const std::string object(textOf(
        makeObject("posts", "With file",
                   {{"thumbnail", nameOf(old)}, {"metafields", hero}, {"content", content + nameOf(old) + "'>"}}),
        "id"));
    const std::string name = nameOf(made(replace(old, "b.txt", "2"), "media"));
    made(post("/objects/" + object + "/revisions", {{"title", "Next"}, {"status", "draft"}}), "revision");
    const TestServer::User admin = api().makeUser(bucket(), "admin");
    const Json file = exported(admin);
    EXPECT_EQ(writeJson(file).find(nameOf(old)), std::string::npos);
    const JsonObject same = import(bucket(), admin, file);
    EXPECT_EQ(same.at("sections").at("objects"), Json({{"created", 0}, {"updated", 0}, {"unchanged", 1}}));
    EXPECT_EQ(made(get("/objects/" + object + "?status=any"), "object").at("title"), "Next") << "the draft is there";

    const TestServer::Bucket other = api().makeBucket();
    api().server().plugins().find<Identity>()->addAdmin(admin.id, other.id);
    import(other, admin, file);
    const Reply read = api().get("/v2/buckets/" + other.slug + "/objects?read_key=" + other.readKey);
    EXPECT_EQ(read.array("objects").at(0).at("content"),
              Json("<a href='/v2/media-files/" + other.slug + "/" + name + "'>"));
}

TEST_P(MediaReplace, AnEarlierExportBringsNoFormerFileBack) {
    const JsonObject old = upload("a.txt", "before");
    makeType("posts");
    const std::string object = makeId("posts", "With file", {{"thumbnail", nameOf(old)}});
    const TestServer::User admin = api().makeUser(bucket(), "admin");
    const Json file = exported(admin);
    const JsonObject fresh = made(replace(old, "b.txt", "after"), "media");
    const JsonObject summary = import(bucket(), admin, file);
    EXPECT_EQ(summary.at("sections").at("media"), Json({{"created", 0}, {"updated", 0}, {"unchanged", 1}}));
    EXPECT_EQ(summary.at("notes").at(0).at("note"), "a media was left as it is: its file was replaced here");
    EXPECT_EQ(this->file(nameOf(old)).body, "after");
    EXPECT_EQ(get("/media").json().at("total"), 1);
    const std::string references = "/media/" + idOf(fresh) + "/references";
    EXPECT_EQ(get(references).array("references").at(0).at("id"), Json(object));
    ASSERT_EQ(replace(old, "c.txt", "later").status, 200);
    EXPECT_EQ(this->file(nameOf(old)).body, "later");
    const Reply filled = sendRequest(api().port(), "PUT", path("/media-files/" + nameOf(old)),
                                     {bearer(admin.token), {"Content-Type", "text/plain"}}, "before");
    EXPECT_EQ(refusalOf(filled),
              "409: media '" + nameOf(old) + "' has its file already; POST .../media/{id}/replace replaces it");
}

TEST_P(MediaReplace, AMergeOfAnotherObjectBringsNoFormerFileBack) {
    const TestServer::User admin = api().makeUser(bucket(), "admin");
    const TestServer::Bucket source = api().makeBucket();
    api().server().plugins().find<Identity>()->addAdmin(admin.id, source.id);
    const JsonObject old = upload("a.txt", "before");
    makeType("posts");
    makeObject("posts", "First", {{"thumbnail", nameOf(old)}});
    import(source, admin, exported(admin));
    ASSERT_EQ(replace(old, "b.txt", "after").status, 200);
    const JsonObject post{{"type", "posts"}, {"title", "Second"}, {"thumbnail", nameOf(old)}};
    const std::string second(textOf(
        made(api().send("POST", "/v2/buckets/" + source.slug + "/objects", source.writeKey, post), "object"), "id"));
    const JsonObject input{{"title", "Spring"}, {"source_bucket", source.slug}, {"objects", {second}}};
    const JsonObject request = made(api().send("POST", path("/merge-requests"), admin.token, input), "merge_request");
    const std::string complete = path("/merge-requests/" + idOf(request) + "/complete");
    made(api().send("POST", complete, admin.token, nullptr), "merge_request");
    EXPECT_EQ(get("/objects").json().at("total"), 2);
    EXPECT_EQ(get("/media").json().at("total"), 1);
    EXPECT_EQ(file(nameOf(old)).body, "after");
}

// Only the trash leaves two that claim one name.
TEST_P(MediaReplace, AFormerNameLeadsToTheFileThatHadItLast) {
    const JsonObject first = upload("a.txt", "1");
    const TestServer::User admin = api().makeUser(bucket(), "admin");
    const Json file = exported(admin);
    ASSERT_EQ(replace(first, "b.txt", "2").status, 200);
    ASSERT_EQ(api().send("DELETE", path("/media/" + idOf(first)), admin.token, nullptr).status, 200);
    import(bucket(), admin, file);
    const JsonObject second = get("/media").array("media").at(0).as_object();
    ASSERT_EQ(second.at("name"), first.at("name"));
    ASSERT_EQ(api().send("POST", path("/trash/" + idOf(first) + "/restore"), admin.token, nullptr).status, 200);
    ASSERT_EQ(replace(second, "c.txt", "3").status, 200);
    EXPECT_EQ(this->file(nameOf(first)).body, "3");
}

TEST_P(MediaReplace, RefusesWhatAnUploadRefuses) {
    const JsonObject media = upload("a.txt", "1");
    EXPECT_EQ(refusalOf(sendForm("/media/0123456789abcdef01234567/replace", "b.txt", "2")),
              missing("media", "0123456789abcdef01234567"));
    EXPECT_EQ(refusalOf(replace(media, "b.txt", "2", text("folder", "nowhere"))),
              "400: the media cannot be replaced: folder: media folder 'nowhere' was not found");
    EXPECT_EQ(
        refusalOf(replace(media, "b.txt", "2", text("focal_point", R"({"x": 2, "y": 0})"))),
        "400: the media cannot be replaced: focal_point: must be {\"x\": number, \"y\": number}, each a part of the "
        "side from 0 to 1");
    EXPECT_EQ(made(get("/media/" + idOf(media)), "media"), media);
}

TEST_P(MediaReplace, AFocalPointIsGivenAndTaken) {
    const JsonObject media = upload("a.txt", "1", text("focal_point", R"({"x": 0.25, "y": 1})"));
    EXPECT_EQ(media.at("focal_point"), Json(JsonObject{{"x", 0.25}, {"y", 1}}));
    const std::string one = "/media/" + idOf(media);
    ASSERT_EQ(patch(one, {{"focal_point", {{"x", 0}, {"y", 0.5}}}}).status, 200);
    EXPECT_EQ(made(get(one), "media").at("focal_point"), Json(JsonObject{{"x", 0}, {"y", 0.5}}));
    ASSERT_EQ(patch(one, {{"focal_point", nullptr}}).status, 200);
    EXPECT_FALSE(made(get(one), "media").contains("focal_point"));
    for (const Json& bad : {Json("middle"), Json(JsonObject{{"x", 0.5}}), Json(JsonObject{{"x", 0.5}, {"y", -0.1}})}) {
        EXPECT_EQ(
            refusalOf(patch(one, {{"focal_point", bad}})),
            "400: media '" + idOf(media) +
                "' cannot be edited: focal_point: must be {\"x\": number, \"y\": number}, each a part of the side "
                "from 0 to 1");
    }
}

TEST_P(MediaReplace, ALostUpdateIsRefused) {
    const JsonObject media = upload("a.txt", "1");
    const std::string one = path("/media/" + idOf(media));
    const auto edit = [&](const std::string& ifMatch) {
        return sendRequest(api().port(), "PATCH", one, {bearer(bucket().writeKey), {"If-Match", ifMatch}},
                           R"({"metadata": {"a": 1}})");
    };
    EXPECT_EQ(edit("\"1\"").status, 200);
    const Reply late = edit("\"1-abc\"");
    EXPECT_EQ(refusalOf(late), mismatch(media, 2));
    EXPECT_EQ(edit("\"2\"").status, 200);
    EXPECT_EQ(refusalOf(sendRequest(api().port(), "DELETE", one, {bearer(bucket().writeKey), {"If-Match", "\"2\""}})),
              mismatch(media, 3));
    EXPECT_EQ(sendRequest(api().port(), "DELETE", one, {bearer(bucket().writeKey), {"If-Match", "\"3\""}}).status, 200);
}

TEST_P(MediaReplace, ALostUpdateShowsTheRecordToWhoMayRead) {
    const JsonObject media = upload("a.txt", "1");
    const std::string one = path("/media/" + idOf(media));
    const TestServer::User admin = api().makeUser(bucket(), "admin");
    const auto mismatches = [&](const char* read) {
        const JsonObject token{{"title", "A token"}, {"permissions", {{"read", read}, {"media", true}}}};
        const JsonObject made = api().send("POST", path("/tokens"), admin.token, token).object("token");
        const Headers headers{bearer(std::string(textOf(made, "token"))), {"If-Match", "\"999\""}};
        return std::vector<Reply>{sendRequest(api().port(), "PATCH", one, headers, R"({"metadata": {}})"),
                                  sendRequest(api().port(), "DELETE", one, headers),
                                  sendRequest(api().port(), "POST", one + "/replace", headers)};
    };
    for (const Reply& reply : mismatches("published")) {
        EXPECT_EQ(reply.object("current").at("original_name"), "a.txt") << reply.body;
    }
    for (const Reply& reply : mismatches("none")) {
        EXPECT_EQ(refusalOf(reply), mismatch(media, 1));
        EXPECT_FALSE(reply.json().contains("current")) << reply.body;
        EXPECT_TRUE(reply.headers.at("etag").starts_with("\"1-"));
    }
}

TEST_P(MediaReplace, TheEndOfItsFolderIsAnUpdateOfARecord) {
    const std::string slug(textOf(made(post("/media-folders", {{"title", "Covers"}}), "media_folder"), "slug"));
    const JsonObject inside = upload("a.txt", "1", text("folder", slug));
    const JsonObject outside = upload("b.txt", "2");
    const auto tagOf = [&](const JsonObject& media) { return get("/media/" + idOf(media)).headers.at("etag"); };
    const std::string seen = tagOf(inside);
    const std::string untouched = tagOf(outside);
    ASSERT_EQ(patch("/media-folders/" + slug, {{"title", "Renamed"}}).status, 200);
    EXPECT_EQ(tagOf(inside), seen);
    ASSERT_EQ(del("/media-folders/" + slug).status, 200);
    EXPECT_TRUE(tagOf(inside).starts_with("\"2-")) << tagOf(inside);
    EXPECT_EQ(tagOf(outside), untouched);
    const auto edit = [&](const std::string& ifMatch) {
        return sendRequest(api().port(), "PATCH", path("/media/" + idOf(inside)),
                           {bearer(bucket().writeKey), {"If-Match", ifMatch}}, R"({"metadata": {"a": 1}})");
    };
    EXPECT_EQ(refusalOf(edit(seen)), mismatch(inside, 2));
    EXPECT_EQ(edit(tagOf(inside)).status, 200);
}

TEST_P(MediaReplace, ReferencesAreTheObjectsThatShowTheFile) {
    const JsonObject media = upload("a.txt", "1");
    const std::string references = "/media/" + idOf(media) + "/references";
    EXPECT_EQ(get(references).json().at("total"), 0);
    makeType("posts");
    const auto post = [&](const std::string& title, const JsonObject& more) { return makeId("posts", title, more); };
    const JsonArray hero{field("file", "hero", nameOf(media))};
    const std::string first = post("First", {{"thumbnail", nameOf(media)}, {"metafields", hero}});
    post("Other", {});
    post("Draft", {{"metafields", hero}, {"status", "draft"}});
    const JsonObject seen = get(references).json();
    EXPECT_EQ(seen.at("total"), 1);
    const JsonObject one = seen.at("references").at(0).as_object();
    EXPECT_EQ(one.at("id"), Json(first));
    EXPECT_EQ(one.at("title"), "First");
    EXPECT_EQ(one.at("type"), "posts");
    EXPECT_EQ(one.at("status"), "published");
    EXPECT_EQ(one.at("fields"), Json({"metadata.hero", "thumbnail"}));
    EXPECT_EQ(get(references + "?status=any").json().at("total"), 2);
    const auto usesOf = [&](const std::string& more) {
        return get("/media?props=uses&uses=true" + more).array("media").at(0).at("uses");
    };
    EXPECT_EQ(usesOf(""), Json(1));
    EXPECT_EQ(usesOf("&status=any"), Json(2));
    EXPECT_FALSE(get("/media").array("media").at(0).as_object().contains("uses"));
    ASSERT_EQ(replace(media, "b.txt", "2").status, 200);
    EXPECT_EQ(get(references + "?status=any").json().at("total"), 2) << "by the former name";
    EXPECT_EQ(usesOf("&status=any"), Json(2)) << "by the former name";
    post("Third", {{"thumbnail", nameOf(media)}});
    EXPECT_EQ(usesOf(""), Json(2)) << "what was answered before is not answered again";
    EXPECT_EQ(get(references + "?status=any&limit=1&skip=1").array("references").at(0).at("title"), "Draft");
    EXPECT_EQ(refusalOf(get("/media/0123456789abcdef01234567/references")),
              missing("media", "0123456789abcdef01234567"));
}

}  // namespace
}  // namespace inkwell::test
