// interface/drafts-and-revisions.md, "Keeping what an edit replaces" and "Comparing".
#include "inkwell/text.h"
#include "tests/support/api_scenario.h"
#include "tests/support/error_text.h"

namespace inkwell::test {
namespace {

class History : public ApiTest {
protected:
    void SetUp() override {
        ApiTest::SetUp();
        makeType("posts");
    }
    std::string make(const std::string& title, const JsonObject& more = {}) { return makeId("posts", title, more); }
    JsonArray revisions(const std::string& id, const std::string& parameters = "?status=any") {
        const Reply reply = get("/objects/" + id + "/revisions" + parameters);
        EXPECT_EQ(reply.status, 200) << reply.body;
        return reply.array("revisions");
    }
    static JsonObject change(const char* field, Json from, Json to) {
        return {{"field", field}, {"from", std::move(from)}, {"to", std::move(to)}};
    }
};
INKWELL_ON_BOTH_ENGINES(History);

TEST_P(History, KeepsWhatAnEditReplacesWhereItIsAskedTo) {
    const std::string id = make("One", {{"metafields", {field("text", "note", "a")}}});
    const JsonObject before = made(get("/objects/" + id), "object");
    const std::int64_t change = api().lastChange();
    made(patch("/objects/" + id, {{"title", "Two"}, {"keep_revision", true}}), "object");
    EXPECT_EQ(api().changesSince(change), std::vector<std::string>{"object.edited"});
    const JsonArray kept = revisions(id);
    ASSERT_EQ(kept.size(), 1U);
    const JsonObject& one = kept[0].as_object();
    EXPECT_EQ(one.at("title"), "One");
    EXPECT_EQ(one.at("object_id"), Json(id));
    EXPECT_EQ(one.at("status"), "published");
    EXPECT_EQ(one.at("modified_at"), before.at("modified_at"));
    EXPECT_EQ(one.at("metadata"), (Json{{"note", "a"}}));
    EXPECT_EQ(made(get("/objects/" + id + "/revisions/" + std::string(textOf(one, "id")) + "?status=any"), "revision"),
              one);
    made(patch("/objects/" + id, {{"title", "Three"}}), "object");
    EXPECT_EQ(revisions(id).size(), 1U);
}

TEST_P(History, IsForWritersAlone) {
    const std::string id = make("One");
    made(patch("/objects/" + id, {{"title", "Two"}, {"keep_revision", true}}), "object");
    EXPECT_EQ(revisions(id, "").size(), 0U);
    const std::string revision(textOf(revisions(id)[0].as_object(), "id"));
    EXPECT_EQ(refusalOf(get("/objects/" + id + "/revisions/" + revision)),
              "404: revision '" + revision + "' of object '" + id + "' was not found");
}

TEST_P(History, IsKeptByDefaultWhereTheTypeSaysSo) {
    EXPECT_EQ(made(patch("/object-types/posts", {{"keep_revisions", true}}), "object_type").at("keep_revisions"), true);
    const std::string id = make("One", {{"metafields", {field("text", "note", "a")}}});
    made(patch("/objects/" + id, {{"title", "Two"}}), "object");
    made(patch("/objects/" + id, {{"title", "Three"}, {"keep_revision", false}}), "object");
    made(patch("/objects/" + id + "/metafields/note", {{"value", "b"}}), "metafield");
    made(post("/objects/" + id + "/revisions", {{"title", "Four"}, {"status", "draft"}}), "revision");
    made(post("/objects/" + id + "/draft/publish", JsonObject()), "object");
    std::vector<std::string> titles;
    for (const Json& one : revisions(id)) titles.emplace_back(textOf(one.as_object(), "title"));
    EXPECT_EQ(titles, (std::vector<std::string>{"One", "Three", "Four", "Three"}));
    EXPECT_FALSE(
        made(patch("/object-types/posts", {{"keep_revisions", false}}), "object_type").contains("keep_revisions"));
    EXPECT_EQ(patch("/object-types/posts", {{"keep_revisions", "yes"}}).problems(),
              std::vector<std::string>{"keep_revisions: must be true or false, not a string"});
}

TEST_P(History, HasNothingOfAnEditThatChangesNothing) {
    const std::string id = make("One", {{"metafields", {field("text", "note", "a")}}});
    const JsonObject same{{"title", "One"}, {"metadata", {{"note", "a"}}}, {"keep_revision", true}};
    made(patch("/objects/" + id, same), "object");
    EXPECT_EQ(revisions(id).size(), 0U);
    const TestServer::User editor = api().makeUser(bucket(), "editor");
    const std::string of = path("/objects/" + id);
    EXPECT_EQ(api().send("PATCH", of, editor.token, same).status, 200);
    EXPECT_EQ(revisions(id).size(), 1U) << "who wrote it is told, too";
    EXPECT_EQ(api().send("PATCH", of, editor.token, same).status, 200);
    EXPECT_EQ(revisions(id).size(), 1U);
    EXPECT_EQ(api().send("PATCH", of, editor.token, {{"status", "draft"}, {"keep_revision", true}}).status, 200);
    EXPECT_EQ(revisions(id).size(), 2U);

    made(patch("/object-types/posts", {{"keep_revisions", true}}), "object_type");
    const std::string note = "/objects/" + id + "/metafields/note";
    made(patch(note, {{"value", "b"}}), "metafield");
    EXPECT_EQ(revisions(id).size(), 3U);
    made(patch(note, {{"value", "b"}}), "metafield");
    EXPECT_EQ(revisions(id).size(), 3U);
}

TEST_P(History, OfARefusedEditIsNotKept) {
    const std::string id = make("One");
    make("Two");
    EXPECT_EQ(refusalOf(patch("/objects/" + id, {{"slug", "two"}, {"keep_revision", true}})),
              "409: the slug 'two' is taken by another object of type 'posts'");
    EXPECT_EQ(refusalOf(patch("/objects/" + id, {{"keep_revision", true}})),
              "400: the body holds no field to change: send 'title', 'slug', 'content', 'status', 'metafields', "
              "'metadata', 'thumbnail', 'locale', 'publish_at', 'unpublish_at' or 'options'");
    EXPECT_EQ(revisions(id).size(), 0U);
}

TEST_P(History, HoldsTheNewestHundred) {
    const std::string id = make("0");
    made(post("/objects/" + id + "/revisions", {{"title", "By hand"}}), "revision");
    for (int i = 1; i <= 103; ++i) {
        made(patch("/objects/" + id, {{"title", std::to_string(i)}, {"keep_revision", true}}), "object");
    }
    const JsonArray all = revisions(id);
    ASSERT_EQ(all.size(), 101U);
    EXPECT_EQ(all[0].at("title"), "By hand");
    EXPECT_EQ(all[1].at("title"), "3");
    EXPECT_EQ(all[100].at("title"), "102");
}

TEST_P(History, IsComparedFieldByField) {
    const JsonObject seo{{"type", "parent"},
                         {"title", "SEO"},
                         {"key", "seo"},
                         {"children", {field("text", "title", "1"), field("text", "more", "1")}}};
    const std::string id = make("One", {{"content", "a"}, {"metafields", {field("text", "note", "a"), seo}}});
    made(patch("/objects/" + id, {{"title", "Two"}, {"keep_revision", true}}), "object");
    const std::string kept(textOf(revisions(id)[0].as_object(), "id"));
    const std::string compare = "/objects/" + id + "/compare";
    EXPECT_EQ(get(compare + "?from=" + kept + "&to=live").array("changes"), (JsonArray{change("title", "One", "Two")}));
    EXPECT_EQ(get(compare + "?from=live&to=live").array("changes"), JsonArray());

    JsonObject edited = seo;
    edited["children"] = JsonArray{field("text", "title", "2"), field("text", "more", "1")};
    made(post("/objects/" + id + "/revisions",
              {{"title", "Two"}, {"status", "draft"}, {"metafields", {edited, field("number", "n", 1)}}}),
         "revision");
    EXPECT_EQ(get(compare + "?from=live&to=draft").array("changes"),
              (JsonArray{change("status", "published", "draft"), change("metadata.seo.title", "1", "2"),
                         change("metadata.n", nullptr, 1), change("metadata.note", "a", nullptr)}));
}

TEST_P(History, IsNotComparedWithWhatIsNotThere) {
    const std::string id = make("One");
    const std::string compare = "/objects/" + id + "/compare";
    const std::string none = "0123456789abcdef01234567";
    EXPECT_EQ(refusalOf(get(compare + "?from=live")),
              "400: the parameter 'to' is required: the id of a revision, 'live' or 'draft'");
    EXPECT_EQ(refusalOf(get(compare + "?from=live&to=draft")),
              "404: object '" + id + "' has no draft that is prepared over it");
    EXPECT_EQ(refusalOf(get(compare + "?from=live&to=" + none)),
              "404: revision '" + none + "' of object '" + id + "' was not found");
    EXPECT_EQ(refusalOf(get("/objects/" + none + "/compare?from=live&to=live")),
              "404: object '" + none + "' was not found");
    const TestServer::User admin = api().makeUser(bucket(), "admin");
    EXPECT_EQ(api().send("PATCH", path(""), admin.token, {{"read_key_reads_drafts", false}}).status, 200);
    EXPECT_EQ(refusalOf(get(compare + "?from=live&to=live")),
              "403: the read key of bucket '" + bucket().slug +
                  "' reads published content only (its setting 'read_key_reads_drafts' is false); for drafts send the "
                  "write key or a member's token beside it, in the header 'Authorization: Bearer <key or token>'");
}

}  // namespace
}  // namespace inkwell::test
