// interface/drafts-and-revisions.md, "Scheduled publication": `unpublish_at`.
#include <chrono>

#include "inkwell/text.h"
#include "tests/support/api_scenario.h"
#include "tests/support/error_text.h"
#include "tests/support/eventually.h"

namespace inkwell::test {
namespace {

constexpr std::int64_t kFar = 4'000'000'000'000;

class Unpublishing : public ApiTest {
protected:
    void SetUp() override {
        ApiTest::SetUp();
        makeType("posts");
    }
    static std::int64_t soon() {
        const auto now = std::chrono::system_clock::now().time_since_epoch();
        return std::chrono::duration_cast<std::chrono::milliseconds>(now).count() + 10'000;
    }
    JsonObject any(const std::string& id) { return made(get("/objects/" + id + "?status=any"), "object"); }
};
INKWELL_ON_BOTH_ENGINES(Unpublishing);

TEST_P(Unpublishing, TakesAnObjectFromReadersWhenItsTimeHasCome) {
    const std::string id = makeId("posts", "One", {{"unpublish_at", kFar}});
    EXPECT_EQ(get("/objects/" + id).status, 200);
    const std::int64_t change = api().lastChange();
    api().server().database().write(
        [&](Sql& sql) { sql.execute("UPDATE objects SET unpublish_at = 1 WHERE id = ?", {id}); });
    ASSERT_TRUE(eventually([&] { return get("/objects/" + id).status == 404; }));
    EXPECT_EQ(any(id).at("status"), "draft");
    EXPECT_TRUE(any(id).at("unpublish_at").is_null());
    EXPECT_FALSE(any(id).at("published_at").is_null());
    EXPECT_EQ(api().changesSince(change), std::vector<std::string>{"object.edited"});
    EXPECT_TRUE(get("/objects/" + id + "?status=any").headers.at("etag").starts_with("\"2-"));
}

// The draft stands in the object's place: who looks for what is scheduled must find it there.
TEST_P(Unpublishing, IsShownAndFoundWithADraftPreparedOverTheObject) {
    const std::string id = makeId("posts", "One", {{"publish_at", kFar}, {"unpublish_at", kFar + 1}});
    const JsonObject body{{"title", "Next"}, {"status", "draft"}};
    made(post("/objects/" + id + "/revisions", body), "revision");
    EXPECT_EQ(any(id).at("title"), "Next");
    EXPECT_EQ(any(id).at("publish_at"), kFar);
    EXPECT_EQ(any(id).at("unpublish_at"), Json(kFar + 1));
    EXPECT_EQ(get("/objects?status=any&order_by=publish_at&query=%7B%22publish_at%22:%7B%22$gt%22:0%7D%7D")
                  .array("objects")
                  .size(),
              1U);
    api().server().database().write([&](Sql& sql) {
        sql.execute("UPDATE objects SET publish_at = 1, unpublish_at = 2 WHERE object_id = ?", {id});
    });
    ASSERT_TRUE(eventually([&] { return any(id).at("unpublish_at").is_null() && any(id).at("publish_at").is_null(); }));
    EXPECT_EQ(any(id).at("title"), "Next") << "the draft is neither published nor taken for an object";
    EXPECT_FALSE(any(id).at("published_at").is_null());
    ASSERT_EQ(del("/objects/" + id + "/draft").status, 200);
    EXPECT_EQ(any(id).at("title"), "One");
    EXPECT_EQ(any(id).at("status"), "draft") << "it was published, and taken back";
}

TEST_P(Unpublishing, HoldsForWhatComesBackAfterItsTime) {
    const TestServer::User editor = api().makeUser(bucket(), "editor");
    const auto deleted = [&](const std::string& title) {
        const std::string id = makeId("posts", title, {{"unpublish_at", soon()}});
        EXPECT_EQ(api().send("DELETE", path("/objects/" + id), editor.token, nullptr).status, 200);
        return id;
    };
    const std::string id = deleted("One");
    api().server().database().write([&](Sql& sql) {
        const std::string time = "\"unpublish_at\":";
        const auto row = sql.selectOne("SELECT document FROM trash_parts WHERE record_id = ? AND place = 1", {id});
        std::string document = row->at(0).text();
        document.replace(document.find(time) + time.size(), 13, "1600000000000");
        sql.execute("UPDATE trash_parts SET document = ? WHERE record_id = ? AND place = 1", {document, id});
    });
    ASSERT_EQ(api().send("POST", path("/trash/" + id + "/restore"), editor.token, nullptr).status, 200);
    EXPECT_EQ(refusalOf(get("/objects/" + id)), missing("object", id));
    EXPECT_EQ(any(id).at("status"), "draft");
    EXPECT_TRUE(any(id).at("unpublish_at").is_null());
}

TEST_P(Unpublishing, FollowsAScheduledPublication) {
    const std::int64_t begin = soon();
    const std::string id = makeId("posts", "One", {{"publish_at", begin}, {"unpublish_at", begin + 1}});
    EXPECT_EQ(refusalOf(get("/objects/" + id)), missing("object", id));
    EXPECT_TRUE(eventually([&] {
        const JsonObject object = any(id);
        return object.at("unpublish_at").is_null() && !object.at("published_at").is_null();
    }));
    EXPECT_EQ(any(id).at("status"), "draft");
    EXPECT_TRUE(any(id).at("publish_at").is_null());
}

TEST_P(Unpublishing, IsShownChangedAndCleared) {
    const std::string id = makeId("posts", "One", {{"unpublish_at", kFar}});
    EXPECT_EQ(any(id).at("unpublish_at"), kFar);
    EXPECT_EQ(made(patch("/objects/" + id, {{"title", "Two"}}), "object").at("unpublish_at"), kFar);
    EXPECT_EQ(made(patch("/objects/" + id, {{"unpublish_at", kFar + 1}}), "object").at("unpublish_at"), Json(kFar + 1));
    EXPECT_TRUE(made(patch("/objects/" + id, {{"unpublish_at", nullptr}}), "object").at("unpublish_at").is_null());
}

TEST_P(Unpublishing, IsRefusedForAWrongTime) {
    const std::string future = "must be a future time in milliseconds since 1970 (UTC), or null";
    const std::string order =
        "the object would be unpublished before it is published: unpublish_at must be after publish_at";
    EXPECT_EQ(post("/objects", {{"type", "posts"}, {"title", "x"}, {"unpublish_at", 1}}).problems(),
              std::vector<std::string>{"unpublish_at: " + future});
    EXPECT_EQ(
        post("/objects", {{"type", "posts"}, {"title", "x"}, {"publish_at", kFar}, {"unpublish_at", kFar}}).problems(),
        std::vector<std::string>{"unpublish_at: " + order});
    const std::string id = makeId("posts", "One", {{"publish_at", kFar}});
    EXPECT_EQ(patch("/objects/" + id, {{"unpublish_at", kFar - 1}}).problems(),
              std::vector<std::string>{"unpublish_at: " + order});
    made(patch("/objects/" + id, {{"unpublish_at", kFar + 1}}), "object");
    EXPECT_EQ(patch("/objects/" + id, {{"publish_at", kFar + 2}}).problems(),
              std::vector<std::string>{"publish_at: " + order});
}

}  // namespace
}  // namespace inkwell::test
