// interface/drafts-and-revisions.md, "Publishing and discarding".
#include "inkwell/text.h"
#include "tests/api/event_stream.h"
#include "tests/support/api_scenario.h"

namespace inkwell::test {
namespace {

const std::string kNoId = "0123456789abcdef01234567";

class DraftPublication : public ApiTest {
protected:
    void SetUp() override {
        ApiTest::SetUp();
        makeType("posts");
    }
    void prepare(const std::string& id, const std::string& title, const JsonObject& more = {}) {
        JsonObject body{{"title", title}, {"status", "draft"}};
        for (const auto& member : more) body[member.key()] = member.value();
        made(post("/objects/" + id + "/revisions", body), "revision");
    }
    static std::string hasNoDraft(const std::string& id) {
        return "404: object '" + id + "' has no draft: none is prepared, or a later edit of the object has ended it";
    }
    Reply publish(const std::string& id, const Json& body = JsonObject()) {
        return post("/objects/" + id + "/draft/publish", body);
    }
    Reply discard(const std::string& id) { return del("/objects/" + id + "/draft"); }
    JsonObject read(const std::string& id, const std::string& parameters = "") {
        return made(get("/objects/" + id + parameters), "object");
    }
};
INKWELL_ON_BOTH_ENGINES(DraftPublication);

TEST_P(DraftPublication, MakesTheDraftTheObject) {
    const std::string id = makeId("posts", "Live", {{"content", "old"}, {"metafields", {field("text", "note", "a")}}});
    const JsonObject before = read(id);
    prepare(
        id, "Next",
        {{"content", "new"}, {"slug", "next"}, {"metafields", {field("text", "note", "b"), field("number", "n", 1)}}});
    const JsonObject any = read(id, "?status=any");
    const std::int64_t change = api().lastChange();

    const JsonObject published = made(publish(id), "object");
    EXPECT_EQ(published.at("id"), Json(id));
    EXPECT_EQ(published.at("title"), "Next");
    EXPECT_EQ(published.at("slug"), "next");
    EXPECT_EQ(published.at("content"), "new");
    EXPECT_EQ(published.at("status"), "published");
    EXPECT_EQ(published.at("metadata"), (Json{{"note", "b"}, {"n", 1}}));
    EXPECT_EQ(published.at("metafields").as_array().size(), 2U);
    EXPECT_EQ(published.at("created_at"), before.at("created_at"));
    EXPECT_GE(textOf(published, "published_at"), textOf(before, "published_at"));
    EXPECT_EQ(published.at("published_at"), published.at("modified_at"));
    EXPECT_EQ(read(id, "?show_metafields=true"), published);
    EXPECT_EQ(read(id, "?status=any&show_metafields=true"), published);
    EXPECT_EQ(api().changesSince(change), std::vector<std::string>{"object.edited"});
    EXPECT_EQ(api().count("objects", bucket().id), 1) << "the draft has become the object";
    EXPECT_EQ(get("/objects?query=" + percentEncoded(R"({"metadata.n": 1})")).json().at("total"), 1);
    EXPECT_EQ(get("/objects/" + id + "/revisions").json().at("total"), 0) << "publishing keeps no revision by itself";
    EXPECT_EQ(get("/objects/" + id + "/revisions?status=any").json().at("total"), 1) << "the draft stays as history";
    EXPECT_EQ(refusalOf(publish(id)), hasNoDraft(id));
}

TEST_P(DraftPublication, PublishesAnObjectThatIsADraftItself) {
    const std::string id = makeId("posts", "Draft", {{"publish_at", 4'000'000'000'000}});
    EventStream stream(api().port(), path("/changes?read_key=" + bucket().readKey));
    EXPECT_EQ(stream.nextText(), "ready");
    const JsonObject published = made(publish(id, {{"pretty", true}}), "object");
    EXPECT_EQ(published.at("status"), "published");
    EXPECT_TRUE(published.at("publish_at").is_null());
    EXPECT_EQ(read(id).at("title"), "Draft");
    EXPECT_EQ(stream.nextText(), "object.created " + id);

    const std::string both = makeId("posts", "Old", {{"status", "draft"}});
    prepare(both, "New");
    EXPECT_EQ(made(publish(both), "object").at("title"), "New");
    EXPECT_EQ(stream.nextText(), "object.created " + both);
    prepare(both, "Newer");
    EXPECT_EQ(publish(both).status, 200);
    EXPECT_EQ(stream.nextText(), "object.edited " + both);
}

TEST_P(DraftPublication, IsRefusedWithoutADraft) {
    const std::string id = makeId("posts", "Live");
    for (const Reply& reply : {publish(id), discard(id)}) {
        EXPECT_EQ(refusalOf(reply), hasNoDraft(id));
    }
    for (const Reply& reply : {publish(kNoId), discard(kNoId)}) {
        EXPECT_EQ(refusalOf(reply), missing("object", kNoId));
    }
    const Reply strict = publish(id, {{"title", "x"}});
    EXPECT_EQ(strict.status, 400);
    EXPECT_NE(strict.body.find("\"path\":\"title\""), std::string::npos) << strict.body;
    EXPECT_TRUE(publish(id, {{"trigger_webhook", "yes"}}).problems().at(0).starts_with("trigger_webhook: "));
    EXPECT_TRUE(
        refusalOf(get("/objects/" + id + "/draft")).starts_with("405: this address does not answer to that method"));
}

TEST_P(DraftPublication, OfATakenSlugIsRefusedAndKeepsTheDraft) {
    const std::string id = makeId("posts", "Live");
    prepare(id, "Next", {{"slug", "next"}});
    makeId("posts", "Other", {{"slug", "next"}});
    const Reply refused = publish(id);
    EXPECT_EQ(refused.status, 409);
    EXPECT_EQ(refused.message(), "the slug 'next' is taken by another object of type 'posts'");
    EXPECT_EQ(read(id).at("title"), "Live");
    EXPECT_EQ(read(id, "?status=any").at("title"), "Next");
}

TEST_P(DraftPublication, IsNothingThatAPatchDoesByTheWay) {
    const std::string id = makeId("posts", "Live");
    prepare(id, "Secret");
    EXPECT_EQ(made(patch("/objects/" + id, {{"status", "published"}}), "object").at("title"), "Live");
    EXPECT_EQ(read(id, "?status=any").at("title"), "Live") << "the edit is newer than the draft, and ends it";
    EXPECT_EQ(refusalOf(publish(id)), hasNoDraft(id));
    EXPECT_EQ(read(id).at("title"), "Live");
}

TEST_P(DraftPublication, HasADiscardThatLeavesTheObject) {
    const std::string id = makeId("posts", "Live");
    const JsonObject before = read(id);
    prepare(id, "Secret");
    EXPECT_EQ(get("/objects?status=any").array("objects").at(0).at("title"), "Secret");
    EventStream stream(api().port(), path("/changes?read_key=" + bucket().readKey));
    EXPECT_EQ(stream.nextText(), "ready");
    const std::int64_t change = api().lastChange();
    const Reply discarded = discard(id);
    EXPECT_EQ(discarded.status, 200);
    EXPECT_EQ(discarded.message(), "the draft of object '" + id + "' was discarded");
    EXPECT_EQ(api().changesSince(change), std::vector<std::string>{"object.edited"});
    EXPECT_EQ(read(id), before);
    EXPECT_EQ(read(id, "?status=any"), before) << "not from memory either";
    EXPECT_EQ(get("/objects?status=any").array("objects").at(0).at("title"), "Live");
    EXPECT_EQ(refusalOf(discard(id)), hasNoDraft(id));
    EXPECT_EQ(api().count("objects", bucket().id), 1);
    const std::string mark = makeId("posts", "Mark");
    EXPECT_EQ(stream.nextText(), "object.created " + mark) << "readers see nothing of it";
    prepare(id, "Again");
    EXPECT_EQ(publish(id).status, 200);
}

TEST_P(DraftPublication, HasADiscardThatIsNoDeletion) {
    const std::string id = makeId("posts", "Draft", {{"status", "draft"}});
    const Reply refused = discard(id);
    EXPECT_EQ(refused.status, 409);
    EXPECT_EQ(refused.message(),
              "object '" + id + "' is a draft itself, and nothing is prepared over it; delete the object instead");
    prepare(id, "Newer");
    EXPECT_EQ(discard(id).status, 200);
    EXPECT_EQ(read(id, "?status=any").at("title"), "Draft");
}

}  // namespace
}  // namespace inkwell::test
