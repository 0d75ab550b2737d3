// interface/bucket-tokens.md.
#include "tests/api/no_read_token.h"
#include "tests/support/api_scenario.h"
#include "tests/support/error_text.h"

namespace inkwell::test {
namespace {

constexpr const char* kPublishedOnly =
    "403: this token reads published content only; drafts take one with the permission 'read': 'any'";

class BucketTokensApi : public ApiTest {
protected:
    void SetUp() override {
        ApiTest::SetUp();
        admin_ = api().makeUser(bucket(), "admin");
        makeType("posts");
        makeType("pages");
        live_ = makeId("posts", "Live", {{"status", "published"}});
        draft_ = makeId("posts", "Draft", {{"status", "draft"}});
    }
    std::string url(const std::string& rest) const { return "/v2/buckets/" + bucket().slug + rest; }
    /// Makes a token; its id and secret.
    struct Made {
        std::string id, secret;
    };
    Made make(const JsonObject& permissions, const JsonObject& more = {}) {
        JsonObject body = more;
        body["title"] = "A token";
        body["permissions"] = permissions;
        const Reply reply = api().send("POST", url("/tokens"), admin_.token, body);
        EXPECT_EQ(reply.status, 200) << reply.body;
        const JsonObject token = reply.object("token");
        return {std::string(textOf(token, "id")), std::string(textOf(token, "token"))};
    }
    Reply read(const std::string& rest, const std::string& secret) { return api().get(url(rest), {bearer(secret)}); }
    Reply write(const std::string& rest, const std::string& secret, const JsonObject& body) {
        return api().send("POST", url(rest), secret, body);
    }
    TestServer::User admin_;
    std::string live_, draft_;
};
INKWELL_ON_BOTH_ENGINES(BucketTokensApi);

TEST_P(BucketTokensApi, AreShownOnceAndListedWithTheirUse) {
    const Made made = make({{"read", "published"}}, {{"expires_at", "2100-01-01T00:00:00Z"}});
    ASSERT_EQ(made.secret.substr(0, 3), "bt_");
    ASSERT_EQ(read("/objects", made.secret).status, 200);
    const Reply listed = api().get(url("/tokens"), {bearer(admin_.token)});
    ASSERT_EQ(listed.array("tokens").size(), 1U) << listed.body;
    EXPECT_EQ(listed.body.find(made.secret), std::string::npos);
    const JsonObject token = listed.array("tokens")[0].as_object();
    EXPECT_EQ(token.at("title"), "A token");
    EXPECT_EQ(token.at("created_by"), Json(admin_.id));
    EXPECT_EQ(token.at("expires_at"), "2100-01-01T00:00:00.000Z");
    EXPECT_TRUE(token.at("last_used_at").is_string()) << listed.body;
    EXPECT_EQ(writeJson(token.at("permissions")), R"({"read":"published","write":[],"media":false})");
}

TEST_P(BucketTokensApi, ReadWhatTheyPermit) {
    const std::string published = make({{"read", "published"}}).secret;
    const std::string any = make({{"read", "any"}}).secret;
    const std::string none = make({{"write", "all"}}).secret;
    EXPECT_EQ(read("/objects/" + live_, published).status, 200);
    EXPECT_EQ(refusalOf(read("/objects/" + draft_, published)), missing("object", draft_));
    EXPECT_EQ(refusalOf(read("/objects?status=any", published)), kPublishedOnly);
    EXPECT_EQ(read("/objects?status=any", any).array("objects").size(), 2U);
    EXPECT_EQ(api().get(url("/objects?status=any&read_key=" + any)).array("objects").size(), 2U);
    EXPECT_EQ(refusalOf(read("/objects", none)), "403: this token does not allow to read");
    EXPECT_EQ(refusalOf(write("/objects", any, {{"title", "x"}, {"type", "posts"}})),
              "403: this token does not allow to write objects of the type 'posts'");
    const TestServer::Bucket other = api().makeBucket();
    EXPECT_EQ(refusalOf(api().get("/v2/buckets/" + other.slug + "/objects?read_key=" + any)), badReadKey(other.slug));
}

TEST_P(BucketTokensApi, WriteWhatTheyPermit) {
    const std::string posts = make({{"write", JsonArray{"posts"}}}).secret;
    EXPECT_EQ(write("/objects", posts, {{"title", "x"}, {"type", "posts"}}).status, 200);
    EXPECT_EQ(refusalOf(write("/objects", posts, {{"title", "x"}, {"type", "pages"}})),
              "403: this token does not allow to write objects of the type 'pages'");
    EXPECT_EQ(refusalOf(write("/object-types", posts, {{"title", "x"}})),
              "403: this token does not allow to write object types");
    EXPECT_EQ(refusalOf(write("/media-folders", posts, {{"title", "x"}})),
              "403: this token does not allow to write media");
    const std::string media = make({{"media", true}}).secret;
    EXPECT_EQ(write("/media-folders", media, {{"title", "x"}}).status, 200);
    EXPECT_EQ(refusalOf(write("/objects", media, {{"title", "x"}, {"type", "posts"}})),
              "403: this token does not allow to write objects of the type 'posts'");
    EXPECT_EQ(refusalOf(write("/tokens", media, {{"title", "x"}})), kNoUser) << "a token made a token";
    EXPECT_EQ(refusalOf(write("/merge-requests", media, {{"title", "x"}})), kNoUser);
    EXPECT_EQ(refusalOf(write("/merge-requests", media + "x", {{"title", "x"}})), kBadToken);
}

TEST_P(BucketTokensApi, FindNoDraftsToChangeWithoutReadAny) {
    const JsonObject found{{"query", {{"status", "draft"}}}, {"action", "publish"}, {"dry_run", true}};
    for (const JsonObject& permissions :
         {JsonObject{{"read", "published"}}, JsonObject{{"media", true}}, JsonObject{{"write", JsonArray{"posts"}}}}) {
        EXPECT_EQ(refusalOf(write("/objects/bulk", make(permissions).secret, found)),
                  "403: a 'query' finds drafts, which the token may not read; name the objects by 'ids'");
    }
    const std::string writing = make({{"write", JsonArray{"posts"}}}).secret;
    EXPECT_EQ(write("/objects/bulk", writing, {{"ids", JsonArray{draft_}}, {"action", "publish"}}).status, 200);
    const std::string reading = make({{"read", "any"}, {"write", JsonArray{"posts"}}}).secret;
    EXPECT_EQ(write("/objects/bulk", reading, {{"query", {{"type", "posts"}}}, {"action", "unpublish"}}).status, 200);
}

TEST_P(BucketTokensApi, AreAnsweredWithWhatTheyMayRead) {
    const std::string secret = makeId("pages", "Secret", {{"status", "draft"}});
    const std::string open = makeId("pages", "Open", {{"status", "published"}});
    const auto related = [&](const char* read, const std::string& page) {
        const JsonObject relation = field("object", "page", page, {{"object_type", "pages"}});
        const JsonObject body{{"title", "x"}, {"type", "posts"}, {"metafields", JsonArray{relation}}};
        const JsonObject permissions{{"write", JsonArray{"posts"}}, {"read", read}};
        const Reply reply = write("/objects", make(permissions).secret, body);
        EXPECT_EQ(reply.status, 200) << reply.body;
        return reply.object("object").at("metadata").at("page");
    };
    EXPECT_EQ(related("any", secret).at("title"), "Secret");
    EXPECT_EQ(related("published", secret), Json());
    EXPECT_EQ(related("published", open).at("title"), "Open");
    EXPECT_EQ(related("none", secret), Json());
    EXPECT_EQ(related("none", open), Json(open));
}

TEST_P(BucketTokensApi, AreShownOfAMismatchWhatTheyMayRead) {
    const JsonObject secret = field("text", "a", "secret");
    const JsonObject draft{{"title", "Secret"}, {"status", "draft"}, {"metafields", JsonArray{secret}}};
    made(post("/objects/" + live_ + "/revisions", draft), "revision");
    ASSERT_EQ(post("/objects/" + draft_ + "/metafields", secret).status, 200);
    const auto mismatches = [&](const std::string& id, const std::string& token) {
        const std::string object = path("/objects/" + id);
        std::vector<Reply> replies;
        const auto send = [&](const char* method, const std::string& rest, const JsonObject& body) {
            replies.push_back(sendRequest(api().port(), method, object + rest, {bearer(token), {"If-Match", "\"999\""}},
                                          writeJson(body)));
            EXPECT_EQ(refusalOf(replies.back()),
                      "412: object '" + id +
                          "' has been changed since: it is at version 2 and If-Match names another; `current` is what "
                          "it is now, where that may be read")
                << method << rest;
            EXPECT_TRUE(replies.back().headers.at("etag").starts_with("\"2-")) << method << rest;
        };
        send("PATCH", "", {{"title", "x"}});
        send("DELETE", "", {});
        send("DELETE", "/draft", {});
        send("POST", "/draft/publish", {});
        send("POST", "/revisions", {{"title", "x"}, {"status", "draft"}});
        send("POST", "/restore", {{"revision", "0123456789abcdef01234567"}, {"as", "draft"}});
        send("POST", "/metafields", field("text", "b", "x"));
        send("PATCH", "/metafields/a", {{"value", "x"}});
        send("DELETE", "/metafields/a", {});
        return replies;
    };
    const std::string published = make({{"read", "published"}, {"write", "all"}}).secret;
    const std::string none = make({{"read", "none"}, {"write", "all"}}).secret;
    const std::string any = make({{"read", "any"}, {"write", "all"}}).secret;
    for (const Reply& reply : mismatches(live_, published)) {
        EXPECT_EQ(reply.object("current"), get("/objects/" + live_ + "?show_metafields=true").object("object"));
    }
    for (const Reply& reply : mismatches(draft_, published)) EXPECT_FALSE(reply.json().contains("current"));
    for (const std::string& id : {live_, draft_}) {
        for (const Reply& reply : mismatches(id, none)) EXPECT_FALSE(reply.json().contains("current")) << reply.body;
        for (const Reply& reply : mismatches(id, any)) {
            EXPECT_EQ(reply.object("current").at("metadata"), (Json{{"a", "secret"}}));
        }
    }
}

TEST_P(BucketTokensApi, ReadNoTrashAndNoActivityWithoutReadAny) {
    const std::string any = make({{"read", "any"}}).secret;
    for (const std::string& rest : {std::string("/trash"), "/objects/" + draft_ + "/activity"}) {
        for (const JsonObject& permissions :
             {JsonObject{{"read", "published"}}, JsonObject{{"write", "all"}}, JsonObject{{"media", true}}}) {
            EXPECT_EQ(refusalOf(read(rest, make(permissions).secret)), kPublishedOnly)
                << rest << writeJson(permissions);
        }
        EXPECT_EQ(read(rest, any).status, 200) << rest;
        EXPECT_EQ(read(rest, bucket().writeKey).status, 200) << rest;
    }
}

TEST_P(BucketTokensApi, EmptyNoTrashOfWhatTheyMayNotWrite) {
    ASSERT_EQ(api().send("DELETE", url("/objects/" + live_), admin_.token, nullptr).status, 200);
    const auto empty = [&](const JsonObject& permissions) {
        return api().send("DELETE", url("/trash"), make(permissions).secret, nullptr);
    };
    const std::string noEmptying = "403: this token does not allow to empty the trash";
    EXPECT_EQ(refusalOf(empty({{"media", true}})), noEmptying);
    EXPECT_EQ(refusalOf(empty({{"media", true}, {"write", JsonArray{"posts", "pages"}}})), noEmptying);
    EXPECT_EQ(refusalOf(empty({{"write", "all"}})), "403: this token does not allow to write media");
    EXPECT_EQ(empty({{"media", true}, {"write", "all"}}).message(), "the trash is empty; removed for good: 1");
}

TEST_P(BucketTokensApi, EndAtOnceWhenTheyAreRevokedOrChanged) {
    const Made made = make({{"read", "any"}});
    ASSERT_EQ(read("/objects?status=any", made.secret).status, 200);
    const Reply edited = api().send("PATCH", url("/tokens/" + made.id), admin_.token,
                                    JsonObject{{"permissions", {{"read", "published"}}}});
    EXPECT_EQ(edited.status, 200) << edited.body;
    EXPECT_EQ(refusalOf(read("/objects?status=any", made.secret)), kPublishedOnly);
    const Reply revoked = api().send("DELETE", url("/tokens/" + made.id), admin_.token, nullptr);
    EXPECT_EQ(revoked.message(), "token '" + made.id + "' was revoked");
    EXPECT_EQ(refusalOf(read("/objects", made.secret)), noReadToken(bucket().slug));
    EXPECT_EQ(refusalOf(api().send("DELETE", url("/tokens/" + made.id), admin_.token, nullptr)),
              missing("token", made.id));
}

TEST_P(BucketTokensApi, NeverAllowMoreThanTheRoleOfTheirMaker) {
    const TestServer::User second = api().makeUser(bucket(), "admin");
    const Reply made = api().send("POST", url("/tokens"), second.token,
                                  JsonObject{{"title", "x"}, {"permissions", {{"read", "any"}, {"write", "all"}}}});
    const std::string secret(textOf(made.object("token"), "token"));
    ASSERT_EQ(write("/objects", secret, {{"title", "x"}, {"type", "pages"}}).status, 200);
    const JsonObject less{{"role", "contributor"}, {"object_types", JsonArray{"posts"}}};
    ASSERT_EQ(api().send("PATCH", url("/users/" + second.id), admin_.token, less).status, 200);
    EXPECT_EQ(write("/objects", secret, {{"title", "x"}, {"type", "posts"}}).status, 200);
    EXPECT_EQ(refusalOf(write("/objects", secret, {{"title", "x"}, {"type", "pages"}})),
              "403: this token does not allow to write objects of the type 'pages'");
    ASSERT_EQ(api().send("DELETE", url("/users/" + second.id), admin_.token, nullptr).status, 200);
    EXPECT_EQ(refusalOf(write("/objects", secret, {{"title", "x"}, {"type", "posts"}})), badWriteKey(bucket().slug));
}

TEST_P(BucketTokensApi, AreTheActorOfWhatTheyDo) {
    const Made made = make({{"write", "all"}});
    ASSERT_EQ(write("/objects", made.secret, {{"title", "x"}, {"type", "posts"}}).status, 200);
    const Reply audit = api().get(url("/audit?actor=token:" + made.id), {bearer(admin_.token)});
    ASSERT_EQ(audit.array("audit").size(), 1U) << audit.body;
    EXPECT_EQ(audit.array("audit")[0].at("actor"), Json(JsonObject{{"kind", "token"}, {"id", made.id}}));
}

TEST_P(BucketTokensApi, FollowTheirObjectTypes) {
    const std::string posts = make({{"write", JsonArray{"posts"}}}).secret;
    ASSERT_EQ(patch("/object-types/posts", JsonObject{{"slug", "notes"}}).status, 200);
    EXPECT_EQ(write("/objects", posts, {{"title", "x"}, {"type", "notes"}}).status, 200);
    const Reply unknown = api().send("POST", url("/tokens"), admin_.token,
                                     JsonObject{{"title", "x"}, {"permissions", {{"write", JsonArray{"nothing"}}}}});
    EXPECT_EQ(unknown.status, 400);
    EXPECT_NE(unknown.body.find("there is no object type 'nothing'"), std::string::npos) << unknown.body;
    EXPECT_NE(unknown.body.find("permissions.write[0]"), std::string::npos) << unknown.body;
}

TEST_P(BucketTokensApi, NeverComeToATypeThatGetsTheSlugOfADeletedOne) {
    const Made given = make({{"write", JsonArray{"pages", "posts", "pages"}}});
    const Reply list = api().get(url("/tokens"), {bearer(admin_.token)});
    EXPECT_EQ(writeJson(list.array("tokens").at(0).at("permissions").at("write")), R"(["pages","posts"])");
    // As servers have stored it before.
    api().server().database().write([&](Sql& sql) {
        sql.execute("UPDATE bucket_tokens SET object_types = ? WHERE id = ?",
                    {R"(["pages","posts","pages"])", given.id});
    });
    ASSERT_EQ(del("/object-types/pages").status, 200);
    makeType("pages");
    EXPECT_EQ(refusalOf(write("/objects", given.secret, {{"title", "x"}, {"type", "pages"}})).substr(0, 4), "403:");
    EXPECT_EQ(write("/objects", given.secret, {{"title", "x"}, {"type", "posts"}}).status, 200);
}

}  // namespace
}  // namespace inkwell::test
