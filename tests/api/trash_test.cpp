// interface/trash.md.
#include "inkwell/text.h"
#include "kernel/runtime/system.h"
#include "tests/support/api_scenario.h"
#include "tests/support/error_text.h"
#include "tests/support/eventually.h"
#include "tests/support/media_record_file.h"

namespace inkwell::test {
namespace {

class Trash : public ApiTest {
protected:
    void SetUp() override {
        ApiTest::SetUp();
        makeType("posts");
    }
    void discard(const std::string& rest) { EXPECT_EQ(asAdmin("DELETE", rest).status, 200); }
    Reply restore(const std::string& id) { return asAdmin("POST", "/trash/" + id + "/restore"); }
    JsonArray trash(const std::string& parameters = "") {
        const Reply reply = asAdmin("GET", "/trash" + parameters);
        EXPECT_EQ(reply.status, 200) << reply.body;
        return reply.array("trash");
    }
    JsonObject read(const std::string& id, const std::string& parameters = "?show_metafields=true") {
        return made(get("/objects/" + id + parameters), "object");
    }
    static std::string notThere(const std::string& id) {
        return "404: '" + id + "' is not in the trash of this bucket";
    }
    JsonObject upload(const std::string& bytes) {
        const std::string body =
            "--limit\r\nContent-Disposition: form-data; name=\"media\"; filename=\"a.txt\"\r\n\r\n" + bytes +
            "\r\n--limit--\r\n";
        return made(
            sendRequest(api().port(), "POST", path("/media"),
                        {bearer(bucket().writeKey), {"Content-Type", "multipart/form-data; boundary=limit"}}, body),
            "media");
    }
    Reply file(const JsonObject& media) {
        return api().get("/v2/media-files/" + bucket().slug + "/" + std::string(textOf(media, "name")));
    }
};
INKWELL_ON_BOTH_ENGINES(Trash);

TEST_P(Trash, AnObjectComesBackWhole) {
    const std::string target = makeId("posts", "Target");
    const std::string id = makeId(
        "posts", "Hello",
        {{"content", "<p>x</p>"}, {"metafields", {field("object", "next", target, {{"object_type", "posts"}})}}});
    const std::string from =
        makeId("posts", "From", {{"metafields", {field("object", "next", id, {{"object_type", "posts"}})}}});
    made(patch("/objects/" + id, {{"content", "<p>y</p>"}, {"keep_revision", true}}), "object");
    made(post("/objects/" + id + "/revisions", {{"title", "Old"}}), "revision");
    made(post("/objects/" + id + "/revisions", {{"title", "Next"}, {"status", "draft"}}), "revision");
    const JsonObject before = read(id);
    const JsonObject relating = read(from);
    const JsonObject prepared = read(id, "?status=any");
    const Json revisions = get("/objects/" + id + "/revisions?status=any").json();
    const Json shown = get("/objects/" + id + "/revisions").json();

    discard("/objects/" + id);
    EXPECT_EQ(refusalOf(get("/objects/" + id)), missing("object", id));
    EXPECT_EQ(get("/objects/" + target + "/references").json().at("total"), 0);
    const JsonArray items = trash();
    ASSERT_EQ(items.size(), 1U);
    const JsonObject& item = items.at(0).as_object();
    EXPECT_EQ(item.at("id"), Json(id));
    EXPECT_EQ(item.at("kind"), "object");
    EXPECT_EQ(item.at("title"), "Hello");
    EXPECT_EQ(item.at("type"), "posts");
    EXPECT_EQ(item.at("slug"), "hello");
    EXPECT_EQ(item.at("status"), "published");
    EXPECT_EQ(item.at("deleted_by"), Json(admin().id));
    EXPECT_EQ(*parseIsoTime(textOf(item, "expires_at")) - *parseIsoTime(textOf(item, "deleted_at")),
              30LL * 24 * 60 * 60 * 1000);

    const std::int64_t change = api().lastChange();
    EXPECT_EQ(restore(id).message(), "'" + id + "' was restored");
    EXPECT_EQ(api().changesSince(change), (std::vector<std::string>{"object.created", "object.edited"}))
        << "the draft comes after the object";
    EXPECT_EQ(read(id), before);
    EXPECT_EQ(read(from), relating) << "what was related to it is related again";
    EXPECT_EQ(read(id, "?status=any"), prepared);
    EXPECT_EQ(get("/objects/" + id + "/revisions?status=any").json(), revisions);
    EXPECT_EQ(get("/objects/" + id + "/revisions").json(), shown) << "what an edit kept is not for readers";
    EXPECT_EQ(get("/objects/" + target + "/references").json().at("total"), 1) << "it is found by its relations";
    EXPECT_TRUE(trash().empty());
    EXPECT_EQ(refusalOf(restore(id)), notThere(id));
}

TEST_P(Trash, ASlugThatIsTakenGetsANumber) {
    const std::string id = makeId("posts", "Hello");
    discard("/objects/" + id);
    makeId("posts", "Hello");
    EXPECT_EQ(restore(id).status, 200);
    EXPECT_EQ(read(id).at("slug"), "hello-2");
}

TEST_P(Trash, TheWriteKeyDeletesForGoodUnlessTheBucketSaysOtherwise) {
    const std::string first = makeId("posts", "First");
    del("/objects/" + first);
    EXPECT_TRUE(trash().empty());
    made(asAdmin("PATCH", "", JsonObject{{"trash_on_delete", true}}), "bucket");
    const std::string second = makeId("posts", "Second");
    del("/objects/" + second);
    ASSERT_EQ(trash().size(), 1U);
    EXPECT_EQ(trash().at(0).at("deleted_by"), "write_key");
    EXPECT_EQ(restore(second).status, 200);
}

TEST_P(Trash, AFileStaysUntilItIsRemovedForGood) {
    const std::string id(textOf(upload("hello"), "id"));
    EXPECT_EQ(patch("/media/" + id, {{"focal_point", {{"x", 0.25}, {"y", 0.5}}}}).status, 200);
    const JsonObject media = made(get("/media/" + id), "media");
    discard("/media/" + id);
    EXPECT_EQ(refusalOf(get("/media/" + id)), missing("media", id));
    EXPECT_EQ(refusalOf(file(media)), missing("media file", std::string(textOf(media, "name"))));
    ASSERT_EQ(trash("?kind=media").size(), 1U);
    EXPECT_EQ(trash("?kind=media").at(0).at("title"), "a.txt");
    EXPECT_TRUE(trash("?kind=object").empty());
    const std::string kept = "SELECT COUNT(*) FROM media_contents WHERE location = ? AND state = 1";
    const auto isKept = [&] {
        return api().server().database().read(
            [&](Sql& sql) { return sql.selectOne(kept, {textOf(media, "location")})->at(0).integer() == 1; });
    };
    EXPECT_TRUE(isKept());
    EXPECT_EQ(restore(id).status, 200);
    EXPECT_EQ(made(get("/media/" + id), "media"), media);
    EXPECT_EQ(file(media).body, "hello");

    discard("/media/" + id);
    EXPECT_TRUE(isKept());
    EXPECT_EQ(asAdmin("DELETE", "/trash/" + id).message(), "'" + id + "' was removed for good");
    EXPECT_FALSE(isKept());
    EXPECT_EQ(refusalOf(restore(id)), notThere(id));
}

TEST_P(Trash, AFileWhoseNameWasTakenMeanwhileWaits) {
    const JsonObject media = upload("hello");
    const std::string id(textOf(media, "id"));
    const std::string name(textOf(media, "name"));
    discard("/media/" + id);
    ASSERT_EQ(asAdmin("POST", "/import", mediaRecordFile(name)).status, 200);
    EXPECT_EQ(refusalOf(restore(id)),
              "409: a file with the name '" + name + "' was stored meanwhile: delete that one first");
    const std::string other(textOf(get("/media").array("media").at(0).as_object(), "id"));
    EXPECT_EQ(del("/media/" + other).status, 200);
    EXPECT_EQ(restore(id).status, 200);
    EXPECT_EQ(file(media).body, "hello");
}

TEST_P(Trash, AFilledImportComesBackWithItsFile) {
    const std::string name = "5f00-a.txt";
    const auto import = [&] { EXPECT_EQ(asAdmin("POST", "/import", mediaRecordFile(name)).status, 200); };
    import();
    EXPECT_EQ(
        sendRequest(api().port(), "PUT", path("/media-files/" + name), {bearer(bucket().writeKey)}, "hello").status,
        200);
    import();
    const JsonObject media = get("/media").array("media").at(0).as_object();
    const std::string id(textOf(media, "id"));
    discard("/media/" + id);
    EXPECT_EQ(restore(id).status, 200);
    EXPECT_EQ(file(media).body, "hello");
    // Records of which an import has changed the location before it knew better.
    api().server().database().write(
        [&](Sql& sql) { sql.execute("UPDATE media SET location = 's3:elsewhere' WHERE id = ?", {id}); });
    discard("/media/" + id);
    EXPECT_EQ(restore(id).status, 200);
    EXPECT_EQ(file(media).body, "hello");
}

TEST_P(Trash, IsEmptiedAndPaged) {
    for (const char* title : {"A", "B", "C"}) discard("/objects/" + makeId("posts", title));
    EXPECT_EQ(trash("?limit=1&skip=1").size(), 1U);
    EXPECT_EQ(asAdmin("GET", "/trash?limit=1").json().at("total"), 3);
    EXPECT_EQ(asAdmin("DELETE", "/trash").message(), "the trash is empty; removed for good: 3");
    EXPECT_TRUE(trash().empty());
    EXPECT_EQ(refusalOf(asAdmin("GET", "/trash?kind=users")), "400: kind must be one of object, media, not 'users'");
}

TEST_P(Trash, IsEmptiedOfWhatAListHasShownAndOfNothingThatCameSince) {
    discard("/objects/" + makeId("posts", "Seen"));
    const std::string seen(textOf(trash().at(0).as_object(), "deleted_at"));
    ASSERT_TRUE(eventually([&] { return kernel::SystemClock().nowMs() > parseIsoTime(seen); }));
    discard("/objects/" + makeId("posts", "Later"));
    EXPECT_EQ(asAdmin("DELETE", "/trash?deleted_until=" + seen).message(), "removed for good: 1");
    ASSERT_EQ(trash().size(), 1U);
    EXPECT_EQ(trash().at(0).at("title"), "Later");
    EXPECT_EQ(refusalOf(asAdmin("DELETE", "/trash?deleted_until=noon")),
              "400: deleted_until must be a time such as 2026-01-31T09:30:00.000Z");
    EXPECT_EQ(trash().size(), 1U);
}

TEST_P(Trash, FollowsANewSlugOfTheTypeAndKeepsASingletonSingle) {
    const std::string id = makeId("posts", "Hello");
    made(post("/objects/" + id + "/revisions", {{"title", "Old"}}), "revision");
    discard("/objects/" + id);
    made(patch("/object-types/posts", {{"slug", "articles"}}), "object_type");
    EXPECT_EQ(trash().at(0).at("type"), "articles");
    EXPECT_EQ(restore(id).status, 200);
    EXPECT_EQ(read(id).at("type"), "articles");
    EXPECT_EQ(get("/objects/" + id + "/revisions").array("revisions").at(0).at("type"), "articles");

    makeType("home", {}, {{"singleton", true}});
    const std::string old = makeId("home", "Old");
    discard("/objects/" + old);
    makeObject("home", "New");
    EXPECT_EQ(refusalOf(restore(old)), "409: object type 'home' is a singleton and has its object already");
    EXPECT_EQ(trash().size(), 1U) << "it stays in the trash";
}

TEST_P(Trash, GoesWithItsBucket) {
    const JsonObject media = upload("hello");
    discard("/media/" + std::string(textOf(media, "id")));
    discard("/objects/" + makeId("posts", "Hello"));
    EXPECT_EQ(asAdmin("DELETE", "").status, 200);
    EXPECT_EQ(api().count("trash_items", bucket().id), 0);
    EXPECT_EQ(api().count("trash_parts", bucket().id), 0);
    const auto links = api().server().database().read([&](Sql& sql) {
        return sql.selectOne("SELECT COUNT(*) FROM media_links WHERE location = ?", {textOf(media, "location")})
            ->at(0)
            .integer();
    });
    EXPECT_EQ(links, 0) << "its file can be removed";
}

}  // namespace
}  // namespace inkwell::test
