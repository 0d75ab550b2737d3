// interface/drafts-and-revisions.md, "Restoring".
#include "inkwell/text.h"
#include "tests/support/api_scenario.h"

namespace inkwell::test {
namespace {

/// "First" was edited to "Second"; the revision holds the first.
class Restoring : public ApiTest {
protected:
    void SetUp() override {
        ApiTest::SetUp();
        makeType("posts");
        const JsonArray first{field("text", "a", "1"), field("text", "b", "1")};
        id_ = makeId("posts", "First", {{"content", "old"}, {"metafields", first}});
        const JsonArray second{field("text", "a", "2"), field("text", "c", "2")};
        made(patch("/objects/" + id_,
                   {{"title", "Second"}, {"content", "new"}, {"metafields", second}, {"keep_revision", true}}),
             "object");
        revision_ = std::string(textOf(revisions().at(0).as_object(), "id"));
    }
    JsonArray revisions() { return get("/objects/" + id_ + "/revisions?status=any").array("revisions"); }
    Reply restore(const JsonObject& more) {
        JsonObject body{{"revision", revision_}};
        for (const auto& member : more) body[member.key()] = member.value();
        return post("/objects/" + id_ + "/restore", body);
    }
    JsonObject read(const std::string& parameters = "") { return made(get("/objects/" + id_ + parameters), "object"); }

    std::string id_, revision_;
};
INKWELL_ON_BOTH_ENGINES(Restoring);

TEST_P(Restoring, BringsAllOfARevisionBackAndKeepsWhatWas) {
    const std::int64_t change = api().lastChange();
    const Reply reply = restore({{"as", "live"}});
    const JsonObject restored = made(reply, "object");
    EXPECT_TRUE(reply.headers.at("etag").starts_with("\"3-")) << reply.headers.at("etag");
    EXPECT_EQ(restored.at("title"), "First");
    EXPECT_EQ(restored.at("content"), "old");
    EXPECT_EQ(restored.at("metadata"), (Json{{"a", "1"}, {"b", "1"}}));
    EXPECT_EQ(read("?show_metafields=true"), restored);
    EXPECT_EQ(api().changesSince(change), std::vector<std::string>{"object.edited"});
    ASSERT_EQ(revisions().size(), 2U);
    EXPECT_EQ(revisions()[1].at("title"), "Second");
    made(restore({{"as", "live"}, {"keep_revision", false}}), "object");
    EXPECT_EQ(revisions().size(), 2U);
}

TEST_P(Restoring, OfSingleFieldsLeavesTheOthers) {
    const JsonObject restored =
        made(restore({{"as", "live"}, {"fields", {"content", "metadata.a", "metadata.c"}}}), "object");
    EXPECT_EQ(restored.at("title"), "Second");
    EXPECT_EQ(restored.at("content"), "old");
    EXPECT_EQ(restored.at("metadata"), (Json{{"a", "1"}}));
    EXPECT_EQ(made(restore({{"as", "live"}, {"fields", {"metadata.b"}}}), "object").at("metadata"),
              (Json{{"a", "1"}, {"b", "1"}}));
}

TEST_P(Restoring, LeavesTheOrderOfMetafieldsToWhoMayChangeIt) {
    const auto orderOf = [](const JsonObject& object) {
        std::string order;
        for (const Json& one : object.at("metafields").as_array()) order += textOf(one.as_object(), "key");
        return order;
    };
    const JsonArray sorted{field("text", "c", "3"), field("text", "b", "3"), field("text", "a", "3")};
    made(patch("/objects/" + id_, {{"metafields", sorted}}), "object");
    const TestServer::User editor = api().makeUser(bucket(), "editor");
    for (const char* as : {"draft", "live"}) {
        const JsonObject body{{"revision", revision_}, {"as", as}, {"fields", {"metafields", "title"}}};
        const Reply reply = api().send("POST", path("/objects/" + id_ + "/restore"), editor.token, body);
        EXPECT_EQ(orderOf(made(reply, "object")), "ba");
    }
    EXPECT_EQ(read().at("metadata"), (Json{{"b", "1"}, {"a", "1"}}));
    EXPECT_EQ(orderOf(made(restore({{"as", "live"}}), "object")), "ab");
}

TEST_P(Restoring, AsADraftGoesOverTheDraftAndLeavesTheObject) {
    made(post("/objects/" + id_ + "/revisions", {{"title", "Third"}, {"content", "newest"}, {"status", "draft"}}),
         "revision");
    const JsonObject draft = made(restore({{"as", "draft"}, {"fields", {"title", "metadata.a"}}}), "object");
    EXPECT_EQ(draft.at("title"), "First");
    EXPECT_EQ(draft.at("content"), "newest");
    EXPECT_EQ(draft.at("metadata"), (Json{{"a", "1"}, {"c", "2"}}));
    EXPECT_EQ(draft.at("status"), "draft");
    EXPECT_EQ(read("?status=any&show_metafields=true"), draft);
    EXPECT_EQ(read().at("title"), "Second");
    EXPECT_EQ(made(post("/objects/" + id_ + "/draft/publish", JsonObject()), "object").at("title"), "First");
}

// The ids of deleted objects stay stored, and so do the names of deleted files.
TEST_P(Restoring, OfAFieldIgnoresAVanishedRelationInAnother) {
    makeType("authors");
    const std::string author = makeId("authors", "Ann");
    const JsonObject relation = field("object", "author", author, {{"object_type", "authors"}});
    made(patch("/objects/" + id_, {{"metafields", {relation, field("text", "a", "3")}}}), "object");
    made(post("/objects/" + id_ + "/revisions", {{"title", "Third"}, {"content", "newest"}, {"status", "draft"}}),
         "revision");
    ASSERT_EQ(del("/objects/" + author).status, 200);
    for (const char* as : {"draft", "live"}) {
        const JsonObject restored = made(restore({{"as", as}, {"fields", {"title", "metadata.a"}}}), "object");
        EXPECT_EQ(restored.at("title"), "First");
        EXPECT_EQ(restored.at("content"), std::string(as) == "draft" ? "newest" : "new");
        EXPECT_EQ(restored.at("metafields").at(0).at("value"), Json(author));
        EXPECT_EQ(restored.at("metadata").at("a"), "1");
    }
    const JsonObject keep{{"title", "Fourth"}, {"keep_revision", true}};
    made(patch("/objects/" + id_, keep), "object");
    const std::string kept(textOf(revisions().back().as_object(), "id"));
    const JsonObject again{{"revision", kept}, {"as", "draft"}, {"fields", {"metadata.author"}}};
    EXPECT_EQ(restore(again).status, 200) << "the object has it still";
    EXPECT_EQ(made(restore({{"as", "live"}, {"fields", {"metadata.author"}}}), "object").at("metadata"),
              (Json{{"a", "1"}}));
    EXPECT_EQ(restore(again).problems(),
              std::vector<std::string>{"metafields[1].value: object '" + author + "' was not found in this bucket"});
}

TEST_P(Restoring, ComparesTheVersion) {
    const auto send = [&](const std::string& ifMatch) {
        return sendRequest(api().port(), "POST", path("/objects/" + id_ + "/restore"),
                           {bearer(bucket().writeKey), {"If-Match", ifMatch}},
                           writeJson(JsonObject{{"revision", revision_}, {"as", "live"}}));
    };
    const Reply refused = send("\"1\"");
    EXPECT_EQ(refusalOf(refused), "412: object '" + id_ +
                                      "' has been changed since: it is at version 2 and If-Match names another; "
                                      "`current` is what it is now, where that may be read");
    EXPECT_EQ(refused.object("current").at("title"), "Second");
    EXPECT_EQ(read().at("title"), "Second");
    EXPECT_EQ(send("\"2\"").status, 200);
}

TEST_P(Restoring, IsRefusedWithTheReason) {
    const std::int64_t change = api().lastChange();
    EXPECT_EQ(restore({}).problems(), std::vector<std::string>{"as: is required: 'draft' or 'live'"});
    EXPECT_EQ(restore({{"as", "live"}, {"fields", {"status"}}}).problems(),
              std::vector<std::string>{"fields[0]: 'status' is no field that can be restored: title, slug, content, "
                                       "locale, thumbnail, options, metafields or metadata.<key>"});
    EXPECT_EQ(restore({{"as", "draft"}, {"fields", {"metadata.x"}}}).problems(),
              std::vector<std::string>{"fields[0]: 'metadata.x' is in neither version of the object"});
    const std::string none = "0123456789abcdef01234567";
    EXPECT_EQ(refusalOf(restore({{"revision", none}, {"as", "live"}})),
              "404: revision '" + none + "' of object '" + id_ + "' was not found");
    made(patch("/objects/" + id_, {{"slug", "elsewhere"}}), "object");
    makeObject("posts", "First");
    EXPECT_EQ(refusalOf(restore({{"as", "live"}})), "409: the slug 'first' is taken by another object of type 'posts'");
    EXPECT_EQ(api().changesSince(change), (std::vector<std::string>{"object.edited", "object.created"}));
    EXPECT_EQ(made(restore({{"as", "live"}, {"fields", {"title"}}}), "object").at("slug"), "elsewhere");
}

}  // namespace
}  // namespace inkwell::test
