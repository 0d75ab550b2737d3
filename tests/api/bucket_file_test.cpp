// interface/import-and-export.md, "Over HTTP".
#include "tests/api/event_stream.h"
#include "tests/support/api_scenario.h"
#include "tests/support/error_text.h"
#include "tests/support/media_record_file.h"

namespace inkwell::test {
namespace {

class BucketFiles : public ApiTest {
protected:
    void SetUp() override {
        ApiTest::SetUp();
        admin_ = api().makeUser(bucket(), "admin");
    }
    Json exported() {
        const Reply reply = api().get("/v2/buckets/" + bucket().slug + "/export", {bearer(admin_.token)});
        EXPECT_EQ(reply.status, 200) << reply.body;
        return parseJson(reply.body);
    }
    Reply import(const TestServer::Bucket& into, const Json& file, const std::string& query = "") {
        const TestServer::User admin = api().makeUser(into, "admin");
        return api().send("POST", "/v2/buckets/" + into.slug + "/import" + query, admin.token, file);
    }
    TestServer::User admin_;
};
INKWELL_ON_BOTH_ENGINES(BucketFiles);

TEST_P(BucketFiles, CarryTheContentIntoAnotherBucket) {
    makeType("posts");
    makeObject("posts", "Winter", {{"metafields", {field("text", "lead", "Snow")}}});
    makeObject("posts", "Draft", {{"status", "draft"}});
    const Json file = exported();
    EXPECT_EQ(file.at("format"), "inkwell-bucket/1");
    const TestServer::Bucket copy = api().makeBucket();
    const Json summary = import(copy, file).json();
    EXPECT_EQ(summary.at("dry_run"), false);
    EXPECT_EQ(summary.at("sections").at("objects"), Json({{"created", 2}, {"updated", 0}, {"unchanged", 0}}));
    EXPECT_EQ(api().count("objects", copy.id), 2);
    EXPECT_EQ(import(copy, file).json().at("sections").at("objects").at("unchanged"), 2) << "nothing the second time";
}

TEST_P(BucketFiles, BringTheDefaultsOfTypesThatNameObjects) {
    makeType("authors");
    const std::string ann = makeId("authors", "Ann");
    makeType("posts", {field("object", "author", ann, {{"object_type", "authors"}})});
    const Json file = exported();
    const TestServer::Bucket copy = api().makeBucket();
    ASSERT_EQ(import(copy, file).status, 200);
    const std::string inCopy = "/v2/buckets/" + copy.slug;
    const std::string key = "?read_key=" + copy.readKey;
    const auto defaultThere = [&] {
        return api().get(inCopy + "/object-types/posts" + key).object("object_type").at("metafields").at(0).at("value");
    };
    const Json id = api().get(inCopy + "/objects" + key).array("objects").at(0).at("id");
    EXPECT_NE(id, Json(ann));
    EXPECT_EQ(defaultThere(), id);
    const Json again = import(copy, file).json();
    EXPECT_EQ(again.at("sections").at("object_types").at("unchanged"), 2);
    EXPECT_EQ(again.at("notes"), Json(JsonArray()));
    EXPECT_EQ(defaultThere(), id);
}

TEST_P(BucketFiles, BringAddressesOfTheirFilesInTexts) {
    ASSERT_EQ(import(bucket(), mediaRecordFile("a b.txt")).status, 200);
    makeType("posts");
    const auto text = [](const std::string& slug) {
        return "<a href='/v2/media-files/" + slug + "/a%20b.txt'>x</a> /v2/images/" + slug + "/a%20b.txt?w=2";
    };
    const std::string strange = "https://example.com/v2/media-files/" + bucket().slug + "/none.txt";
    makeObject("posts", "Winter",
               {{"content", text(bucket().slug)},
                {"metafields", {field("html-textarea", "lead", text(bucket().slug) + strange)}}});
    const Json file = exported();
    EXPECT_EQ(file.at("bucket").at("slug"), Json(bucket().slug));
    const TestServer::Bucket copy = api().makeBucket();
    ASSERT_EQ(import(copy, file).status, 200);
    const Json object =
        api().get("/v2/buckets/" + copy.slug + "/objects?read_key=" + copy.readKey).array("objects").at(0);
    EXPECT_EQ(object.at("content"), Json(text(copy.slug)));
    EXPECT_EQ(object.at("metadata").at("lead"), Json(text(copy.slug) + strange)) << "what is not there stays";
    EXPECT_EQ(import(copy, file).json().at("sections").at("objects").at("unchanged"), 1);
}

TEST_P(BucketFiles, BringAddressesOfTheirServerAndLeaveThoseOfOthers) {
    makeType("posts");
    const std::string old = "http://old.example:21000";
    const std::string own = exported().at("bucket").at("base_url").as_string().c_str();
    EXPECT_TRUE(own.starts_with("http://")) << own;
    const auto content = [](const std::string& base, const std::string& slug) {
        const std::string file = "/v2/media-files/" + slug + "/a.txt";
        return "<a href='" + base + file + "'>x</a> " + file;
    };
    const std::string strange = " https://elsewhere.example/v2/media-files/";
    const auto imported = [&](const std::string& slug, const std::string& more) {
        const TestServer::Bucket into = api().makeBucket();
        const JsonObject page{{"type", "posts"},
                              {"slug", "a"},
                              {"title", "A"},
                              {"content", content(old, slug.empty() ? into.slug : slug) + more}};
        const JsonObject file{{"slug", slug.empty() ? into.slug : slug},
                              {"base_url", old},
                              {"media", {JsonObject{{"name", "a.txt"}}}},
                              {"object_types", {JsonObject{{"title", "Posts"}, {"slug", "posts"}}}},
                              {"objects", {page}}};
        const Reply reply = import(into, JsonObject{{"bucket", file}});
        EXPECT_EQ(reply.status, 200) << reply.body;
        const Reply again = import(into, JsonObject{{"bucket", file}});
        EXPECT_EQ(again.json().at("sections").at("objects").at("unchanged"), 1) << again.body;
        const Reply read = api().get("/v2/buckets/" + into.slug + "/objects?read_key=" + into.readKey);
        const std::string text(textOf(read.array("objects").at(0).as_object(), "content"));
        EXPECT_EQ(text, content(own, into.slug) + more);
    };
    imported("demo", strange + "demo/a.txt");
    imported("", strange + "demo/a.txt");  // the slug is the same, and the server another one
}

TEST_P(BucketFiles, BringNobodyTheBytesOfAnotherBucket) {
    ASSERT_EQ(import(bucket(), mediaRecordFile("a.txt")).status, 200);
    const Reply filled = sendRequest(api().port(), "PUT", "/v2/buckets/" + bucket().slug + "/media-files/a.txt",
                                     {bearer(admin_.token), {"Content-Type", "text/plain"}}, "hello");
    ASSERT_EQ(filled.status, 200) << filled.body;
    const Json own = exported();
    const Json location = own.at("bucket").at("media").at(0).at("location");
    ASSERT_TRUE(location.is_string());
    const auto bytesIn = [&](const TestServer::Bucket& copy) {
        return api().get("/v2/media-files/" + copy.slug + "/a.txt").body;
    };

    const TestServer::Bucket strange = api().makeBucket();
    const Json summary = import(strange, own).json();
    EXPECT_EQ(summary.at("notes").at(0).at("note"), "the bytes of a media are not here; send them");
    EXPECT_NE(bytesIn(strange), "hello");
    const TestServer::Bucket copy = api().makeBucket();
    api().server().plugins().find<Identity>()->addAdmin(admin_.id, copy.id);
    const std::string into = "/v2/buckets/" + copy.slug + "/import";
    ASSERT_EQ(api().send("POST", into, admin_.token, own).status, 200);
    EXPECT_EQ(bytesIn(copy), "hello") << "who may export both";
    EXPECT_EQ(import(bucket(), own).json().at("sections").at("media").at("unchanged"), 1);

    const std::string id(textOf(get("/media").array("media").at(0).as_object(), "id"));
    ASSERT_EQ(api().send("DELETE", "/v2/buckets/" + bucket().slug + "/media/" + id, admin_.token, nullptr).status, 200);
    const TestServer::Bucket late = api().makeBucket();
    api().server().plugins().find<Identity>()->addAdmin(admin_.id, late.id);
    Json one = own;
    one.at("bucket").at("media").at(0).as_object()["name"] = "b.txt";
    ASSERT_EQ(api().send("POST", "/v2/buckets/" + late.slug + "/import", admin_.token, one).status, 200);
    EXPECT_EQ(api().get("/v2/media-files/" + late.slug + "/b.txt").body, "hello") << "the copy still shows it";
}

TEST_P(BucketFiles, LeaveWhatHasChangedSinceTheirMakerRead) {
    makeType("posts");
    const std::string id = makeId("posts", "Winter");
    Json file = exported();
    Json& object = file.at("bucket").at("objects").at(0);
    const Json read = object.at("modified_at");
    const auto importWith = [&](const Json& state) {
        object.as_object().erase("modified_at");
        object.at("title") = "Summer";
        object.as_object()["if_modified_at"] = state;
        return import(bucket(), file);
    };
    const auto title = [&] { return get("/objects/" + id).object("object").at("title"); };
    EXPECT_EQ(importWith(nullptr).problems(),
              std::vector<std::string>{"bucket.objects[0].if_modified_at: somebody else changed the object, at " +
                                       std::string(read.as_string())});
    EXPECT_EQ(
        importWith("yesterday").problems(),
        std::vector<std::string>{"bucket.objects[0].if_modified_at: must be a time such as 2026-01-31T09:30:00.000Z"});
    EXPECT_EQ(title(), "Winter");
    EXPECT_EQ(importWith(read).status, 200);
    EXPECT_EQ(title(), "Summer");
    object.at("slug") = "another";
    object.at("created_at") = "2026-01-31T09:30:00.000Z";
    EXPECT_EQ(importWith("2026-01-31T09:30:00.000Z").problems(),
              std::vector<std::string>{"bucket.objects[0].if_modified_at: the object is not there any more"});
    EXPECT_EQ(importWith(nullptr).status, 200);
    EXPECT_EQ(api().count("objects", bucket().id), 2);
    const Reply another = get("/objects?query=%7B%22slug%22:%22another%22%7D");
    const JsonObject made = another.array("objects").at(0).as_object();
    EXPECT_EQ(made.at("created_at"), "2026-01-31T09:30:00.000Z") << "where it was written first";
    EXPECT_GT(made.at("modified_at").as_string(), read.as_string()) << "now, and here";
}

TEST_P(BucketFiles, TellThatADraftEndsAndEndNoneThatTheirMakerHasNotSeen) {
    makeType("posts");
    const std::string id = makeId("posts", "Winter");
    Json file = exported();
    ASSERT_EQ(post("/objects/" + id + "/revisions", {{"title", "Spring"}, {"status", "draft"}}).status, 200);
    const std::string draft(textOf(get("/objects/" + id + "?status=any").object("object"), "modified_at"));
    const auto titleOfDraft = [&] { return get("/objects/" + id + "?status=any").object("object").at("title"); };
    EXPECT_EQ(import(bucket(), file).json().at("notes"), Json(JsonArray())) << "what stays ends nothing";

    JsonObject& object = file.at("bucket").at("objects").at(0).as_object();
    object["title"] = "Summer";
    Json careful = file;
    careful.at("bucket").at("objects").at(0).as_object()["if_modified_at"] = object.at("modified_at");
    EXPECT_EQ(import(bucket(), careful).problems(),
              std::vector<std::string>{"bucket.objects[0].if_modified_at: a draft is prepared over the object, of " +
                                       draft + ": publish or discard it first"});
    EXPECT_EQ(titleOfDraft(), "Spring");
    const JsonObject note{{"note", "a draft that was prepared over an object ended: the file has replaced the object"},
                          {"times", 1}};
    EXPECT_EQ(import(bucket(), file, "?dry_run=true").json().at("notes"), Json(JsonArray{note}));
    EXPECT_EQ(titleOfDraft(), "Spring");
    EXPECT_EQ(import(bucket(), file).json().at("notes"), Json(JsonArray{note}));
    EXPECT_EQ(titleOfDraft(), "Summer");
}

TEST_P(BucketFiles, AreTriedWithoutAChange) {
    makeType("posts");
    makeObject("posts", "Winter");
    const TestServer::Bucket copy = api().makeBucket();
    const std::int64_t before = api().lastChange();
    const Json summary = import(copy, exported(), "?dry_run=true").json();
    EXPECT_EQ(summary.at("dry_run"), true);
    EXPECT_EQ(summary.at("sections").at("objects").at("created"), 1);
    EXPECT_EQ(api().count("objects", copy.id), 0);
    for (const std::string& change : api().changesSince(before)) EXPECT_TRUE(change.starts_with("user.")) << change;
}

TEST_P(BucketFiles, TellMembersHowFarTheirImportHasCome) {
    makeType("posts");
    makeObject("posts", "Winter");
    const TestServer::Bucket copy = api().makeBucket();
    const TestServer::User editor = api().makeUser(copy, "editor");
    EventStream stream(api().port(), "/v2/buckets/" + copy.slug + "/changes?status=any", {bearer(editor.token)});
    ASSERT_EQ(stream.nextText(), "ready");
    const Reply done = import(copy, exported());
    ASSERT_EQ(done.status, 200) << done.body;
    auto event = stream.next();
    while (event && event->name != "progress") event = stream.next();
    ASSERT_TRUE(event);
    EXPECT_EQ(event->data.at("act"), "import");
    EXPECT_EQ(event->data.at("id"), Json(done.headers.at("x-request-id")));
    EXPECT_EQ(event->data.at("done"), event->data.at("total"));
}

TEST_P(BucketFiles, AreRefusedWithThePlaceOfEveryProblem) {
    const Json file{{"bucket", {{"objects", {{{"title", "No type"}}}}, {"secrets", JsonArray()}}}};
    const Reply reply = import(bucket(), file);
    EXPECT_EQ(reply.status, 400);
    EXPECT_NE(reply.body.find("bucket.secrets"), std::string::npos) << reply.body;
    EXPECT_NE(reply.body.find("bucket.objects[0]"), std::string::npos) << reply.body;
    EXPECT_EQ(api().count("objects", bucket().id), 0);
    EXPECT_EQ(refusalOf(import(bucket(), JsonArray())),
              "400: the file cannot be imported: bucket: the file must be a JSON object with an object 'bucket'");
}

}  // namespace
}  // namespace inkwell::test
