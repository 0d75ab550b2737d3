// interface/drafts-and-revisions.md, "Revisions".
#include "inkwell/text.h"
#include "tests/support/api_scenario.h"

namespace inkwell::test {
namespace {

using Titles = std::vector<std::string>;

class Revisions : public ApiTest {
protected:
    void SetUp() override {
        ApiTest::SetUp();
        makeType("posts");
        object_ = makeObject("posts", "Live", {{"content", "live content"}, {"metafields", {field("text", "k", "v")}}});
        id_ = std::string(textOf(object_, "id"));
    }
    std::string url(const std::string& rest = "") const { return "/objects/" + id_ + "/revisions" + rest; }
    JsonObject revise(const JsonObject& body) { return made(post(url(), body), "revision"); }
    std::string draft(const std::string& title) { return idOf(revise({{"title", title}, {"status", "draft"}})); }
    Titles titles(const std::string& query) {
        Titles all;
        const Reply reply = get(url("?" + query));
        EXPECT_EQ(reply.status, 200) << reply.body;
        if (reply.status != 200) return all;
        const JsonArray revisions = reply.array("revisions");
        for (const Json& one : revisions) all.emplace_back(textOf(one.as_object(), "title"));
        return all;
    }
    static std::string idOf(const JsonObject& json) { return std::string(textOf(json, "id")); }

    JsonObject object_;
    std::string id_;
};
INKWELL_ON_BOTH_ENGINES(Revisions);

TEST_P(Revisions, HaveTheFieldsOfTheInterface) {
    const JsonObject revision = revise({{"title", "Second"}, {"content", "new"}});
    Titles names;
    for (const auto& member : revision) names.emplace_back(member.key());
    EXPECT_EQ(names, (Titles{"id", "slug", "title", "content", "bucket", "created_at", "modified_at", "status",
                             "published_at", "object_id", "type", "metadata", "metafields"}));
    EXPECT_NE(revision.at("id"), object_.at("id"));
    EXPECT_EQ(revision.at("object_id"), object_.at("id"));
    EXPECT_EQ(revision.at("slug"), "live");
    EXPECT_EQ(revision.at("status"), "published");
    EXPECT_EQ(revision.at("type"), "posts");
    EXPECT_EQ(revision.at("content"), "new");
    EXPECT_EQ(revision.at("bucket"), Json(bucket().id));
    EXPECT_EQ(revision.at("metadata").at("k"), "v") << "what a body does not give is as in the object";
    EXPECT_EQ(revision.at("metafields").as_array().size(), 1U);

    const JsonObject read = made(get(url("/" + idOf(revision))), "revision");
    EXPECT_FALSE(read.contains("metafields"));
    EXPECT_EQ(read.at("title"), "Second");
    EXPECT_EQ(read.at("created_at"), revision.at("created_at"));
    EXPECT_TRUE(made(get(url("/" + idOf(revision) + "?show_metafields=true")), "revision").contains("metafields"));
    EXPECT_EQ(made(get(url("/" + idOf(revision) + "?props=title,metadata.k")), "revision"),
              (JsonObject{{"title", "Second"}, {"metadata", {{"k", "v"}}}}));
}

TEST_P(Revisions, ChangeNothingOfTheObject) {
    revise({{"title", "Second"}, {"slug", "second"}, {"publish_at", 4'000'000'000'000}});
    draft("Third");
    const JsonObject now = made(get("/objects/" + id_ + "?show_metafields=true"), "object");
    for (const char* name : {"title", "slug", "content", "modified_at", "published_at", "publish_at", "metafields"}) {
        EXPECT_EQ(now.at(name), object_.at(name)) << name;
    }
}

TEST_P(Revisions, WithoutMetafieldsHaveNoMetadata) {
    const JsonObject revision = revise({{"title", "Second"}, {"metafields", JsonArray()}});
    EXPECT_TRUE(revision.at("metadata").is_null());
    EXPECT_EQ(revision.at("metafields"), JsonArray());
}

TEST_P(Revisions, AreListedInEveryOrderAndInPages) {
    for (const char* title : {"a", "b", "c", "d"}) revise({{"title", title}});
    EXPECT_EQ(titles(""), (Titles{"a", "b", "c", "d"}));
    EXPECT_EQ(titles("sort=order"), (Titles{"a", "b", "c", "d"}));
    EXPECT_EQ(titles("sort=created_at&skip=1&limit=2"), (Titles{"b", "c"}));
    EXPECT_EQ(titles("sort=-created_at"), (Titles{"d", "c", "b", "a"}));
    EXPECT_EQ(titles("sort=modified_at"), (Titles{"a", "b", "c", "d"}));
    EXPECT_EQ(titles("sort=-modified_at&limit=1"), (Titles{"d"}));
    EXPECT_EQ(titles("sort=random").size(), 4U);
    const JsonObject page = get(url("?limit=1&skip=3&props=title")).json();
    EXPECT_EQ(page.at("total"), 4);
    EXPECT_EQ(page.at("limit"), 1);
    EXPECT_EQ(page.at("revisions"), (JsonArray{{{"title", "d"}}}));
    EXPECT_EQ(get(url("?skip=99")).json().at("total"), 4);
}

TEST_P(Revisions, AreFoundByQueries) {
    const std::string author = idOf(makeObject("posts", "Ada"));
    for (int n = 1; n <= 3; ++n) {
        revise(
            {{"title", "v" + std::to_string(n)},
             {"metafields", {field("number", "n", n), field("object", "author", author, {{"object_type", "posts"}})}}});
    }
    const auto found = [&](const std::string& query, const std::string& more = "") {
        return titles("query=" + percentEncoded(query) + more);
    };
    EXPECT_EQ(found(R"({"title": "v2"})"), (Titles{"v2"}));
    EXPECT_EQ(found(R"({"metadata.n": {"$gte": 2}})"), (Titles{"v2", "v3"}));
    EXPECT_EQ(found(R"({"metadata.n": {"$gte": 2}})", "&sort=-created_at&limit=1"), (Titles{"v3"}));
    EXPECT_EQ(found(R"({"metadata.n": {"$gte": 2}})", "&skip=1"), (Titles{"v3"}));
    EXPECT_EQ(found(R"({"title": {"$regex": "^v[12]$"}})"), (Titles{"v1", "v2"}));
    EXPECT_EQ(found(R"({"metadata.author.title": "Ada"})").size(), 3U);
    EXPECT_EQ(found(R"({"metadata.author.title": "Bob"})"), Titles());
    EXPECT_EQ(found(R"({"type": "posts", "status": "published"})").size(), 3U);
    EXPECT_EQ(get(url("?limit=1&query=" + percentEncoded(R"({"metadata.n": {"$gte": 2}})"))).json().at("total"), 2);
}

TEST_P(Revisions, ThatAreDraftsAreHiddenFromDefaultReads) {
    const std::string published = idOf(revise({{"title", "history"}}));
    const std::string secret = draft("secret");
    EXPECT_EQ(titles(""), (Titles{"history"}));
    EXPECT_EQ(get(url("?limit=1")).json().at("total"), 1);
    EXPECT_EQ(get(url("?query=" + percentEncoded(R"({"title": "secret"})"))).json().at("total"), 0);
    EXPECT_EQ(refusalOf(get(url("/" + secret))),
              "404: revision '" + secret + "' of object '" + id_ + "' was not found");
    EXPECT_EQ(get(url("/" + published)).status, 200);
    EXPECT_EQ(titles("status=any"), (Titles{"history", "secret"}));
    EXPECT_EQ(get(url("/" + secret + "?status=any")).status, 200);
    EXPECT_EQ(refusalOf(get("/objects/" + secret)), missing("object", secret)) << "a revision's id is no object's";
    EXPECT_EQ(refusalOf(get("/objects/" + secret + "?status=any")), missing("object", secret));
    EXPECT_EQ(refusalOf(patch("/objects/" + secret, {{"title", "x"}})), missing("object", secret));
    EXPECT_EQ(refusalOf(del("/objects/" + secret)), missing("object", secret));
}

TEST_P(Revisions, OfADraftObjectAreHiddenLikeIt) {
    const std::string revision = idOf(revise({{"title", "history"}}));
    EXPECT_EQ(titles(""), (Titles{"history"}));
    EXPECT_EQ(patch("/objects/" + id_, {{"status", "draft"}}).status, 200);
    EXPECT_EQ(refusalOf(get(url())), missing("object", id_));
    EXPECT_EQ(refusalOf(get(url("/" + revision))), missing("object", id_));
    EXPECT_EQ(titles("status=any"), (Titles{"history"}));
    EXPECT_EQ(get(url("/" + revision + "?status=any")).status, 200);
}

TEST_P(Revisions, RefuseBadBodiesAndStoreNothing) {
    makeObject("posts", "Taken");
    const std::string to = "/v2/buckets/{bucket}" + url();
    const auto bad = [&](const std::string& name, const std::string& body, std::vector<std::string> present,
                         int status = 400) {
        return ApiScenario{name, "POST", to, "{write_key}", body, status, std::move(present)};
    };
    run({
        bad("no title", R"({"content": "x"})", {"title", "is required"}),
        bad("empty", "{}", {"title", "is required"}),
        bad("blank title", R"({"title": "  "})", {"title"}),
        bad("type", R"({"title": "A", "type": "posts"})", {"\"type\""}),
        bad("unknown field", R"({"title": "A", "colour": 1})", {"colour"}),
        bad("all problems at once", R"({"title": 5, "status": "live", "id": "x", "publish_at": 1000})",
            {"title", "status", "\"id\"", "publish_at"}),
        bad("bad metafields",
            R"({"title": "A", "metafields": [{"type": "number", "title": "n", "key": "n", "value": "x"}]})",
            {"metafields[0].value"}),
        bad("locale without localization", R"({"title": "A", "locale": "en"})", {"locale"}),
        bad("malformed slug", R"({"title": "A", "slug": "../x"})", {"slug"}),
        bad("taken slug", R"({"title": "A", "slug": "taken"})", {"'taken'"}, 409),
        bad("taken slug of a draft", R"({"title": "A", "slug": "taken", "status": "draft"})", {"'taken'"}, 409),
        bad("unknown thumbnail", R"({"title": "A", "thumbnail": "nope.png"})", {"thumbnail", "nope.png"}),
        bad("bad created_by", R"({"title": "A", "created_by": "me"})", {"created_by"}),
        bad("trigger_webhook a word", R"({"title": "A", "trigger_webhook": "maybe"})", {"trigger_webhook"}),
        bad("no JSON", "title", {"the body is not valid JSON"}),
        {"no key", "POST", to, "", R"({"title": "A"})", 401, {"a write key is needed"}},
        {"the read key", "POST", to, "{read_key}", R"({"title": "A"})", 401, {"neither the write key"}},
        {"unknown object",
         "POST",
         "/v2/buckets/{bucket}/objects/0123456789abcdef01234567/revisions",
         "{write_key}",
         R"({"title": "A"})",
         404,
         {"object '0123456789abcdef01234567'"}},
        {"edit",
         "PATCH",
         to + "/0123456789abcdef01234567",
         "{write_key}",
         R"({"title": "A"})",
         405,
         {"to that method"}},
        {"delete", "DELETE", to + "/0123456789abcdef01234567", "{write_key}", "", 405, {"to that method"}},
    });
    EXPECT_EQ(get(url("?status=any")).json().at("total"), 0);
    EXPECT_EQ(made(get("/objects/" + id_ + "?status=any"), "object").at("title"), "Live");
}

TEST_P(Revisions, BadParametersAndMissingThingsAreNamed) {
    const std::string list = "/v2/buckets/{bucket}" + url("?read_key={read_key}&");
    const std::string one = "/v2/buckets/{bucket}" + url("/0123456789abcdef01234567?read_key={read_key}");
    run({
        {"sort", "GET", list + "sort=title", "", "", 400, {"sort", "modified_at"}},
        {"limit", "GET", list + "limit=0", "", "", 400, {"limit"}},
        {"skip", "GET", list + "skip=-1", "", "", 400, {"skip"}},
        {"status", "GET", list + "status=draft", "", "", 400, {"status"}},
        {"query", "GET", list + "query=%7B%22colour%22%3A1%7D", "", "", 400, {"query", "colour"}},
        {"after is none of them", "GET", list + "after=x", "", "", 200, {"\"revisions\":[]"}},
        {"no such revision", "GET", one, "", "", 404, {"revision '0123456789abcdef01234567'", "object '" + id_ + "'"}},
        {"no key", "GET", "/v2/buckets/{bucket}" + url(), "", "", 401, {"a read key is needed"}},
        {"no such object",
         "GET",
         "/v2/buckets/{bucket}/objects/x'--/revisions?read_key={read_key}",
         "",
         "",
         404,
         {"object"}},
    });
    const TestServer::Bucket other = api().makeBucket();
    EXPECT_EQ(refusalOf(api().get("/v2/buckets/" + other.slug + url("?read_key=" + other.readKey))),
              missing("object", id_));
}

TEST_P(Revisions, OfOneObjectAreNotAnothers) {
    const std::string mine = idOf(revise({{"title", "mine"}}));
    const std::string other = idOf(makeObject("posts", "Other"));
    EXPECT_EQ(get("/objects/" + other + "/revisions").json().at("total"), 0);
    EXPECT_EQ(refusalOf(get("/objects/" + other + "/revisions/" + mine)),
              "404: revision '" + mine + "' of object '" + other + "' was not found");
}

TEST_P(Revisions, AreInTheChangeFeedOnceAndReachCachedLists) {
    EXPECT_EQ(titles(""), Titles());
    run({{"created",
          "POST",
          "/v2/buckets/{bucket}" + url(),
          "{write_key}",
          R"({"title": "A", "trigger_webhook": true})",
          200,
          {"\"title\":\"A\""},
          {},
          {{"revision.created", 1}}}});
    EXPECT_EQ(titles(""), (Titles{"A"}));
}

TEST_P(Revisions, GoWithTheirObjectAndBucket) {
    revise({{"title", "a"}});
    draft("b");
    EXPECT_EQ(api().count("revisions", bucket().id), 2);
    EXPECT_EQ(del("/objects/" + id_).status, 200);
    EXPECT_EQ(api().count("revisions", bucket().id), 0);
    EXPECT_EQ(api().count("objects", bucket().id), 0) << "the draft's row";
    EXPECT_EQ(api().count("objects_fields", bucket().id), 0);

    const std::string second = idOf(makeObject("posts", "Second"));
    EXPECT_EQ(post("/objects/" + second + "/revisions", {{"title", "c"}, {"status", "draft"}}).status, 200);
    const TestServer::User admin = api().makeUser(bucket(), "admin");
    EXPECT_EQ(api().send("DELETE", path(""), admin.token, nullptr).status, 200);
    for (const char* table : {"revisions", "objects", "objects_fields"}) {
        EXPECT_EQ(api().count(table, bucket().id), 0) << table;
    }
}

TEST_P(Revisions, FollowANewSlugOfTheirType) {
    const JsonObject relation = field("object", "friend", id_, {{"object_type", "posts"}});
    const std::string revision = idOf(revise({{"title", "a"}, {"metafields", {relation}}}));
    draft("b");
    EXPECT_EQ(patch("/object-types/posts", {{"slug", "articles"}}).status, 200);
    const JsonObject renamed = made(get(url("/" + revision + "?show_metafields=true")), "revision");
    EXPECT_EQ(renamed.at("type"), "articles");
    EXPECT_EQ(renamed.at("metafields").at(0).at("object_type"), "articles");
    EXPECT_EQ(made(get("/objects/" + id_ + "?status=any"), "object").at("type"), "articles");
    EXPECT_EQ(titles("query=" + percentEncoded(R"({"type": "articles"})")), (Titles{"a"}));
}

TEST_P(Revisions, ObeyTheRoleOfTheirAuthor) {
    makeType("pages");
    const TestServer::User editor = api().makeUser(bucket(), "editor", {{"publishing_restrictions", "draft_only"}});
    const TestServer::User stranger = api().makeUser(bucket(), "contributor", {{"object_types", {"pages"}}});
    const std::string to = "/v2/buckets/{bucket}" + url();
    run({{"a draft",
          "POST",
          to,
          "{editor}",
          R"({"title": "A", "status": "draft"})",
          200,
          {},
          {},
          {{"revision.created", 1}}},
         {"what readers get", "POST", to, "{editor}", R"({"title": "A"})", 403, {"publish"}},
         {"another type", "POST", to, "{stranger}", R"({"title": "A", "status": "draft"})", 403, {"does not allow"}}},
        {{"editor", editor.token}, {"stranger", stranger.token}});
}

TEST_P(Revisions, AnswerWithAsMuchAsIsAskedFor) {
    const JsonObject body{{"title", "Next"}, {"status", "draft"}};
    const JsonObject small = made(post(url() + "?props=id,status", body), "revision");
    EXPECT_EQ(small.size(), 2u) << writeJson(small);
    EXPECT_EQ(small.at("status"), "draft");
    const JsonObject whole = made(post(url(), body), "revision");
    EXPECT_TRUE(whole.contains("metafields"));
    EXPECT_TRUE(whole.contains("content"));
    const Reply refused = post(url() + "?props=" + std::string(8193, 'x'), body);
    EXPECT_EQ(refusalOf(refused), "400: the parameter 'props' has more than 8192 bytes");
    EXPECT_EQ(get(url() + "?status=any").json().at("total"), 2);
}

}  // namespace
}  // namespace inkwell::test
