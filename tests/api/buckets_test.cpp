// interface/resources.md, "Buckets".
#include <atomic>
#include <thread>

#include "tests/support/api_scenario.h"
#include "tests/support/eventually.h"

namespace inkwell::test {
namespace {

class Buckets : public ApiTest {
protected:
    Reply createAs(const TestServer::User& user, const JsonObject& body) {
        return api().send("POST", "/v2/buckets", user.token, body);
    }
};
INKWELL_ON_BOTH_ENGINES(Buckets);

TEST_P(Buckets, AreCreatedWithKeysThatWorkAndTheirCreatorAsAdmin) {
    const TestServer::User owner = api().makeUser(bucket(), "");
    const JsonObject created =
        made(createAs(owner, {{"title", "My Shop " + owner.id}, {"cluster", "default"}}), "bucket");
    EXPECT_EQ(created.at("slug"), Json("my-shop-" + owner.id));
    EXPECT_EQ(created.at("created_by"), Json(owner.id));
    const std::string readKey(textOf(created.at("api_access").as_object(), "read_key"));
    const std::string writeKey(textOf(created.at("api_access").as_object(), "write_key"));
    EXPECT_EQ(readKey.size(), 50U);
    EXPECT_EQ(writeKey.size(), 50U);
    EXPECT_NE(readKey, writeKey);
    const std::string url = "/v2/buckets/" + std::string(textOf(created, "slug"));
    EXPECT_EQ(api().get(url + "/objects?read_key=" + readKey).status, 200);
    EXPECT_EQ(api().send("POST", url + "/object-types", writeKey, JsonObject{{"title", "T"}}).status, 200);
    EXPECT_EQ(api().send("PATCH", url, owner.token, JsonObject{{"title", "Renamed"}}).status, 200);
    EXPECT_EQ(api().get(url, {bearer(owner.token)}).object("bucket").at("title"), "Renamed");
    EXPECT_EQ(api().get("/v2/buckets", {bearer(owner.token)}).array("buckets").size(), 1U);
}

TEST_P(Buckets, AnOwnerSeesOnlyTheirOwn) {
    const TestServer::User stranger = api().makeUser(bucket(), "");
    EXPECT_EQ(api().get("/v2/buckets", {bearer(stranger.token)}).array("buckets").size(), 0U);
    EXPECT_EQ(refusalOf(api().get(path(""), {bearer(stranger.token)})), missing("bucket", bucket().slug));
    EXPECT_EQ(refusalOf(api().get("/v2/buckets/no-such-bucket", {bearer(stranger.token)})),
              missing("bucket", "no-such-bucket"));
    EXPECT_EQ(refusalOf(api().get(path(""))), kNoToken);
    EXPECT_EQ(refusalOf(api().get("/v2/buckets")), kNoToken);
}

TEST_P(Buckets, KeysAreShownToAdminsAndDevelopersOnly) {
    for (const std::string role : {"admin", "developer", "editor"}) {
        const TestServer::User user = api().makeUser(bucket(), role);
        const Reply reply = api().get(path(""), {bearer(user.token)});
        ASSERT_EQ(reply.status, 200) << role;
        EXPECT_EQ(reply.body.find(bucket().writeKey) != std::string::npos, role != "editor") << role;
        EXPECT_EQ(api().get("/v2/buckets", {bearer(user.token)}).body.find(bucket().writeKey) != std::string::npos,
                  role != "editor");
    }
}

TEST_P(Buckets, BadBodiesAreRefusedAndNothingIsStored) {
    const std::string url = "/v2/buckets/{bucket}";
    run(
        {
            {"no title", "POST", "/v2/buckets", "{admin}", "{}", 400, {"title"}},
            {"unknown field", "POST", "/v2/buckets", "{admin}", R"({"title": "A", "id": "x"})", 400, {"\"id\""}},
            {"wrong type", "POST", "/v2/buckets", "{admin}", R"({"title": ["A"]})", 400, {"title"}},
            {"malformed slug", "POST", "/v2/buckets", "{admin}", R"({"title": "A", "slug": "a/b"})", 400, {"slug"}},
            {"taken slug",
             "POST",
             "/v2/buckets",
             "{admin}",
             R"({"title": "A", "slug": "{bucket}"})",
             409,
             {"'{bucket}'"}},
            {"unknown cluster",
             "POST",
             "/v2/buckets",
             "{admin}",
             R"({"title": "A", "cluster": "moon"})",
             400,
             {"moon"}},
            {"write key instead of token",
             "POST",
             "/v2/buckets",
             "{write_key}",
             R"({"title": "A"})",
             401,
             {"the user token is not valid"}},
            {"empty PATCH", "PATCH", url, "{admin}", "{}", 400, {"needs at least one of"}},
            {"pretty only", "PATCH", url, "{admin}", R"({"pretty": "true"})", 400, {"at least one of"}},
            {"slug cannot change", "PATCH", url, "{admin}", R"({"slug": "other"})", 400, {"slug"}},
            {"keys cannot be set",
             "PATCH",
             url,
             "{admin}",
             R"({"api_access": {"read_key": "x"}})",
             400,
             {"api_access"}},
            {"unknown thumbnail", "PATCH", url, "{admin}", R"({"thumbnail": "nope.png"})", 400, {"thumbnail"}},
            {"reset as a word",
             "PATCH",
             url,
             "{admin}",
             R"({"reset_api_access_keys": "yes"})",
             400,
             {"reset_api_access_keys"}},
            {"unknown bucket",
             "PATCH",
             "/v2/buckets/no-such-bucket",
             "{admin}",
             R"({"title": "A"})",
             404,
             {"was not found"}},
            {"unknown bucket deleted", "DELETE", "/v2/buckets/no-such-bucket", "{admin}", "", 404, {"was not found"}},
        },
        {{"admin", admin().token}});
    EXPECT_EQ(api().get(path(""), {bearer(admin().token)}).object("bucket").at("title"), "Bucket");
}

TEST_P(Buckets, DerivedSlugsAreNumbered) {
    const JsonObject title{{"title", "Twin " + bucket().id}};
    EXPECT_EQ(made(createAs(admin(), title), "bucket").at("slug"), Json("twin-" + bucket().id));
    EXPECT_EQ(made(createAs(admin(), title), "bucket").at("slug"), Json("twin-" + bucket().id + "-2"));
}

TEST_P(Buckets, ResetKeysReplaceTheOldOnesAtOnce) {
    ASSERT_EQ(get("/objects").status, 200);
    for (const Json& yes : {Json(true), Json("true")}) {
        const JsonObject changed = made(asAdmin("PATCH", "", {{"reset_api_access_keys", yes}}), "bucket");
        const std::string readKey(textOf(changed.at("api_access").as_object(), "read_key"));
        EXPECT_EQ(refusalOf(get("/objects")), badReadKey(bucket().slug));
        EXPECT_EQ(refusalOf(post("/object-types", {{"title", "T"}})), badWriteKey(bucket().slug));
        EXPECT_EQ(api().get(path("/objects?read_key=" + readKey)).status, 200);
    }
    const JsonObject kept = made(asAdmin("PATCH", "", {{"title", "T"}, {"reset_api_access_keys", "false"}}), "bucket");
    EXPECT_EQ(kept.at("title"), "T");
}

TEST_P(Buckets, DeletionRemovesEverythingInThem) {
    makeType("posts");
    makeObject("posts", "One", {{"metafields", {field("text", "k", "v")}}});
    api().makeUser(bucket(), "editor");
    const Reply deleted =
        sendRequest(api().port(), "DELETE", path(""), {bearer(admin().token)}, R"({"ignored": true})");
    ASSERT_EQ(deleted.status, 200) << deleted.body;
    EXPECT_NE(deleted.message().find("'" + bucket().slug + "'"), std::string::npos);
    EXPECT_EQ(refusalOf(get("/objects")), missing("bucket", bucket().slug));
    EXPECT_EQ(refusalOf(api().get(path(""), {bearer(admin().token)})), missing("bucket", bucket().slug));
    for (const std::string table : {"objects", "objects_types", "users_roles", "media", "media_folders"}) {
        EXPECT_EQ(api().count(table, bucket().id), 0) << table;
    }
}

TEST_P(Buckets, AnObjectWrittenWhileItsBucketIsDeletedLeavesNoRow) {
    for (int round = 0; round < 5; ++round) {
        const TestServer::Bucket doomed = api().makeBucket();
        const TestServer::User admin = api().makeUser(doomed, "admin");
        const std::string url = "/v2/buckets/" + doomed.slug;
        ASSERT_EQ(api().send("POST", url + "/object-types", doomed.writeKey, JsonObject{{"title", "Posts"}}).status,
                  200);
        std::atomic<int> written{0};
        std::vector<std::thread> writers;
        for (int i = 0; i < 3; ++i) {
            writers.emplace_back([&] {
                const JsonObject body{{"type", "posts"}, {"title", "Post"}};
                while (api().send("POST", url + "/objects", doomed.writeKey, body).status == 200) ++written;
                ++written;  // a writer that is refused must not keep the deletion waiting
            });
        }
        EXPECT_TRUE(eventually([&] { return written >= 6; }));
        EXPECT_EQ(api().send("DELETE", url, admin.token, nullptr).status, 200);
        for (std::thread& writer : writers) writer.join();
        EXPECT_EQ(api().count("objects", doomed.id), 0);
        EXPECT_EQ(api().count("objects_fields", doomed.id), 0);
    }
}

}  // namespace
}  // namespace inkwell::test
