// The stream of changes as members of a bucket see it (interface/changes-and-audit.md, "The live stream").
#include "tests/api/event_stream.h"
#include "tests/support/api_scenario.h"

namespace inkwell::test {
namespace {

constexpr const char* kNotForKeys =
    "403: only members of the bucket are told of changes of drafts: sign in, and leave the key out";

class ChangesOfMembers : public ApiTest {
protected:
    std::unique_ptr<EventStream> open(const std::string& token, const std::string& more = "",
                                      const Headers& headers = {}) {
        Headers all{bearer(token)};
        all.insert(all.end(), headers.begin(), headers.end());
        auto stream = std::make_unique<EventStream>(api().port(), path("/changes?status=any" + more), all);
        EXPECT_EQ(stream->status(), 200);
        EXPECT_EQ(stream->nextText(), "ready");
        return stream;
    }
    std::string makeDraft(const std::string& title) { return makeId("posts", title, {{"status", "draft"}}); }
};
INKWELL_ON_BOTH_ENGINES(ChangesOfMembers);

TEST_P(ChangesOfMembers, TellOfDraftsToEveryRole) {
    makeType("posts");
    for (const char* role : {"admin", "developer", "editor", "contributor"}) {
        const JsonObject more =
            std::string(role) == "contributor" ? JsonObject{{"object_types", "posts"}} : JsonObject{};
        const TestServer::User member = api().makeUser(bucket(), role, more);
        const auto stream = open(member.token);
        const std::string draft = makeDraft("Draft");
        EXPECT_EQ(stream->nextText(), "object.created " + draft) << role;
        EXPECT_EQ(del("/objects/" + draft).status, 200);
        EXPECT_EQ(stream->nextText(), "object.deleted " + draft) << role;
    }
}

TEST_P(ChangesOfMembers, SayWhoDidItAndWhatReadersSee) {
    makeType("posts");
    const TestServer::User editor = api().makeUser(bucket(), "editor");
    const std::string draft = makeDraft("Draft");
    const auto stream = open(editor.token);
    ASSERT_EQ(api().send("PATCH", path("/objects/" + draft), editor.token, JsonObject{{"title", "Ours"}}).status, 200);
    const auto edited = stream->next();
    ASSERT_TRUE(edited);
    EXPECT_EQ(edited->name, "object.edited");
    EXPECT_TRUE(edited->data.at("reader_action").is_null());
    const JsonObject person{{"id", editor.id}, {"first_name", "First"}, {"last_name", "Last"}, {"avatar_url", nullptr}};
    EXPECT_EQ(edited->data.at("actor"), (Json{{"kind", "user"}, {"id", editor.id}, {"user", person}}));
    EXPECT_FALSE(edited->data.contains("object"));
    ASSERT_EQ(patch("/objects/" + draft, {{"status", "published"}}).status, 200);
    const auto published = stream->next();
    ASSERT_TRUE(published);
    EXPECT_EQ(published->name, "object.edited");
    EXPECT_EQ(textOf(published->data, "action"), "edited");
    EXPECT_EQ(textOf(published->data, "reader_action"), "created");
    EXPECT_EQ(published->data.at("actor"), (JsonObject{{"kind", "write_key"}, {"id", nullptr}}));
}

TEST_P(ChangesOfMembers, TellOfDraftRevisionsAndNothingOfUsers) {
    makeType("posts");
    const std::string id = makeId("posts", "Live");
    const TestServer::User editor = api().makeUser(bucket(), "editor");
    const auto stream = open(editor.token);
    api().makeUser(bucket(), "editor");
    const JsonObject revision =
        made(post("/objects/" + id + "/revisions", {{"title", "Next"}, {"status", "draft"}}), "revision");
    std::optional<EventStream::Event> event = stream->next();
    while (event && event->name != "revision.created") {
        EXPECT_TRUE(event->name.starts_with("object.")) << event->name;
        event = stream->next();
    }
    ASSERT_TRUE(event);
    EXPECT_EQ(event->data.at("id"), revision.at("id"));
    EXPECT_EQ(event->data.at("object"), Json(id));
}

TEST_P(ChangesOfMembers, ResumeWithDrafts) {
    makeType("posts");
    const TestServer::User editor = api().makeUser(bucket(), "editor");
    auto stream = open(editor.token);
    const std::string first = makeDraft("First");
    EXPECT_EQ(stream->nextText(), "object.created " + first);
    const std::string id = stream->lastId();
    stream.reset();
    const std::string second = makeDraft("Second");
    EXPECT_EQ(open(editor.token, "", {{"Last-Event-ID", id}})->nextText(), "object.created " + second);
}

TEST_P(ChangesOfMembers, AreNotForKeys) {
    EventStream withKey(api().port(), path("/changes?status=any&read_key=" + bucket().readKey));
    EXPECT_EQ(withKey.refusal(), kNotForKeys);
    EventStream withBoth(api().port(), path("/changes?status=any&read_key=" + bucket().readKey),
                         {bearer(bucket().writeKey)});
    EXPECT_EQ(withBoth.refusal(), kNotForKeys);
    EXPECT_EQ(refusalOf(get("/changes?status=draft")), "400: status must be one of published, any, not 'draft'");
}

TEST_P(ChangesOfMembers, AreNotForTokensOfTheBucket) {
    const TestServer::User admin = api().makeUser(bucket(), "admin");
    for (const char* read : {"published", "any"}) {
        const JsonObject body{{"title", "x"}, {"permissions", {{"read", read}}}};
        const Reply reply = api().send("POST", path("/tokens"), admin.token, body);
        const std::string secret(textOf(reply.object("token"), "token"));
        EventStream asBearer(api().port(), path("/changes?status=any"), {bearer(secret)});
        EXPECT_EQ(asBearer.refusal(), kNotForKeys) << read;
        EventStream asReadKey(api().port(), path("/changes?status=any&read_key=" + secret));
        EXPECT_EQ(asReadKey.refusal(), kNotForKeys) << read;
    }
}

TEST_P(ChangesOfMembers, AreThoseOfReadersUnlessAskedFor) {
    makeType("posts");
    const TestServer::User editor = api().makeUser(bucket(), "editor");
    EventStream stream(api().port(), path("/changes"), {bearer(editor.token)});
    ASSERT_EQ(stream.nextText(), "ready");
    makeDraft("Hidden");
    const std::string id = makeId("posts", "Shown");
    const auto event = stream.next();
    ASSERT_TRUE(event);
    EXPECT_EQ(textOf(event->data, "id"), id);
    EXPECT_EQ(event->data.size(), 5u);
}

}  // namespace
}  // namespace inkwell::test
