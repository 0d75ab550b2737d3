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
    const std::string id = std::string(textOf(makeObject("posts", "Draft", {{"status", "draft"}}), "id"));
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
    EXPECT_EQ(activity.at(0).at("actor"), (JsonObject{{"kind", "user"}, {"id", editor.id}}));
    EXPECT_EQ(activity.at(1).at("action"), "created");
    EXPECT_TRUE(activity.at(1).at("reader_action").is_null());
    EXPECT_EQ(activity.at(1).at("actor"), (JsonObject{{"kind", "write_key"}, {"id", nullptr}}));
    const Reply page = api().get(url(id) + "?limit=1&skip=1", {bearer(bucket().writeKey)});
    ASSERT_EQ(page.array("activity").size(), 1u);
    EXPECT_EQ(page.array("activity").at(0), activity.at(1));
}

TEST_P(Activity, IsNotForReadersNorOfWhatIsNotThere) {
    makeType("posts");
    const std::string id = std::string(textOf(makeObject("posts", "Post"), "id"));
    EXPECT_EQ(refusalOf(api().get(url(id) + "?read_key=" + bucket().readKey)), kNoWriteKey);
    ASSERT_EQ(del("/objects/" + id).status, 200);
    EXPECT_EQ(refusalOf(api().get(url(id), {bearer(bucket().writeKey)})), missing("object", id));
    const TestServer::User stranger = api().makeUser(api().makeBucket(), "admin");
    EXPECT_EQ(refusalOf(api().get(url(id), {bearer(stranger.token)})), missing("bucket", bucket().slug));
}

}  // namespace
}  // namespace inkwell::test
