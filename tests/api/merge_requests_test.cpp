// interface/merge-requests.md, "Routes" and "Completing".
#include <algorithm>
#include <mutex>
#include <set>
#include <thread>

#include "kernel/app/transfer.h"
#include "tests/support/api_scenario.h"

namespace inkwell::test {
namespace {

const std::string kNoId = "0123456789abcdef01234567";

/// Objects go from a source into the suite's bucket; `admin_` is an admin of both.
class MergeRequests : public ApiTest {
protected:
    void SetUp() override {
        ApiTest::SetUp();
        source_ = api().makeBucket();
        admin_ = api().makeUser(bucket(), "admin");
        identity().addAdmin(admin_.id, source_.id);
    }
    Identity& identity() { return *api().server().plugins().find<Identity>(); }

    Reply inSource(const std::string& method, const std::string& rest, const Json& body = nullptr) {
        return api().send(method, "/v2/buckets/" + source_.slug + rest, source_.writeKey, body);
    }
    std::string makeInSource(const std::string& type, const std::string& title, const JsonObject& more = {}) {
        JsonObject body{{"type", type}, {"title", title}};
        for (const auto& member : more) body[member.key()] = member.value();
        return std::string(textOf(made(inSource("POST", "/objects", body), "object"), "id"));
    }
    JsonArray inSourceOfType(const std::string& type) {
        const std::string query = R"(/objects?query={"type":")" + type + R"("}&read_key=)" + source_.readKey;
        return api().get("/v2/buckets/" + source_.slug + query).array("objects");
    }
    void makeSourceType(const std::string& slug, const JsonObject& more = {}) {
        JsonObject body{{"title", slug}, {"slug", slug}, {"singular", slug}};
        for (const auto& member : more) body[member.key()] = member.value();
        made(inSource("POST", "/object-types", body), "object_type");
    }
    /// posts with an author and a picture, in the source: the ids of the post and its author.
    std::pair<std::string, std::string> makePost(const std::string& title = "Post") {
        makeSourceType("authors");
        makeSourceType("posts");
        const std::string author = makeInSource("authors", "Ann");
        return {makeInSource("posts", title, {{"metafields", {relation("author", author, "authors")}}}), author};
    }
    static JsonObject relation(const std::string& key, const std::string& ids, const std::string& type,
                               const char* kind = "object") {
        return field(kind, key, ids, {{"object_type", type}});
    }

    Reply send(const std::string& method, const std::string& rest, const Json& body = nullptr) {
        return api().send(method, path("/merge-requests" + rest), admin_.token, body);
    }
    void addToSource(const TestServer::User& user, const char* role) {
        const JsonObject person{{"first_name", "A"}, {"last_name", "B"}, {"email", user.email}, {"role", role}};
        const Reply reply = api().send("POST", "/v2/buckets/" + source_.slug + "/users", admin_.token, person);
        ASSERT_EQ(reply.status, 200) << reply.body;
    }
    /// A read with an admin's token beside the read key.
    Reply readAsAdmin(const std::string& rest) { return with(admin_.token, rest); }
    Reply with(const std::string& token, const std::string& rest) {
        return api().get(path(rest), {{"X-Read-Key", bucket().readKey}, bearer(token)});
    }
    Json input(const std::vector<std::string>& ids) const {
        return {{"title", "Spring"}, {"source_bucket", source_.slug}, {"objects", JsonArray(ids.begin(), ids.end())}};
    }
    std::string open(const std::vector<std::string>& ids) {
        return std::string(textOf(made(send("POST", "", input(ids)), "merge_request"), "id"));
    }
    std::multiset<int> completeAtOnce(const std::vector<std::string>& requests) {
        std::multiset<int> statuses;
        std::mutex mutex;
        std::vector<std::thread> threads;
        for (const std::string& id : requests) {
            threads.emplace_back([&] {
                const int status = send("POST", "/" + id + "/complete").status;
                std::lock_guard lock(mutex);
                statuses.insert(status);
            });
        }
        for (std::thread& thread : threads) thread.join();
        return statuses;
    }
    JsonObject read(const std::string& id) { return made(get("/merge-requests/" + id), "merge_request"); }
    /// The objects of the suite's bucket by title, drafts too.
    std::map<std::string, JsonObject> objects() {
        std::map<std::string, JsonObject> all;
        for (const Json& one : get("/objects?status=any").array("objects")) {
            all[std::string(textOf(one.as_object(), "title"))] = one.as_object();
        }
        return all;
    }
    static std::set<std::string> titles(const Reply& reply) {
        std::set<std::string> all;
        for (const Json& one : reply.array("objects")) all.emplace(textOf(one.as_object(), "title"));
        return all;
    }

    TestServer::Bucket source_;
    TestServer::User admin_;
};
INKWELL_ON_BOTH_ENGINES(MergeRequests);

TEST_P(MergeRequests, AreOpenedListedRead) {
    makeSourceType("posts");
    const std::string a = makeInSource("posts", "A");
    const std::string b = makeInSource("posts", "B");
    const JsonObject opened = made(send("POST", "", input({b, a})), "merge_request");
    const std::string id(textOf(opened, "id"));
    EXPECT_EQ(opened, (JsonObject{{"id", id},
                                  {"title", "Spring"},
                                  {"status", "open"},
                                  {"source_bucket", source_.slug},
                                  {"target_bucket", bucket().slug},
                                  {"objects", {b, a}},
                                  {"created_at", opened.at("created_at")},
                                  {"created_by", admin_.id},
                                  {"modified_at", opened.at("created_at")},
                                  {"completed_at", nullptr},
                                  {"completed_by", nullptr}}));
    EXPECT_EQ(read(id), opened);
    const std::string second = open({a});
    const JsonObject list = get("/merge-requests").json();
    EXPECT_EQ(list.at("total"), 2);
    EXPECT_EQ(list.at("merge_requests").as_array().size(), 2U);
    const JsonObject page = get("/merge-requests?limit=1&skip=1&sort=created_at").json();
    EXPECT_EQ(page.at("total"), 2);
    EXPECT_EQ(page.at("merge_requests").at(0).at("id"), Json(second));
    EXPECT_EQ(refusalOf(get("/merge-requests?sort=title")),
              "400: sort must be one of -created_at, created_at, not 'title'");
    EXPECT_EQ(objects().size(), 0U) << "opening changes nothing";
}

TEST_P(MergeRequests, ShowTheirObjectsAsTheyAreInTheSource) {
    const auto [post, author] = makePost();
    const std::string draft = makeInSource("posts", "Draft", {{"status", "draft"}});
    makeInSource("posts", "Beside");
    const std::string id = open({post, draft, author});
    const std::string objects = "/merge-requests/" + id + "/objects";
    const Reply published = get(objects);
    ASSERT_EQ(published.status, 200) << published.body;
    EXPECT_EQ(titles(published), (std::set<std::string>{"Ann", "Post"}));
    EXPECT_EQ(published.json().at("total"), 2);
    EXPECT_EQ(titles(readAsAdmin(objects + "?status=any")), (std::set<std::string>{"Ann", "Draft", "Post"}));
    EXPECT_EQ(titles(get(objects + R"(?query={"type":"posts"})")), (std::set<std::string>{"Post"}));
    const Reply page = readAsAdmin(objects + "?status=any&limit=1&skip=1&sort=-created_at&props=id,metadata");
    EXPECT_EQ(page.array("objects").size(), 1U);
    EXPECT_EQ(page.json().at("total"), 3);
    const Reply related = get(objects + R"(?query={"type":"posts"}&props=metadata)");
    EXPECT_EQ(related.array("objects").at(0).at("metadata").at("author").at("title"), "Ann");
    EXPECT_EQ(inSource("PATCH", "/objects/" + post, {{"title", "Later"}}).status, 200);
    EXPECT_EQ(titles(get(objects)), (std::set<std::string>{"Ann", "Later"}));
    const Reply uncached = get(objects + "?use_cache=false");
    EXPECT_EQ(titles(uncached), (std::set<std::string>{"Ann", "Later"}));
    EXPECT_FALSE(uncached.headers.contains("inkwell-ignored")) << "it takes what the list of objects takes";
    EXPECT_EQ(refusalOf(get(objects + "?use_cache=maybe")), "400: use_cache must be true or false, not 'maybe'");
    EXPECT_EQ(
        refusalOf(get(objects + "?sort=colour")),
        "400: sort must be one of order, created_at, -created_at, modified_at, -modified_at, random, not 'colour'; the "
        "list of objects sorts by other fields with 'order_by', as in order_by=title");
    EXPECT_EQ(refusalOf(get("/merge-requests/" + kNoId + "/objects")), missing("merge request", kNoId));
}

TEST_P(MergeRequests, OpenNothingOfTheSourceButTheirObjects) {
    const auto [post, author] = makePost();
    const std::string id = open({post});
    const std::string objects = "/merge-requests/" + id + "/objects";
    const JsonObject shown = get(objects).array("objects").at(0).as_object();
    EXPECT_EQ(shown.at("metadata").at("author"), Json(author)) << "Ann is not in the request";
    EXPECT_EQ(get(objects).body.find("Ann"), std::string::npos);
    for (const char* guess : {R"({"metadata.author.title":"Ann"})", R"({"metadata.author.title":{"$regex":"^A"}})"}) {
        EXPECT_EQ(get(objects + "?query=" + guess).json().at("total"), 0) << guess;
    }
    EXPECT_EQ(get(objects + R"(?query={"metadata.author.id":")" + author + R"("})").json().at("total"), 1);

    const std::string both = "/merge-requests/" + open({post, author}) + "/objects";
    EXPECT_EQ(get(both + R"(?query={"metadata.author.title":"Ann"})").json().at("total"), 1);
    EXPECT_EQ(get(both + R"(?query={"metadata.author.title":{"$regex":"^A"}})").json().at("total"), 1);
}

TEST_P(MergeRequests, ShowDraftsToAdminsOnly) {
    makeSourceType("posts");
    const std::string id = open({makeInSource("posts", "Draft", {{"status", "draft"}})});
    const std::string objects = "/merge-requests/" + id + "/objects";
    const TestServer::User editor = api().makeUser(bucket(), "editor");
    EXPECT_EQ(titles(get(objects)), std::set<std::string>{});
    const Reply withKey = get(objects + "?status=any");
    EXPECT_EQ(withKey.status, 403);
    EXPECT_NE(withKey.message().find("shown to admins of bucket '" + bucket().slug + "' only"), std::string::npos);
    for (const std::string& token : {editor.token, bucket().writeKey, std::string("x")}) {
        EXPECT_EQ(refusalOf(with(token, objects + "?status=any")),
                  "403: drafts of a merge request are shown to admins of bucket '" + bucket().slug +
                      "' only: send the read key and the header 'Authorization: Bearer <token>'");
    }
    EXPECT_EQ(titles(api().get(path(objects + "?status=any"), {bearer(admin_.token)})), std::set<std::string>{"Draft"})
        << "without the read key";
    EXPECT_EQ(titles(readAsAdmin(objects + "?status=any")), std::set<std::string>{"Draft"});
}

TEST_P(MergeRequests, ShowDraftsToWhoIsAnAdminOfTheSourceToo) {
    makeSourceType("posts");
    const std::string id = open({makeInSource("posts", "Draft", {{"status", "draft"}})});
    const TestServer::User onlyTarget = api().makeUser(bucket(), "admin");
    const std::string objects = "/merge-requests/" + id + "/objects";
    const std::string refused =
        "403: drafts of merge request '" + id + "' are shown to who is an admin of bucket '" + source_.slug + "' too";
    EXPECT_EQ(refusalOf(with(onlyTarget.token, objects + "?status=any")), refused);
    addToSource(onlyTarget, "developer");
    EXPECT_EQ(refusalOf(with(onlyTarget.token, objects + "?status=any")), refused);
    EXPECT_EQ(with(onlyTarget.token, objects).status, 200);
    // What would be merged is theirs to look at.
    EXPECT_EQ(api().get(path("/merge-requests/" + id + "/changes"), {bearer(onlyTarget.token)}).status, 200);
}

TEST_P(MergeRequests, ShowNothingOnceWhoOpenedThemIsNoAdminOfTheSource) {
    makeSourceType("posts");
    const TestServer::User other = api().makeUser(source_, "admin");
    for (const char* left : {"removed", "lowered"}) {
        SCOPED_TRACE(left);
        const std::string id = open({makeInSource("posts", left)});
        const std::string objects = "/merge-requests/" + id + "/objects";
        ASSERT_EQ(get(objects).status, 200);
        const std::string member = "/v2/buckets/" + source_.slug + "/users/" + admin_.id;
        const bool isRemoved = std::string_view(left) == "removed";
        const Reply ended = isRemoved ? api().send("DELETE", member, other.token, nullptr)
                                      : api().send("PATCH", member, other.token, {{"role", "editor"}});
        ASSERT_EQ(ended.status, 200) << ended.body;
        const std::string nothing = "409: merge request '" + id +
                                    "' shows nothing any more: who opened it is no longer an admin of bucket '" +
                                    source_.slug + "'; an admin of both buckets can open another";
        EXPECT_EQ(refusalOf(get(objects)), nothing);
        EXPECT_EQ(refusalOf(readAsAdmin(objects)), nothing);
        EXPECT_EQ(refusalOf(readAsAdmin(objects + "?status=any")), nothing);
        EXPECT_EQ(refusalOf(send("GET", "/" + id + "/changes")), nothing);
        EXPECT_EQ(read(id).at("status"), "open");
        // Who is an admin of both reads the source anyway.
        const TestServer::User both = api().makeUser(bucket(), "admin");
        identity().addAdmin(both.id, source_.id);
        EXPECT_EQ(titles(with(both.token, objects + "?status=any")), std::set<std::string>{left});
        EXPECT_EQ(api().get(path("/merge-requests/" + id + "/changes"), {bearer(both.token)}).status, 200);
        EXPECT_EQ(api().send("POST", path("/merge-requests/" + id + "/complete"), both.token, nullptr).status, 200);
        if (isRemoved) identity().addAdmin(admin_.id, source_.id);
    }
}

TEST_P(MergeRequests, AreSeenAndClosedInTheirSource) {
    makeSourceType("posts");
    const std::string post = makeInSource("posts", "Post");
    const std::string first = open({post});
    const std::string second = open({post});
    const TestServer::User onlySource = api().makeUser(source_, "admin");
    const std::string outgoing = "/v2/buckets/" + source_.slug + "/outgoing-merge-requests";
    const auto list = [&](const std::string& more = "") {
        return api().get(outgoing + more, {bearer(onlySource.token)}).json();
    };
    EXPECT_EQ(list("?sort=created_at"),
              (JsonObject{{"merge_requests", {Json(read(first)), Json(read(second))}}, {"total", 2}}));
    EXPECT_EQ(list("?limit=1").at("merge_requests").at(0).at("id"), Json(second));
    EXPECT_EQ(list("?limit=1").at("total"), 2);
    EXPECT_EQ(send("GET", "/" + first).status, 200);

    const auto close = [&](const std::string& id) {
        return api().send("DELETE", outgoing + "/" + id, onlySource.token, nullptr);
    };
    EXPECT_EQ(close(first).message(), "merge request '" + first + "' was closed");
    EXPECT_EQ(read(first).at("status"), "closed");
    EXPECT_EQ(refusalOf(close(first)), "409: merge request '" + first + "' was closed");
    EXPECT_EQ(refusalOf(close(kNoId)), missing("merge request", kNoId));
    ASSERT_EQ(send("POST", "/" + second + "/complete").status, 200);
    EXPECT_EQ(list(), (JsonObject{{"merge_requests", JsonArray()}, {"total", 0}}));
    // Nothing leads out of the target.
    EXPECT_EQ(api().get(path("/outgoing-merge-requests"), {bearer(admin_.token)}).json().at("total"), 0);
    EXPECT_EQ(refusalOf(api().send("DELETE", path("/outgoing-merge-requests/" + second), admin_.token, nullptr)),
              missing("merge request", second));

    std::vector<std::string> told;
    for (const Json& entry :
         api().get("/v2/buckets/" + source_.slug + "/audit?kind=merge", {bearer(onlySource.token)}).array("audit"))
        told.push_back(std::string(textOf(entry.as_object(), "action")) + " " +
                       std::string(textOf(entry.as_object(), "id")) + " by " +
                       std::string(textOf(entry.at("actor").as_object(), "id")));
    EXPECT_EQ(told, (std::vector<std::string>{
                        "completed " + second + " by " + admin_.id, "closed " + first + " by " + onlySource.id,
                        "created " + second + " by " + admin_.id, "created " + first + " by " + admin_.id}));
}

TEST_P(MergeRequests, CloseTheSourceAgainOnceTheyAreMerged) {
    makeSourceType("posts");
    const std::string id = open({makeInSource("posts", "Post")});
    ASSERT_EQ(send("POST", "/" + id + "/complete").status, 200);
    for (const Reply& refused :
         {get("/merge-requests/" + id + "/objects"), readAsAdmin("/merge-requests/" + id + "/objects?status=any")}) {
        EXPECT_EQ(refused.status, 409);
        EXPECT_NE(refused.message().find("'" + id + "' was completed; its objects are those of bucket '" +
                                         bucket().slug + "' now"),
                  std::string::npos)
            << refused.body;
    }
}

TEST_P(MergeRequests, CompletingBringsObjectsTypesAndRelations) {
    const auto [post, author] = makePost();
    const std::string id = open({post});
    const std::int64_t before = api().lastChange();
    const JsonObject done = made(send("POST", "/" + id + "/complete"), "merge_request");
    EXPECT_EQ(done.at("status"), "merged");
    EXPECT_EQ(done.at("completed_by"), Json(admin_.id));
    EXPECT_TRUE(done.at("completed_at").is_string());
    EXPECT_EQ(read(id), done);
    const std::vector<std::string> changes = api().changesSince(before);
    EXPECT_EQ(std::count(changes.begin(), changes.end(), "object.created"), 2);
    EXPECT_EQ(std::count(changes.begin(), changes.end(), "object_type.created"), 2);
    EXPECT_EQ(changes.back(), "merge.completed");

    const std::map<std::string, JsonObject> copies = objects();
    ASSERT_EQ(copies.size(), 2U);
    const JsonObject& copy = copies.at("Post");
    EXPECT_NE(copy.at("id"), Json(post));
    EXPECT_EQ(copy.at("created_by"), Json(admin_.id));
    EXPECT_EQ(copy.at("modified_by"), Json(admin_.id));
    EXPECT_EQ(copy.at("metadata").at("author").at("id"), copies.at("Ann").at("id"));
    EXPECT_NE(copies.at("Ann").at("id"), Json(author));
}

TEST_P(MergeRequests, CompletingEditsWhatIsMatchedAndLeavesTheRest) {
    const auto [post, author] = makePost("Title");
    ASSERT_EQ(send("POST", "/" + open({post}) + "/complete").status, 200);
    const JsonObject first = objects().at("Title");
    const std::string ann(textOf(objects().at("Ann"), "id"));
    EXPECT_EQ(patch("/objects/" + ann, {{"title", "Ann, here"}}).status, 200);
    EXPECT_EQ(patch("/object-types/posts", {{"title", "Posts, here"}}).status, 200);
    EXPECT_EQ(inSource("PATCH", "/objects/" + post, {{"title", "Edited"}, {"content", "new"}}).status, 200);
    EXPECT_EQ(inSource("PATCH", "/objects/" + author, {{"title", "Ann, there"}}).status, 200);

    const std::int64_t before = api().lastChange();
    ASSERT_EQ(send("POST", "/" + open({post}) + "/complete", {{"trigger_webhook", true}}).status, 200);
    EXPECT_EQ(api().changesSince(before), (std::vector<std::string>{"merge.created", "merge.created", "object.edited",
                                                                    "merge.completed", "merge.completed"}))
        << "in the source, too";
    const JsonObject edited = objects().at("Edited");
    EXPECT_EQ(edited.at("id"), first.at("id"));
    EXPECT_EQ(edited.at("created_at"), first.at("created_at"));
    EXPECT_EQ(edited.at("content"), "new");
    EXPECT_EQ(edited.at("metadata").at("author").at("title"), "Ann, here");
    EXPECT_EQ(get("/object-types/posts").object("object_type").at("title"), "Posts, here");

    const std::int64_t again = api().lastChange();
    ASSERT_EQ(send("POST", "/" + open({post}) + "/complete").status, 200);
    EXPECT_EQ(api().changesSince(again),
              (std::vector<std::string>{"merge.created", "merge.created", "merge.completed", "merge.completed"}))
        << "nothing had changed";
}

TEST_P(MergeRequests, LocalesAreDifferentObjectsAndDraftsComeAsTheyAre) {
    makeSourceType("posts", {{"localization", true}, {"locales", {"en", "de"}}});
    const std::string en = makeInSource("posts", "Hello", {{"slug", "post"}, {"locale", "en"}});
    const std::string de = makeInSource("posts", "Hallo", {{"slug", "post"}, {"locale", "de"}, {"status", "draft"}});
    ASSERT_EQ(send("POST", "/" + open({en}) + "/complete").status, 200);
    ASSERT_EQ(send("POST", "/" + open({en, de}) + "/complete").status, 200);
    const std::map<std::string, JsonObject> copies = objects();
    ASSERT_EQ(copies.size(), 2U);
    EXPECT_EQ(copies.at("Hallo").at("locale"), "de");
    EXPECT_EQ(copies.at("Hallo").at("status"), "draft");
    EXPECT_EQ(get("/objects").json().at("total"), 1);
}

TEST_P(MergeRequests, ADraftOfANewerVersionIsShownButStaysBehind) {
    makeSourceType("posts");
    const std::string live = makeInSource("posts", "Live");
    const JsonObject draft{{"title", "Next"}, {"status", "draft"}};
    ASSERT_EQ(inSource("POST", "/objects/" + live + "/revisions", draft).status, 200);
    const std::string id = open({live});
    EXPECT_EQ(titles(readAsAdmin("/merge-requests/" + id + "/objects?status=any")), std::set<std::string>{"Next"});
    EXPECT_EQ(titles(get("/merge-requests/" + id + "/objects")), std::set<std::string>{"Live"});
    ASSERT_EQ(send("POST", "/" + id + "/complete").status, 200);
    ASSERT_EQ(objects().size(), 1U);
    const std::string copy(textOf(objects().at("Live"), "id"));

    // An edit that comes from a merge ends a draft over the target's object like any other edit.
    ASSERT_EQ(post("/objects/" + copy + "/revisions", draft).status, 200);
    EXPECT_EQ(objects().count("Next"), 1U);
    ASSERT_EQ(inSource("PATCH", "/objects/" + live, {{"title", "Merged"}}).status, 200);
    ASSERT_EQ(send("POST", "/" + open({live}) + "/complete").status, 200);
    EXPECT_EQ(objects().at("Merged").at("id"), Json(copy));
    EXPECT_EQ(objects().size(), 1U);
}

TEST_P(MergeRequests, ARequestIsCompletedOrClosedOnce) {
    makeSourceType("posts");
    const std::string post = makeInSource("posts", "A");
    const std::string merged = open({post});
    ASSERT_EQ(send("POST", "/" + merged + "/complete").status, 200);
    const std::string closed = open({post});
    const Reply gone = send("DELETE", "/" + closed);
    EXPECT_EQ(gone.status, 200);
    EXPECT_NE(gone.message().find(closed), std::string::npos);
    EXPECT_EQ(read(closed).at("status"), "closed");
    run({{.name = "completed twice",
          .method = "POST",
          .url = "/v2/buckets/{bucket}/merge-requests/{merged}/complete",
          .token = "{admin}",
          .status = 409,
          .present = {"{merged}", "completed already"}},
         {.name = "closed after its completion",
          .method = "DELETE",
          .url = "/v2/buckets/{bucket}/merge-requests/{merged}",
          .token = "{admin}",
          .status = 409,
          .present = {"completed already"}},
         {.name = "completed after its closing",
          .method = "POST",
          .url = "/v2/buckets/{bucket}/merge-requests/{closed}/complete",
          .token = "{admin}",
          .status = 409,
          .present = {"{closed}", "was closed"}},
         {.name = "the objects of a closed one",
          .url = "/v2/buckets/{bucket}/merge-requests/{closed}/objects?read_key={read_key}",
          .status = 409,
          .present = {"was closed"}},
         {.name = "a bad body of complete",
          .method = "POST",
          .url = "/v2/buckets/{bucket}/merge-requests/{merged}/complete",
          .token = "{admin}",
          .body = R"({"trigger_webhook": 7, "force": true})",
          .status = 400,
          .present = {"trigger_webhook", "force"}},
         {.name = "an unknown one",
          .method = "POST",
          .url = "/v2/buckets/{bucket}/merge-requests/" + kNoId + "/complete",
          .token = "{admin}",
          .status = 404,
          .present = {kNoId}}},
        {{"admin", admin_.token}, {"merged", merged}, {"closed", closed}});
}

TEST_P(MergeRequests, OfTwoWhoCompleteAtOnceOneIsTold) {
    makeSourceType("posts");
    const std::string id = open({makeInSource("posts", "A"), makeInSource("posts", "B")});
    EXPECT_EQ(completeAtOnce({id, id}), (std::multiset<int>{200, 409}));
    EXPECT_EQ(objects().size(), 2U);
}

TEST_P(MergeRequests, BothBucketsDecideWhoMayMerge) {
    makeSourceType("posts");
    const std::string post = makeInSource("posts", "A");
    const std::string id = open({post});
    const TestServer::User onlyTarget = api().makeUser(bucket(), "admin");
    const TestServer::User onlySource = api().makeUser(source_, "admin");
    const TestServer::User editor = api().makeUser(source_, "editor");
    identity().addAdmin(editor.id, bucket().id);
    const std::string complete = "/merge-requests/" + id + "/complete";
    const auto expect = [&](int status, const std::string& token, const std::string& text) {
        for (const Reply& reply : {api().send("POST", path("/merge-requests"), token, input({post})),
                                   api().send("POST", path(complete), token, nullptr)}) {
            EXPECT_EQ(reply.status, status) << reply.body;
            EXPECT_NE(reply.message().find(text), std::string::npos) << reply.body;
        }
    };
    expect(404, onlyTarget.token, "bucket '" + source_.slug + "' was not found");
    expect(404, onlySource.token, "bucket '" + bucket().slug + "' was not found");
    expect(403, editor.token, "'" + source_.slug + "'");
    expect(403, bucket().writeKey, "a user who has signed in");
    expect(401, source_.writeKey, "sign in again");
    expect(401, "", "");
    EXPECT_EQ(refusalOf(api().send("DELETE", path("/merge-requests/" + id), onlySource.token, nullptr)),
              missing("bucket", bucket().slug));
    EXPECT_EQ(refusalOf(api().get(path("/merge-requests"))), kNoReadKey);
    EXPECT_EQ(refusalOf(api().get(path("/merge-requests?read_key=" + source_.readKey))), badReadKey(bucket().slug));
    // Another bucket's request is a missing one.
    const std::string other = "/v2/buckets/" + source_.slug + "/merge-requests/" + id;
    EXPECT_EQ(refusalOf(api().get(other + "?read_key=" + source_.readKey)), missing("merge request", id));
    EXPECT_EQ(refusalOf(api().get(other + "/objects?read_key=" + source_.readKey)), missing("merge request", id));
    EXPECT_EQ(read(id).at("status"), "open");
    EXPECT_EQ(api().send("DELETE", path("/merge-requests/" + id), onlyTarget.token, nullptr).status, 200);
}

TEST_P(MergeRequests, WhoMayOnlyDraftMayNotComplete) {
    makeSourceType("posts");
    const std::string id = open({makeInSource("posts", "A")});
    api().makeUser(bucket(), "admin");  // the last admin cannot be lowered
    ASSERT_EQ(api()
                  .send("PATCH", path("/users/" + admin_.id), admin_.token,
                        {{"role", "admin"}, {"publishing_restrictions", "draft_only"}})
                  .status,
              200);
    EXPECT_EQ(refusalOf(send("POST", "/" + id + "/complete")), kNoPublishing);
    EXPECT_TRUE(objects().empty());
}

TEST_P(MergeRequests, AllProblemsOfABodyComeAtOnce) {
    makeSourceType("posts");
    const std::string post = makeInSource("posts", "A");
    const std::int64_t before = api().lastChange();
    const Reply bad = send("POST", "",
                           {{"title", " "},
                            {"source_bucket", source_.slug},
                            {"objects", {post, kNoId, post, "short", 7}},
                            {"colour", "red"}});
    EXPECT_EQ(bad.status, 400);
    EXPECT_TRUE(bad.message().starts_with("the merge request cannot be opened: ")) << bad.message();
    std::set<std::string> paths;
    for (const std::string& problem : bad.problems()) paths.insert(problem.substr(0, problem.find(": ")));
    EXPECT_EQ(paths, (std::set<std::string>{"title", "colour", "objects[1]", "objects[2]", "objects[3]", "objects[4]"}))
        << bad.body;
    EXPECT_NE(bad.body.find("object '" + kNoId + "' was not found in bucket '" + source_.slug + "'"), std::string::npos)
        << bad.body;

    const auto refused = [&](const Json& body) {
        const Reply reply = send("POST", "", body);
        EXPECT_EQ(reply.status, 400);
        return reply.problems().empty() ? reply.message() : reply.problems().front();
    };
    EXPECT_NE(refused(input({})).find("objects: "), std::string::npos);
    EXPECT_NE(refused(input(std::vector<std::string>(1001, post))).find("1000"), std::string::npos);
    EXPECT_NE(refused({{"title", "T"}, {"source_bucket", bucket().slug}, {"objects", {post}}}).find("source_bucket"),
              std::string::npos);
    EXPECT_EQ(send("POST", "", JsonObject()).problems().size(), 3U);
    EXPECT_EQ(refusalOf(send("POST", "", {{"title", "T"}, {"source_bucket", "no-such"}, {"objects", {post}}})),
              missing("bucket", "no-such"));
    // An object of the target is none of the source.
    makeType("posts");
    const std::string ours = makeId("posts", "Ours");
    EXPECT_NE(refused(input({ours})).find(ours), std::string::npos);
    EXPECT_EQ(get("/merge-requests").json().at("total"), 0);
    EXPECT_EQ(api().changesSince(before), (std::vector<std::string>{"object_type.created", "object.created"}));
}

TEST_P(MergeRequests, AnObjectThatIsGoneStopsTheMerge) {
    makeSourceType("posts");
    const std::string stays = makeInSource("posts", "Stays");
    const std::string goes = makeInSource("posts", "Goes");
    const std::string id = open({stays, goes});
    ASSERT_EQ(inSource("DELETE", "/objects/" + goes).status, 200);
    EXPECT_EQ(titles(get("/merge-requests/" + id + "/objects")), std::set<std::string>{"Stays"});
    const std::int64_t before = api().lastChange();
    const Reply refused = send("POST", "/" + id + "/complete");
    EXPECT_EQ(refused.status, 409);
    EXPECT_NE(refused.message().find("'" + goes + "'"), std::string::npos) << refused.body;
    EXPECT_EQ(refused.message().find("'" + stays + "'"), std::string::npos) << refused.body;
    EXPECT_TRUE(api().changesSince(before).empty());
    EXPECT_TRUE(objects().empty());
    EXPECT_EQ(read(id).at("status"), "open");
}

TEST_P(MergeRequests, WhatDoesNotFitLeavesTheTargetUntouched) {
    const auto [post, author] = makePost();
    makeSourceType("homes", {{"singleton", true}});
    const std::string home = makeInSource("homes", "Home");
    makeType("homes", {}, {{"singleton", true}});
    makeObject("homes", "Our home");
    const std::string id = open({post, home});
    const std::int64_t before = api().lastChange();
    const Reply refused = send("POST", "/" + id + "/complete");
    EXPECT_EQ(refused.status, 409);
    EXPECT_NE(refused.message().find("object '" + home + "' (\"Home\"), type: object type 'homes' is a singleton"),
              std::string::npos)
        << refused.body;
    EXPECT_TRUE(api().changesSince(before).empty());
    EXPECT_EQ(objects().size(), 1U);
    EXPECT_EQ(get("/object-types").array("object_types").size(), 1U);
    EXPECT_EQ(read(id).at("status"), "open");
    // Once it fits it can be completed.
    ASSERT_EQ(del("/objects/" + std::string(textOf(objects().at("Our home"), "id"))).status, 200);
    EXPECT_EQ(send("POST", "/" + id + "/complete").status, 200);
    EXPECT_EQ(objects().size(), 3U);
}

TEST_P(MergeRequests, FollowTheEndOfEitherBucket) {
    makeSourceType("posts");
    const std::string post = makeInSource("posts", "A");
    const std::string merged = open({post});
    ASSERT_EQ(send("POST", "/" + merged + "/complete").status, 200);
    const std::string waiting = open({post});
    const std::int64_t before = api().lastChange();
    ASSERT_EQ(api().send("DELETE", "/v2/buckets/" + source_.slug, admin_.token, nullptr).status, 200);
    const std::vector<std::string> changes = api().changesSince(before);
    EXPECT_EQ(std::count(changes.begin(), changes.end(), "merge.closed"), 1);
    const JsonObject told = api().get(path("/audit?kind=merge&limit=1"), {bearer(admin_.token)}).json();
    EXPECT_EQ(told.at("audit").at(0).at("action"), "closed");
    EXPECT_EQ(told.at("audit").at(0).at("id"), Json(waiting));
    EXPECT_EQ(read(merged).at("status"), "merged");
    EXPECT_EQ(read(waiting).at("status"), "closed");
    EXPECT_EQ(read(waiting).at("source_bucket"), Json(source_.slug));
    EXPECT_EQ(refusalOf(send("POST", "/" + waiting + "/complete")), "409: merge request '" + waiting + "' was closed");
    EXPECT_EQ(refusalOf(get("/merge-requests/" + merged + "/objects")),
              "409: merge request '" + merged + "' was completed; its objects are those of bucket '" + bucket().slug +
                  "' now");
    // A new bucket with the old slug is another bucket.
    ASSERT_EQ(api().send("POST", "/v2/buckets", admin_.token, {{"title", "New"}, {"slug", source_.slug}}).status, 200);
    EXPECT_EQ(refusalOf(get("/merge-requests/" + merged + "/objects")),
              "409: merge request '" + merged + "' was completed; its objects are those of bucket '" + bucket().slug +
                  "' now");
    EXPECT_EQ(api().count("merge_requests", bucket().id), 2);
    ASSERT_EQ(api().send("DELETE", path(""), admin_.token, nullptr).status, 200);
    EXPECT_EQ(api().count("merge_requests", bucket().id), 0);
}

TEST_P(MergeRequests, FilesInTextsComeAlongAndTheirAddressesToo) {
    const auto text = [&](const std::string& slug) {
        return "<p>/v2/media-files/" + slug + "/a%20b.png <img src=\"https://x.org/v2/images/" + slug +
               "/c.png?w=3&amp;h=4\"> [c](/v2/media-files/" + slug + "/c.png)</p>";
    };
    const std::string foreign = " /v2/media-files/" + source_.slug + "/gone.png /v2/images/" + source_.slug +
                                "0/c.png /v2/media-files/" + source_.slug + "/";
    const JsonObject inner = field("html-textarea", "inner", text(source_.slug));
    const JsonArray metafields{
        field("text", "plain", "/v2/images/" + source_.slug + "/d.png"),
        JsonObject{{"type", "parent"}, {"key", "group"}, {"title", "group"}, {"children", {inner}}}};
    JsonArray media;
    for (const char* name : {"a b.png", "c.png", "d.png", "e.png"}) {
        media.push_back({{"name", name}, {"type", "image/png"}});
    }
    const JsonObject post{{"type", "posts"},
                          {"slug", "post"},
                          {"title", "Post"},
                          {"content", text(source_.slug) + foreign},
                          {"metafields", metafields}};
    const JsonObject content{
        {"media", media}, {"object_types", {{{"title", "Posts"}, {"slug", "posts"}}}}, {"objects", {post}}};
    kernel::importBucket(api().server(), {{"bucket", content}}, source_.slug, "", [](auto&&...) {});
    const std::string theirs(textOf(inSourceOfType("posts").at(0).as_object(), "id"));
    ASSERT_EQ(send("POST", "/" + open({theirs}) + "/complete").status, 200);
    const JsonObject here = objects().at("Post");
    EXPECT_EQ(here.at("content"), Json(text(bucket().slug) + foreign));
    EXPECT_EQ(here.at("metadata").at("group").at("inner"), Json(text(bucket().slug)));
    EXPECT_EQ(here.at("metadata").at("plain"), Json("/v2/images/" + bucket().slug + "/d.png"));
    std::set<std::string> names;
    for (const Json& one : get("/media").array("media")) names.emplace(textOf(one.as_object(), "name"));
    EXPECT_EQ(names, (std::set<std::string>{"a b.png", "c.png", "d.png"})) << "what no text names stays";
    const Reply changes = api().get(path("/merge-requests/" + open({theirs}) + "/changes"), {bearer(admin_.token)});
    EXPECT_EQ(changes.array("changes").at(0).at("action"), "none") << changes.body;
    EXPECT_EQ(inSourceOfType("posts").at(0).at("content"), Json(text(source_.slug) + foreign));
}

// Neither sees before its commit what the other one brings: a type, a folder, a file and an object.
TEST_P(MergeRequests, TwoThatBringTheSameAtOnceAreBothCompleted) {
    for (int round = 0; round < 8; ++round) {
        const std::string name = "same-" + std::to_string(round);
        const auto object = [&](const std::string& slug) {
            return JsonObject{{"type", name}, {"slug", slug}, {"title", slug}, {"thumbnail", name}};
        };
        const JsonObject content{{"media_folders", {{{"title", name}, {"slug", name}}}},
                                 {"media", {{{"name", name}, {"type", "image/png"}, {"folder", name}}}},
                                 {"object_types", {{{"title", name}, {"slug", name}}}},
                                 {"objects", {object("a"), object("b"), object("c")}}};
        kernel::importBucket(api().server(), {{"bucket", content}}, source_.slug, "", [](auto&&...) {});
        std::map<std::string, std::string> ids;
        for (const Json& one : inSourceOfType(name)) {
            ids[std::string(textOf(one.as_object(), "title"))] = textOf(one.as_object(), "id");
        }
        const std::vector<std::string> requests{open({ids.at("a"), ids.at("c")}), open({ids.at("b"), ids.at("c")})};
        EXPECT_EQ(completeAtOnce(requests), (std::multiset<int>{200, 200})) << round;
        EXPECT_EQ(get(R"(/objects?query={"type":")" + name + R"("})").json().at("total"), 3);
    }
}

TEST_P(MergeRequests, KeepWhatTheyOverwriteAsARevision) {
    makeSourceType("posts");
    makeType("posts");
    const std::string mine = makeId("posts", "Post", {{"content", "ours"}});
    const std::string theirs = makeInSource("posts", "Post", {{"content", "theirs"}});
    ASSERT_EQ(send("POST", "/" + open({theirs}) + "/complete").status, 200);
    EXPECT_EQ(objects().at("Post").at("content"), "theirs");
    const auto kept = [&] { return get("/objects/" + mine + "/revisions?status=any").array("revisions"); };
    ASSERT_EQ(kept().size(), 1U);
    EXPECT_EQ(kept().at(0).at("content"), "ours");
    EXPECT_TRUE(get("/objects/" + mine + "/revisions").array("revisions").empty()) << "for writers";
    ASSERT_EQ(send("POST", "/" + open({theirs}) + "/complete").status, 200);
    EXPECT_EQ(kept().size(), 1U) << "nothing was overwritten";
    const JsonObject back{{"revision", kept().at(0).at("id")}, {"as", "live"}};
    ASSERT_EQ(post("/objects/" + mine + "/restore", back).status, 200);
    EXPECT_EQ(objects().at("Post").at("content"), "ours");
}

TEST_P(MergeRequests, WhatTheyPublishIsPublishedWhenTheyAreCompleted) {
    makeSourceType("posts");
    makeType("posts");
    for (const char* title : {"Ours", "Draft", "Off"}) {
        const bool isDraft = std::string(title) == "Draft";
        makeObject("posts", title, {{"content", "old"}, {"status", isDraft ? "draft" : "published"}});
    }
    const std::map<std::string, JsonObject> before = objects();
    const std::string draft = makeInSource("posts", "New draft");
    ASSERT_EQ(inSource("PATCH", "/objects/" + draft, {{"status", "draft"}}).status, 200);
    const std::vector<std::string> ids{makeInSource("posts", "Ours"), makeInSource("posts", "Draft"),
                                       makeInSource("posts", "Off", {{"status", "draft"}}),
                                       makeInSource("posts", "New"), draft};
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    const JsonObject done = made(send("POST", "/" + open(ids) + "/complete"), "merge_request");
    std::map<std::string, JsonObject> after = objects();
    const auto publishedAt = [&](const char* title) { return textOf(after.at(title), "published_at"); };
    const std::string_view opened = textOf(done, "created_at");
    EXPECT_EQ(after.at("Ours").at("published_at"), before.at("Ours").at("published_at")) << "it was published";
    EXPECT_GE(publishedAt("Draft"), opened);
    EXPECT_GE(publishedAt("New"), opened);
    EXPECT_EQ(publishedAt("New"), textOf(after.at("New"), "created_at"));
    EXPECT_LE(publishedAt("Draft"), textOf(done, "completed_at"));
    EXPECT_EQ(after.at("Off").at("published_at"), before.at("Off").at("published_at"));
    EXPECT_TRUE(after.at("New draft").at("published_at").is_null()) << "never here";
}

// Look-ups are made for all objects at once; what is left for each is storing it.
TEST_P(MergeRequests, FiveHundredRelatedObjectsAreMergedInABoundedNumberOfStatements) {
    constexpr std::size_t kObjects = 500;
    constexpr std::size_t kPerObject = 14;  // four of them for the index of searches
    const std::string idStart = "5a0000000000000000";
    constexpr std::size_t kBesides = 60;
    JsonArray chain;
    for (std::size_t i = 0; i < kObjects; ++i) {
        const std::string number = std::to_string(100000 + i);
        JsonArray metafields;
        if (i > 0) metafields.push_back(relation("next", idStart + std::to_string(100000 + i - 1), "posts"));
        chain.push_back({{"id", idStart + number},
                         {"type", "posts"},
                         {"slug", "post-" + number},
                         {"title", "Post " + number},
                         {"metafields", metafields}});
    }
    const JsonObject content{{"object_types", {{{"title", "Posts"}, {"slug", "posts"}}}}, {"objects", chain}};
    kernel::importBucket(api().server(), {{"bucket", content}}, source_.slug, "", [](auto&&...) {});
    std::vector<std::string> ids;
    const Reply all = api().get("/v2/buckets/" + source_.slug + "/objects?props=id&read_key=" + source_.readKey);
    for (const Json& one : all.array("objects")) ids.emplace_back(textOf(one.as_object(), "id"));
    ASSERT_EQ(ids.size(), kObjects);
    for (const bool isFirst : {true, false}) {
        const std::string id = open(ids);
        const std::int64_t before = api().server().database().requestStatementCount();
        ASSERT_EQ(send("POST", "/" + id + "/complete").status, 200);
        EXPECT_LT(api().server().database().requestStatementCount() - before, kObjects * kPerObject + kBesides)
            << (isFirst ? "created" : "unchanged");
    }
    EXPECT_EQ(get("/objects?limit=1").json().at("total"), kObjects);
}

}  // namespace
}  // namespace inkwell::test
