// interface/drafts-and-revisions.md, "Draft revisions": a draft revision is what status=any shows of an object, and
// nobody else hears of it.
#include <chrono>
#include <thread>

#include "inkwell/text.h"
#include "tests/support/api_scenario.h"

namespace inkwell::test {
namespace {

using Titles = std::vector<std::string>;

class DraftRevisions : public ApiTest {
protected:
    void SetUp() override {
        ApiTest::SetUp();
        makeType("posts");
    }
    JsonObject prepare(const std::string& id, const std::string& title, const JsonObject& more = {}) {
        JsonObject body{{"title", title}, {"status", "draft"}};
        for (const auto& member : more) body[member.key()] = member.value();
        return made(post("/objects/" + id + "/revisions", body), "revision");
    }
    std::string titleOf(const std::string& id, const std::string& parameters = "") {
        return std::string(textOf(made(get("/objects/" + id + parameters), "object"), "title"));
    }
    Titles titles(const std::string& parameters) {
        Titles all;
        const Reply reply = get("/objects?" + parameters);
        EXPECT_EQ(reply.status, 200) << reply.body;
        if (reply.status != 200) return all;
        const JsonArray objects = reply.array("objects");
        for (const Json& one : objects) all.emplace_back(textOf(one.as_object(), "title"));
        return all;
    }
    Titles found(const std::string& query, const std::string& more = "") {
        return titles("query=" + percentEncoded(query) + more);
    }
};
INKWELL_ON_BOTH_ENGINES(DraftRevisions);

TEST_P(DraftRevisions, AreWhatAnyReadsShow) {
    const std::string id = makeId("posts", "Live", {{"content", "old"}});
    const JsonObject live = made(get("/objects/" + id), "object");
    prepare(id, "Secret", {{"content", "new"}, {"slug", "secret"}});
    EXPECT_EQ(made(get("/objects/" + id), "object"), live);

    const JsonObject any = made(get("/objects/" + id + "?status=any"), "object");
    EXPECT_EQ(any.at("id"), Json(id));
    EXPECT_EQ(any.at("title"), "Secret");
    EXPECT_EQ(any.at("content"), "new");
    EXPECT_EQ(any.at("slug"), "secret");
    EXPECT_EQ(any.at("status"), "draft");
    EXPECT_EQ(any.at("created_at"), live.at("created_at"));
    EXPECT_EQ(any.at("published_at"), live.at("published_at"));
    EXPECT_TRUE(any.at("publish_at").is_null());

    prepare(id, "Newer");
    EXPECT_EQ(titleOf(id, "?status=any"), "Newer") << "a new draft takes the place of an older one";
    EXPECT_EQ(titles("status=any"), (Titles{"Newer"}));
    EXPECT_EQ(api().count("objects", bucket().id), 2);
}

TEST_P(DraftRevisions, AreSeenByQuerySortAndTotalOfAnyLists) {
    const std::string a = makeId("posts", "a", {{"metafields", {field("number", "n", 1)}}});
    const std::string b = makeId("posts", "b", {{"metafields", {field("number", "n", 2)}}});
    makeId("posts", "c", {{"metafields", {field("number", "n", 3)}}});
    std::this_thread::sleep_for(std::chrono::milliseconds(2));  // ties of modified_at go by the object's id
    prepare(a, "a2", {{"metafields", {field("number", "n", 10)}}});
    EXPECT_EQ(titles("status=any"), (Titles{"a2", "b", "c"}));
    EXPECT_EQ(titles("status=any&sort=-modified_at&limit=1"), (Titles{"a2"}));
    EXPECT_EQ(titles("status=any&sort=created_at&skip=1"), (Titles{"b", "c"}));
    EXPECT_EQ(titles("status=any&after=" + a), (Titles{"b", "c"}));
    EXPECT_EQ(titles("status=any&after=" + b), (Titles{"c"}));
    EXPECT_EQ(get("/objects?status=any&limit=1").json().at("total"), 3);
    EXPECT_EQ(found(R"({"metadata.n": {"$gte": 3}})", "&status=any"), (Titles{"a2", "c"}));
    EXPECT_EQ(found(R"({"metadata.n": 1})", "&status=any"), Titles());
    EXPECT_EQ(found(R"({"title": {"$regex": "2$"}})", "&status=any"), (Titles{"a2"}));
    EXPECT_EQ(found(R"({"status": "draft"})", "&status=any"), (Titles{"a2"}));
    EXPECT_EQ(found("{\"id\": \"" + a + "\"}", "&status=any"), (Titles{"a2"}));
    EXPECT_EQ(found(R"({"slug": "a"})", "&status=any"), (Titles{"a2"}));

    EXPECT_EQ(titles(""), (Titles{"a", "b", "c"}));
    EXPECT_EQ(found(R"({"metadata.n": {"$gte": 3}})"), (Titles{"c"}));
    EXPECT_EQ(found(R"({"metadata.n": 10})"), Titles());
    EXPECT_EQ(found(R"({"title": {"$regex": "2$"}})"), Titles());
    EXPECT_EQ(found("{\"id\": \"" + a + "\"}"), (Titles{"a"}));
    EXPECT_EQ(get("/objects?limit=1").json().at("total"), 3);
}

TEST_P(DraftRevisions, DoNotLeakThroughRelations) {
    const std::string author = makeId("posts", "Ada");
    const JsonObject relation = field("object", "author", author, {{"object_type", "posts"}});
    const std::string post = makeId("posts", "Post", {{"metafields", {relation}}});
    prepare(author, "Secret", {{"metafields", {field("text", "note", "hidden")}}});

    const auto authorOf = [&](const std::string& parameters) {
        return made(get("/objects/" + post + parameters), "object").at("metadata").at("author");
    };
    EXPECT_EQ(authorOf("").at("title"), "Ada");
    EXPECT_TRUE(authorOf("").at("metadata").is_null());
    EXPECT_EQ(authorOf("?status=any").at("title"), "Secret");
    EXPECT_EQ(authorOf("?status=any").at("id"), Json(author));
    EXPECT_EQ(authorOf("?status=any").at("metadata").at("note"), "hidden");
    const auto foundBy = [&](const std::string& title, const std::string& more) {
        return found("{\"metadata.author.title\": \"" + title + "\"}", more);
    };
    EXPECT_EQ(foundBy("Ada", ""), (Titles{"Post"}));
    EXPECT_EQ(foundBy("Secret", ""), Titles());
    EXPECT_EQ(foundBy("Secret", "&status=any"), (Titles{"Post"}));
    EXPECT_EQ(foundBy("Ada", "&status=any"), Titles());
    EXPECT_EQ(found(R"({"metadata.author.metadata.note": "hidden"})"), Titles());
    EXPECT_EQ(found(R"({"metadata.author.metadata.note": "hidden"})", "&status=any"), (Titles{"Post"}));
    EXPECT_EQ(found(R"({"metadata.author.title": {"$regex": "Sec"}})"), Titles());
}

// The version in front, which guards against lost updates, tells that a draft was prepared, and nothing of it.
std::string digestOf(const Reply& reply) {
    const std::string& tag = reply.headers.at("etag");
    return tag.substr(tag.find('-') + 1);
}

TEST_P(DraftRevisions, DoNotLeakThroughEtagsAndTheCache) {
    const std::string id = makeId("posts", "Live");
    const Titles reads = {"/objects/" + id, "/objects?sort=-modified_at", "/objects/" + id + "/metafields",
                          "/objects/" + id + "/revisions", "/objects/" + id + "?use_cache=false"};
    std::vector<Reply> before;
    for (const std::string& rest : reads) before.push_back(get(rest));
    EXPECT_EQ(titleOf(id, "?status=any"), "Live");
    prepare(id, "Secret", {{"metafields", {field("text", "note", "hidden")}}});
    for (std::size_t i = 0; i < reads.size(); ++i) {
        const Reply now = get(reads[i]);
        EXPECT_EQ(now.body, before[i].body) << reads[i];
        EXPECT_EQ(digestOf(now), digestOf(before[i])) << reads[i];
    }
    EXPECT_EQ(titleOf(id, "?status=any"), "Secret") << "an answer from memory is not older than the draft";
}

TEST_P(DraftRevisions, HaveMetafieldsOfTheirOwn) {
    const std::string id = makeId("posts", "Live", {{"metafields", {field("text", "note", "shown")}}});
    prepare(id, "Secret", {{"metafields", {field("text", "note", "hidden"), field("text", "more", "x")}}});
    EXPECT_EQ(get("/objects/" + id + "/metafields").json().at("total"), 1);
    EXPECT_EQ(get("/objects/" + id + "/metafields/note").object("metafield").at("value"), "shown");
    EXPECT_EQ(refusalOf(get("/objects/" + id + "/metafields/more")), missing("metafield", "more"));
    EXPECT_EQ(get("/objects/" + id + "/metafields?status=any").json().at("total"), 2);
    EXPECT_EQ(get("/objects/" + id + "/metafields/note?status=any").object("metafield").at("value"), "hidden");
}

TEST_P(DraftRevisions, EndWithTheNextEditOfTheObject) {
    const std::string id = makeId("posts", "Live", {{"metafields", {field("text", "note", "a")}}});
    prepare(id, "Secret");
    const JsonObject edited = made(patch("/objects/" + id, {{"content", "edited"}}), "object");
    EXPECT_EQ(edited.at("title"), "Live") << "an edit is made of the object, not of its draft";
    EXPECT_EQ(titleOf(id, "?status=any"), "Live");
    prepare(id, "Secret");
    EXPECT_EQ(patch("/objects/" + id + "/metafields/note", {{"value", "b"}}).status, 200);
    EXPECT_EQ(titleOf(id, "?status=any"), "Live");
    EXPECT_EQ(api().count("objects", bucket().id), 1);
    EXPECT_EQ(titles("status=any"), (Titles{"Live"}));
    EXPECT_EQ(get("/objects/" + id + "/revisions?status=any").json().at("total"), 2) << "history stays";
}

TEST_P(DraftRevisions, TakeNoSlugFromAnybody) {
    const std::string id = makeId("posts", "Live");
    prepare(id, "Secret", {{"slug", "secret"}});
    EXPECT_EQ(makeObject("posts", "Other", {{"slug", "secret"}}).at("slug"), "secret");
    EXPECT_EQ(makeObject("posts", "Live").at("slug"), "live-2");
    const std::string second = makeId("posts", "Second");
    prepare(second, "Both");
    prepare(second, "Both again");
    EXPECT_EQ(patch("/objects/" + id, {{"slug", "live"}}).status, 200);
}

TEST_P(DraftRevisions, OfADraftObjectAreHiddenToo) {
    const std::string id = makeId("posts", "Hidden", {{"status", "draft"}});
    prepare(id, "Newer");
    EXPECT_EQ(refusalOf(get("/objects/" + id)), missing("object", id));
    EXPECT_EQ(get("/objects").json().at("total"), 0);
    EXPECT_EQ(titles("status=any"), (Titles{"Newer"}));
    EXPECT_EQ(made(patch("/objects/" + id, {{"status", "published"}}), "object").at("title"), "Hidden");
    EXPECT_EQ(titles(""), (Titles{"Hidden"}));
}

TEST_P(DraftRevisions, AreNoObjectsOfTheirOwn) {
    makeType("home", {}, {{"singleton", true}});
    const std::string id = makeId("home", "Home");
    const std::string draft(textOf(prepare(id, "Newer"), "id"));
    EXPECT_EQ(refusalOf(post("/objects", {{"type", "home"}, {"title", "Again"}})),
              "409: object type 'home' is a singleton and has its object already");
    EXPECT_EQ(patch("/object-types/home", {{"singleton", true}}).status, 200);
    const JsonObject relation = field("object", "x", draft, {{"object_type", "home"}});
    EXPECT_EQ(
        refusalOf(post("/objects", {{"type", "posts"}, {"title", "A"}, {"metafields", {relation}}})),
        "400: the object cannot be created: metafields[0].value: object '" + draft + "' was not found in this bucket");
    EXPECT_EQ(del("/objects/" + id).status, 200);
    EXPECT_EQ(makeObject("home", "Again").at("slug"), "again");
}

}  // namespace
}  // namespace inkwell::test
