// interface/drafts-and-revisions.md, "What the read key reads": a bucket whose read key shows published content only.
#include "kernel/app/transfer.h"
#include "tests/api/event_stream.h"
#include "tests/api/no_read_token.h"
#include "tests/support/api_scenario.h"
#include "tests/support/bucket_export.h"
#include "tests/support/eventually.h"

namespace inkwell::test {
namespace {

class ReadKeyDrafts : public ApiTest {
protected:
    void SetUp() override {
        ApiTest::SetUp();
        admin_ = api().makeUser(bucket(), "admin");
        makeType("posts");
        id_ = makeId("posts", "Live");
        draft_ = makeId("posts", "Hidden", {{"status", "draft"}});
        revision_ = std::string(
            textOf(made(post("/objects/" + id_ + "/revisions", {{"title", "Secret"}, {"status", "draft"}}), "revision"),
                   "id"));
    }
    JsonObject readKeyReadsDrafts(bool value) {
        return made(api().send("PATCH", path(""), admin_.token, JsonObject{{"read_key_reads_drafts", value}}),
                    "bucket");
    }
    static void expectDraftsRefused(const Reply& reply) {
        EXPECT_EQ(reply.status, 403);
        EXPECT_NE(reply.message().find("'read_key_reads_drafts' is false"), std::string::npos) << reply.body;
    }
    Reply with(const std::string& token, const std::string& rest) {
        return api().get(path(rest), {{"X-Read-Key", bucket().readKey}, bearer(token)});
    }
    /// All reads that show drafts.
    std::vector<std::string> draftReads() const {
        return {"/objects?status=any",
                "/objects/" + id_ + "?status=any",
                "/objects/" + id_ + "?status=any&use_cache=false",
                "/objects/" + draft_ + "?status=any&depth=1",
                "/objects/" + id_ + "/metafields?status=any",
                "/objects/" + id_ + "/revisions?status=any",
                "/objects/" + id_ + "/revisions/" + revision_ + "?status=any"};
    }

    TestServer::User admin_;
    std::string id_, draft_, revision_;
};
INKWELL_ON_BOTH_ENGINES(ReadKeyDrafts);

TEST_P(ReadKeyDrafts, AreReadUnlessTheBucketSaysOtherwise) {
    for (const std::string& read : draftReads()) EXPECT_EQ(get(read).status, 200) << read;
    EXPECT_EQ(made(api().send("GET", path(""), admin_.token, nullptr), "bucket").at("read_key_reads_drafts"), true);

    EXPECT_EQ(readKeyReadsDrafts(false).at("read_key_reads_drafts"), false);
    for (const std::string& read : draftReads()) {
        const Reply reply = get(read);
        EXPECT_EQ(reply.status, 403) << read;
        EXPECT_NE(reply.message().find("'read_key_reads_drafts' is false"), std::string::npos) << reply.body;
        EXPECT_EQ(reply.body.find("Secret"), std::string::npos);
    }
    EXPECT_EQ(get("/objects").json().at("total"), 1);
    EXPECT_EQ(get("/objects?status=published").array("objects").at(0).at("title"), "Live");
    EXPECT_EQ(get("/objects/" + id_).object("object").at("title"), "Live");
    EXPECT_EQ(refusalOf(get("/objects/" + draft_)), missing("object", draft_));
    EXPECT_EQ(get("/objects/" + id_ + "/revisions").json().at("total"), 0);

    readKeyReadsDrafts(true);
    for (const std::string& read : draftReads()) EXPECT_EQ(get(read).status, 200) << read;
}

TEST_P(ReadKeyDrafts, AreReadBesideTheWriteKeyOrAMembersToken) {
    readKeyReadsDrafts(false);
    const TestServer::User contributor = api().makeUser(bucket(), "contributor", {{"object_types", "posts"}});
    const TestServer::User stranger = api().makeUser(bucket(), "");
    for (const std::string& read : draftReads()) {
        for (const std::string& token : {bucket().writeKey, contributor.token, admin_.token}) {
            EXPECT_EQ(with(token, read).status, 200) << read;
        }
        for (const std::string& token : {stranger.token, std::string("nonsense"), bucket().readKey}) {
            expectDraftsRefused(with(token, read));
        }
        // What is kept for those who may read drafts is nobody else's.
        expectDraftsRefused(get(read));
        EXPECT_EQ(refusalOf(api().get(path(read), {bearer(bucket().writeKey)})), noReadToken(bucket().slug))
            << "it is needed as ever";
    }
    EXPECT_EQ(with(bucket().writeKey, "/objects/" + id_ + "?status=any").object("object").at("title"), "Secret");
    EXPECT_EQ(with("nonsense", "/objects").json().at("total"), 1) << "a read is never refused for that header";
}

TEST_P(ReadKeyDrafts, AreLeftOutOfRelationsMergeRequestsAndTheLiveStream) {
    const JsonObject relation = field("object", "next", draft_, {{"object_type", "posts"}});
    const std::string post = makeId("posts", "Post", {{"metafields", {relation}}});
    readKeyReadsDrafts(false);
    EXPECT_TRUE(get("/objects/" + post + "?depth=2").object("object").at("metadata").at("next").is_null());
    EXPECT_EQ(with(bucket().writeKey, "/objects/" + post + "?status=any")
                  .object("object")
                  .at("metadata")
                  .at("next")
                  .at("title"),
              "Hidden");

    const TestServer::Bucket source = api().makeBucket();
    api().server().plugins().find<Identity>()->addAdmin(admin_.id, source.id);
    api().send("POST", "/v2/buckets/" + source.slug + "/object-types", source.writeKey, JsonObject{{"title", "Posts"}});
    const Reply sourced = api().send("POST", "/v2/buckets/" + source.slug + "/objects", source.writeKey,
                                     JsonObject{{"type", "posts"}, {"title", "D"}, {"status", "draft"}});
    const JsonObject request{
        {"title", "M"}, {"source_bucket", source.slug}, {"objects", {sourced.object("object").at("id")}}};
    const std::string merge(
        textOf(made(api().send("POST", path("/merge-requests"), admin_.token, request), "merge_request"), "id"));
    const std::string objects = "/merge-requests/" + merge + "/objects?status=any";
    EXPECT_NE(get(objects).message().find("'read_key_reads_drafts' is false"), std::string::npos);
    EXPECT_EQ(with(admin_.token, objects).json().at("total"), 1);

    EventStream stream(api().port(), path("/changes?read_key=" + bucket().readKey));
    EXPECT_EQ(stream.nextText(), "ready");
    EXPECT_EQ(patch("/objects/" + draft_, {{"title", "Still hidden"}}).status, 200);
    EXPECT_EQ(patch("/objects/" + post, {{"title", "Seen"}}).status, 200);
    EXPECT_EQ(stream.nextText(), "object.edited " + post);
}

TEST_P(ReadKeyDrafts, AreAtOnceNoLongerReadOnOtherServersToo) {
    if (GetParam() == Engine::Sqlite) return;  // one server to a file
    TestServer first(GetParam());
    TestServerOptions options;
    options.database = first.database();
    TestServer second(GetParam(), options);
    const TestServer::Bucket bucket = first.makeBucket();
    const TestServer::User admin = first.makeUser(bucket, "admin");
    const std::string url = "/v2/buckets/" + bucket.slug;
    const std::string read = url + "/objects?status=any&read_key=" + bucket.readKey;
    EXPECT_EQ(second.get(read).status, 200);
    EXPECT_EQ(second.get(read).status, 200);
    EXPECT_EQ(first.send("PATCH", url, admin.token, JsonObject{{"read_key_reads_drafts", false}}).status, 200);
    expectDraftsRefused(first.get(read));
    EXPECT_TRUE(eventually([&] { return second.get(read).status == 403; }));
}

TEST_P(ReadKeyDrafts, IsSaidByAdminsAlone) {
    const TestServer::User developer =
        api().makeUser(bucket(), "developer", {{"additional_permissions", JsonArray{"settings"}}});
    const JsonObject body{{"read_key_reads_drafts", false}};
    const Reply refused = api().send("PATCH", path(""), developer.token, body);
    EXPECT_EQ(refused.status, 403) << refused.body;
    EXPECT_NE(refused.message().find("only an admin"), std::string::npos) << refused.body;
    EXPECT_EQ(refusalOf(api().send("PATCH", path(""), bucket().writeKey, body)), kNoUser);
    const Reply text = api().send("PATCH", path(""), admin_.token, JsonObject{{"read_key_reads_drafts", "false"}});
    EXPECT_EQ(text.status, 400);
    EXPECT_NE(text.body.find("\"path\":\"read_key_reads_drafts\""), std::string::npos) << text.body;
    EXPECT_EQ(get("/objects?status=any").status, 200);
}

TEST_P(ReadKeyDrafts, GoWithAnExportedBucketIntoANewOne) {
    readKeyReadsDrafts(false);
    const Json file = exportOf(api().server(), bucket().slug);
    EXPECT_EQ(file.at("bucket").at("read_key_reads_drafts"), false);
    const auto import = [&](const Json& content, const std::string& slug) {
        kernel::importBucket(api().server(), content, slug, "", [](auto&&...) {});
        return api().server().plugins().find<BucketDirectory>()->findBySlug(slug)->readKeyReadsDrafts;
    };
    EXPECT_FALSE(import(file, "copy-of-" + bucket().slug));
    EXPECT_TRUE(import(file, api().makeBucket().slug)) << "a bucket that is there keeps its own";
    Json bad = file;
    bad.at("bucket").as_object()["read_key_reads_drafts"] = "no";
    EXPECT_THROW(import(bad, "bad-" + bucket().slug), kernel::ImportError);
}

}  // namespace
}  // namespace inkwell::test
