// interface/drafts-and-revisions.md, "Previews".
#include <map>

#include "tests/api/no_read_token.h"
#include "tests/support/api_scenario.h"
#include "tests/support/error_text.h"

namespace inkwell::test {
namespace {

constexpr const char* kUnknown = "404: this preview is unknown or has expired; ask for a new one";

class Previews : public ApiTest {
protected:
    void SetUp() override {
        ApiTest::SetUp();
        makeType("pages", {}, {{"preview_link", "https://example.com/{slug}?id={id}&token={token}"}});
        id_ = makeId("pages", "Live", {{"status", "published"}});
    }
    std::string url(const std::string& rest) const { return "/v2/buckets/" + bucket().slug + rest; }
    Reply make(const std::string& id, const std::string& token, const Json& body = JsonObject{}) {
        return api().send("POST", url("/objects/" + id + "/preview-tokens"), token, body);
    }
    std::string made(const std::string& id) {
        const Reply reply = make(id, bucket().writeKey);
        EXPECT_EQ(reply.status, 200) << reply.body;
        return std::string(textOf(reply.json(), "token"));
    }
    JsonObject list(const std::string& token) {
        return api().get(url("/objects/" + id_ + "/preview-tokens"), {bearer(token)}).json();
    }
    Reply show(const std::string& token) { return api().get(url("/previews/" + token)); }
    std::string id_;
};
INKWELL_ON_BOTH_ENGINES(Previews);

TEST_P(Previews, ShowTheDraftOfTheirObjectAndNothingElse) {
    ASSERT_EQ(post("/objects/" + id_ + "/revisions", JsonObject{{"title", "Prepared"}, {"status", "draft"}}).status,
              200);
    const std::string token = made(id_);
    const Reply shown = show(token);
    ASSERT_EQ(shown.status, 200) << shown.body;
    EXPECT_EQ(shown.object("object").at("id"), Json(id_));
    EXPECT_EQ(shown.object("object").at("title"), "Prepared");
    EXPECT_EQ(shown.headers.at("cache-control"), "no-store");
    EXPECT_EQ(refusalOf(api().get(url("/objects/" + id_ + "?read_key=" + token))), badReadKey(bucket().slug));
    EXPECT_EQ(refusalOf(api().get(url("/objects"), {bearer(token)})), noReadToken(bucket().slug));
    const TestServer::Bucket other = api().makeBucket();
    EXPECT_EQ(refusalOf(api().get("/v2/buckets/" + other.slug + "/previews/" + token)), kUnknown);
    EXPECT_EQ(refusalOf(show("guess")), kUnknown);
}

TEST_P(Previews, FillTheLinkOfTheType) {
    const Reply reply = make(id_, bucket().writeKey, JsonObject{{"expires_in", 60}});
    ASSERT_EQ(reply.status, 200) << reply.body;
    const std::string token(textOf(reply.json(), "token"));
    EXPECT_EQ(textOf(reply.json(), "url"), "https://example.com/live?id=" + id_ + "&token=" + token);
    ASSERT_EQ(patch("/object-types/pages", JsonObject{{"preview_link", nullptr}}).status, 200);
    EXPECT_TRUE(make(id_, bucket().writeKey).json().at("url").is_null());
    for (const char* link : {"javascript:alert(1)", "https://example.com/{secret}"}) {
        const Reply bad = patch("/object-types/pages", JsonObject{{"preview_link", link}});
        EXPECT_EQ(bad.status, 400) << link;
        EXPECT_NE(bad.body.find("preview_link"), std::string::npos) << bad.body;
    }
}

TEST_P(Previews, AreMadeByThoseWhoReadDraftsAndEndWithTheObjectOrTheMember) {
    const TestServer::User admin = api().makeUser(bucket(), "admin");
    const TestServer::User editor = api().makeUser(bucket(), "editor");
    EXPECT_EQ(refusalOf(make(id_, "")), kNoWriteKey);
    const std::string ofKey = made(id_);
    const std::string ofEditor(textOf(make(id_, editor.token).json(), "token"));
    EXPECT_EQ(show(ofEditor).status, 200);
    ASSERT_EQ(api().send("DELETE", url("/users/" + editor.id), admin.token, nullptr).status, 200);
    EXPECT_EQ(refusalOf(show(ofEditor)), kUnknown);
    const JsonObject again{{"email", editor.email}, {"first_name", "A"}, {"last_name", "B"}, {"role", "editor"}};
    ASSERT_EQ(api().send("POST", url("/users"), admin.token, again).status, 200);
    EXPECT_EQ(refusalOf(show(ofEditor)), kUnknown) << "it does not come back with the member";
    EXPECT_EQ(show(ofKey).status, 200);
    ASSERT_EQ(del("/objects/" + id_).status, 200);
    EXPECT_EQ(refusalOf(show(ofKey)), kUnknown);
    EXPECT_EQ(refusalOf(make(id_, bucket().writeKey)), missing("object", id_));
}

TEST_P(Previews, EndWithTheTokenThatMadeThem) {
    const TestServer::User admin = api().makeUser(bucket(), "admin");
    const JsonObject reading{{"title", "x"}, {"permissions", {{"read", "any"}}}};
    const auto makeToken = [&] { return api().send("POST", url("/tokens"), admin.token, reading).object("token"); };
    const auto previewBy = [&](const JsonObject& token) {
        return std::string(textOf(make(id_, std::string(textOf(token, "token"))).json(), "token"));
    };
    const JsonObject revoked = makeToken();
    const JsonObject lessened = makeToken();
    const std::string ofRevoked = previewBy(revoked);
    const std::string ofLessened = previewBy(lessened);
    EXPECT_EQ(show(ofRevoked).status, 200);
    EXPECT_EQ(show(ofLessened).status, 200);
    const auto change = [&](const std::string& method, const JsonObject& token, const Json& body) {
        return api().send(method, url("/tokens/" + std::string(textOf(token, "id"))), admin.token, body).status;
    };
    ASSERT_EQ(change("DELETE", revoked, nullptr), 200);
    EXPECT_EQ(refusalOf(show(ofRevoked)), kUnknown);
    EXPECT_EQ(show(ofLessened).status, 200);
    ASSERT_EQ(change("PATCH", lessened, JsonObject{{"permissions", {{"read", "published"}}}}), 200);
    EXPECT_EQ(refusalOf(show(ofLessened)), kUnknown);
}

TEST_P(Previews, EndWithTheWriteKeyThatMadeThem) {
    const TestServer::User admin = api().makeUser(bucket(), "admin");
    const std::string ofKey = made(id_);
    const std::string ofAdmin(textOf(make(id_, admin.token).json(), "token"));
    EXPECT_EQ(show(ofKey).status, 200);
    const Reply reset = api().send("PATCH", url(""), admin.token, JsonObject{{"reset_api_access_keys", true}});
    const std::string writeKey(textOf(reset.object("bucket").at("api_access").as_object(), "write_key"));
    EXPECT_EQ(refusalOf(show(ofKey)), kUnknown);
    EXPECT_EQ(show(ofAdmin).status, 200) << "members keep theirs";
    const Reply again = make(id_, writeKey);
    EXPECT_EQ(show(std::string(textOf(again.json(), "token"))).status, 200);
    EXPECT_EQ(list(admin.token).at("total"), 2) << "what opens nothing is not listed";
}

TEST_P(Previews, AreListedWithoutTheirSecretAndRevoked) {
    const TestServer::User editor = api().makeUser(bucket(), "editor");
    const std::string ofEditor(textOf(make(id_, editor.token, {{"expires_in", 60}}).json(), "token"));
    const std::string ofKey = made(id_);
    const JsonObject found = list(bucket().writeKey);
    EXPECT_EQ(found.at("total"), 2);
    EXPECT_EQ(writeJson(found).find(ofKey), std::string::npos);
    std::map<std::string, std::string> ids;  // by who made it
    for (const Json& one : found.at("preview_tokens").as_array()) {
        EXPECT_EQ(one.as_object().size(), 4u);
        EXPECT_LT(textOf(one.as_object(), "created_at"), textOf(one.as_object(), "expires_at"));
        ids[std::string(textOf(one.as_object(), "created_by"))] = textOf(one.as_object(), "id");
    }
    ASSERT_EQ(ids.size(), 2u);
    ASSERT_TRUE(ids.contains("write_key") && ids.contains(editor.id)) << writeJson(found);
    const std::string id = ids.at("write_key");
    const std::string tokens = "/objects/" + id_ + "/preview-tokens/";
    EXPECT_EQ(api().send("DELETE", url(tokens + id), editor.token, nullptr).message(),
              "preview token '" + id + "' was revoked");
    EXPECT_EQ(refusalOf(show(ofKey)), kUnknown);
    EXPECT_EQ(show(ofEditor).status, 200);
    EXPECT_EQ(refusalOf(api().send("DELETE", url(tokens + id), editor.token, nullptr)), missing("preview token", id));
    const std::string other = makeId("pages", "Other");
    EXPECT_EQ(refusalOf(api().send("DELETE", url("/objects/" + other + "/preview-tokens/" + ids.at(editor.id)),
                                   editor.token, nullptr)),
              missing("preview token", ids.at(editor.id)));
    const std::string noId(24, '0');
    EXPECT_EQ(refusalOf(api().get(url("/objects/" + noId + "/preview-tokens"), {bearer(editor.token)})),
              missing("object", noId));
    EXPECT_EQ(list(editor.token).at("total"), 1);
}

TEST_P(Previews, AreListedAndRevokedByThoseWhoReadDrafts) {
    const TestServer::User admin = api().makeUser(bucket(), "admin");
    const JsonObject published{{"title", "x"}, {"permissions", {{"read", "published"}, {"write", "all"}}}};
    const std::string token(
        textOf(api().send("POST", url("/tokens"), admin.token, published).object("token"), "token"));
    const std::string ofKey = made(id_);
    const std::string id(textOf(list(admin.token).at("preview_tokens").at(0).as_object(), "id"));
    const std::string tokens = url("/objects/" + id_ + "/preview-tokens");
    const std::string refused = refusalOf(make(id_, token));
    EXPECT_TRUE(refused.starts_with("403: ")) << refused;
    EXPECT_EQ(refusalOf(api().get(tokens, {bearer(token)})), refused);
    EXPECT_EQ(refusalOf(api().send("DELETE", tokens + "/" + id, token, nullptr)), refused);
    EXPECT_EQ(show(ofKey).status, 200);
}

TEST_P(Previews, RefuseABadLifetime) {
    const Reply bad = make(id_, bucket().writeKey, JsonObject{{"expires_in", 5}});
    EXPECT_EQ(bad.status, 400);
    EXPECT_NE(bad.body.find("must be a number of seconds from 60 to 2592000"), std::string::npos) << bad.body;
}

}  // namespace
}  // namespace inkwell::test
