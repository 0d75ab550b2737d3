// The activity of an object (interface/changes-and-audit.md, "The activity of an object").
#include "tests/support/api_scenario.h"

namespace inkwell::test {
namespace {

class Activity : public ApiTest {
protected:
    std::string url(const std::string& id) const { return path("/objects/" + id + "/activity"); }
};
INKWELL_ON_BOTH_ENGINES(Activity);

TEST_P(Activity, TellsMembersWhoDidWhat) {
    makeType("posts");
    const std::string id = makeId("posts", "Draft", {{"status", "draft"}});
    makeObject("posts", "Another");
    const TestServer::User editor = api().makeUser(bucket(), "editor");
    makeType("pages");
    const TestServer::User other = api().makeUser(bucket(), "contributor", {{"object_types", {"pages"}}});
    ASSERT_EQ(api().send("PATCH", path("/objects/" + id), editor.token, JsonObject{{"status", "published"}}).status,
              200);
    const Reply reply = api().get(url(id), {bearer(other.token)});
    ASSERT_EQ(reply.status, 200) << reply.body;
    const JsonArray activity = reply.array("activity");
    ASSERT_EQ(activity.size(), 2u);
    EXPECT_EQ(reply.json().at("total"), 2);
    EXPECT_EQ(activity.at(0).at("action"), "edited");
    EXPECT_EQ(activity.at(0).at("reader_action"), "created");
    EXPECT_EQ(activity.at(0).at("kind"), "object");
    EXPECT_EQ(activity.at(0).at("id"), Json(id));
    EXPECT_EQ(
        activity.at(0).at("actor"),
        (Json{{"kind", "user"},
              {"id", editor.id},
              {"user", {{"id", editor.id}, {"first_name", "First"}, {"last_name", "Last"}, {"avatar_url", nullptr}}}}));
    EXPECT_EQ(activity.at(1).at("action"), "created");
    EXPECT_TRUE(activity.at(1).at("reader_action").is_null());
    EXPECT_EQ(activity.at(1).at("actor"), (JsonObject{{"kind", "write_key"}, {"id", nullptr}}));
    const Reply page = api().get(url(id) + "?limit=1&skip=1", {bearer(bucket().writeKey)});
    ASSERT_EQ(page.array("activity").size(), 1u);
    EXPECT_EQ(page.array("activity").at(0), activity.at(1));
}

TEST_P(Activity, NamesMembersToMembersAlone) {
    makeType("posts");
    const std::string id = makeId("posts", "Post");
    const TestServer::User editor = api().makeUser(bucket(), "editor");
    const TestServer::User admin = api().makeUser(bucket(), "admin");
    ASSERT_EQ(api().send("PATCH", path("/objects/" + id), editor.token, JsonObject{{"title", "Two"}}).status, 200);
    const JsonObject unnamed{{"kind", "user"}, {"id", editor.id}};
    const auto actor = [&](const std::string& token) {
        const Reply reply = api().get(url(id), {bearer(token)});
        EXPECT_EQ(reply.body.find("@example.com"), std::string::npos) << "no address of anybody";
        return reply.array("activity").at(0).at("actor").as_object();
    };
    EXPECT_EQ(actor(bucket().writeKey), unnamed);
    EXPECT_TRUE(actor(admin.token).contains("user"));
    ASSERT_EQ(api().send("DELETE", path("/users/" + editor.id), admin.token, nullptr).status, 200);
    EXPECT_EQ(actor(admin.token), unnamed) << "who has left is a stranger";
}

TEST_P(Activity, HoldsTheRevisionsOfTheObject) {
    makeType("posts");
    const std::string id = makeId("posts", "Post");
    const std::string other = makeId("posts", "Another");
    const auto prepare = [&](const std::string& object, const char* status) {
        const JsonObject body{{"title", "Next"}, {"status", status}};
        return made(post("/objects/" + object + "/revisions", body), "revision").at("id");
    };
    const Json draft = prepare(id, "draft");
    prepare(other, "draft");
    const Json history = prepare(id, "published");
    ASSERT_EQ(patch("/objects/" + id, {{"title", "Two"}, {"keep_revision", true}}).status, 200);
    const Reply reply = api().get(url(id), {bearer(bucket().writeKey)});
    std::vector<std::string> entries;
    for (const Json& entry : reply.array("activity")) {
        entries.push_back(std::string(entry.at("kind").as_string()) + " " +
                          std::string(entry.at("action").as_string()) + " " + std::string(entry.at("id").as_string()));
    }
    const auto revision = [](const Json& one) { return "revision created " + std::string(one.as_string()); };
    EXPECT_EQ(entries, (std::vector<std::string>{"object edited " + id, revision(history), revision(draft),
                                                 "object created " + id}));
    EXPECT_EQ(reply.json().at("total"), 4);
    EXPECT_TRUE(reply.array("activity").at(2).at("reader_action").is_null());
    EXPECT_EQ(reply.array("activity").at(1).at("reader_action"), "created");
}

TEST_P(Activity, IsNotForReadersNorOfWhatIsNotThere) {
    makeType("posts");
    const std::string id = makeId("posts", "Post");
    EXPECT_EQ(refusalOf(api().get(url(id) + "?read_key=" + bucket().readKey)), kNoWriteKey);
    ASSERT_EQ(del("/objects/" + id).status, 200);
    EXPECT_EQ(refusalOf(api().get(url(id), {bearer(bucket().writeKey)})), missing("object", id));
    const TestServer::User stranger = api().makeUser(api().makeBucket(), "admin");
    EXPECT_EQ(refusalOf(api().get(url(id), {bearer(stranger.token)})), missing("bucket", bucket().slug));
}

}  // namespace
}  // namespace inkwell::test
