// interface/drafts-and-revisions.md, "Scheduled publication": drafts.
#include <chrono>

#include "inkwell/text.h"
#include "tests/support/api_scenario.h"
#include "tests/support/eventually.h"

namespace inkwell::test {
namespace {

constexpr std::int64_t kFar = 4'000'000'000'000;

class ScheduledDraft : public ApiTest {
protected:
    void SetUp() override {
        ApiTest::SetUp();
        makeType("posts");
    }
    static std::int64_t nowMs() {
        const auto now = std::chrono::system_clock::now().time_since_epoch();
        return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
    }
    Reply prepare(const std::string& id, const std::string& title, std::int64_t publishAtMs) {
        return post("/objects/" + id + "/revisions",
                    {{"title", title}, {"status", "draft"}, {"publish_at", publishAtMs}});
    }
    JsonObject read(const std::string& id, const std::string& parameters = "") {
        return made(get("/objects/" + id + parameters), "object");
    }
};
INKWELL_ON_BOTH_ENGINES(ScheduledDraft);

TEST_P(ScheduledDraft, IsPublishedWhenItsTimeComes) {
    const std::string id = makeId("posts", "Live");
    const std::int64_t change = api().lastChange();
    made(prepare(id, "Next", nowMs() + 700), "revision");
    EXPECT_EQ(read(id).at("title"), "Live");
    ASSERT_TRUE(eventually([&] { return read(id).at("title") == "Next"; }));
    EXPECT_EQ(read(id, "?status=any").at("status"), "published");
    EXPECT_EQ(api().changesSince(change), (std::vector<std::string>{"revision.created", "object.edited"}));
    const JsonArray activity = asAdmin("GET", "/objects/" + id + "/activity").array("activity");
    EXPECT_EQ(activity.at(0).at("actor").at("kind"), "system");
    EXPECT_EQ(activity.at(0).at("detail"), "its draft was scheduled");
}

TEST_P(ScheduledDraft, ShowsItsTimeInItsObjectsPlaceAndIsFoundByIt) {
    const std::string id = makeId("posts", "Live");
    made(prepare(id, "Next", kFar), "revision");
    EXPECT_EQ(read(id, "?status=any").at("publish_at"), kFar);
    EXPECT_TRUE(read(id).at("publish_at").is_null()) << "readers are told of nothing";
    const std::string planned = "/objects?order_by=publish_at&query=" + percentEncoded(R"({"publish_at": {"$gt": 0}})");
    EXPECT_EQ(get(planned + "&status=any").json().at("total"), 1);
    EXPECT_EQ(get(planned).json().at("total"), 0);
    JsonObject newer{{"title", "Newer"}, {"status", "draft"}};
    made(post("/objects/" + id + "/revisions", newer), "revision");
    EXPECT_EQ(read(id, "?status=any").at("publish_at"), kFar) << "a newer draft takes it over";
    newer["publish_at"] = nullptr;
    made(post("/objects/" + id + "/revisions", newer), "revision");
    EXPECT_TRUE(read(id, "?status=any").at("publish_at").is_null());
}

TEST_P(ScheduledDraft, WithATimeThatHasPassedIsRefused) {
    const std::string id = makeId("posts", "Live");
    EXPECT_EQ(refusalOf(prepare(id, "Next", 1000)),
              "400: object '" + id +
                  "' cannot be revised: publish_at: must be a future time in milliseconds since 1970 (UTC), or null");
    EXPECT_EQ(read(id, "?status=any").at("title"), "Live");
}

TEST_P(ScheduledDraft, KeepsItsTimeInTheTrashAndWhenAVersionIsRestoredIntoIt) {
    const std::string id = makeId("posts", "Live");
    const Json old =
        made(post("/objects/" + id + "/revisions", {{"title", "Old"}, {"content", "old"}}), "revision").at("id");
    made(prepare(id, "Next", kFar), "revision");
    made(post("/objects/" + id + "/restore", {{"revision", old}, {"as", "draft"}, {"fields", {"content"}}}), "object");
    JsonObject prepared = read(id, "?status=any");
    EXPECT_EQ(prepared.at("content"), "old");
    EXPECT_EQ(prepared.at("title"), "Next");
    EXPECT_EQ(prepared.at("publish_at"), kFar);
    EXPECT_EQ(asAdmin("DELETE", "/objects/" + id).status, 200);
    EXPECT_EQ(asAdmin("POST", "/trash/" + id + "/restore").status, 200);
    prepared = read(id, "?status=any");
    EXPECT_EQ(prepared.at("title"), "Next");
    EXPECT_EQ(prepared.at("publish_at"), kFar);
    api().server().database().write([&](Sql& sql) {
        sql.execute("UPDATE objects SET publish_draft_at = 1 WHERE id = ?", {id});
        sql.execute("UPDATE objects SET publish_at = 1 WHERE object_id = ? AND live IS NULL", {id});
    });
    ASSERT_TRUE(eventually([&] { return read(id).at("title") == "Next"; }));
}

}  // namespace
}  // namespace inkwell::test
