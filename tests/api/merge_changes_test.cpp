// interface/merge-requests.md, "What would change".
#include "tests/support/api_scenario.h"

namespace inkwell::test {
namespace {

class MergeChanges : public ApiTest {
protected:
    void SetUp() override {
        ApiTest::SetUp();
        source_ = api().makeBucket();
        admin_ = api().makeUser(bucket(), "admin");
        api().server().plugins().find<Identity>()->addAdmin(admin_.id, source_.id);
        for (const TestServer::Bucket& each : {bucket(), source_}) {
            for (const char* type : {"posts", "authors"})
                written(each, "/object-types", {{"title", type}}, "object_type");
        }
    }
    JsonObject written(const TestServer::Bucket& where, const std::string& rest, const JsonObject& body,
                       const std::string& name) {
        return made(api().send("POST", "/v2/buckets/" + where.slug + rest, where.writeKey, body), name);
    }
    std::string makeIn(const TestServer::Bucket& where, const JsonObject& body) {
        return std::string(textOf(written(where, "/objects", body, "object"), "id"));
    }
    std::string open(const std::vector<std::string>& ids) {
        const JsonObject body{
            {"title", "Spring"}, {"source_bucket", source_.slug}, {"objects", JsonArray(ids.begin(), ids.end())}};
        const Reply reply = api().send("POST", path("/merge-requests"), admin_.token, body);
        return std::string(textOf(made(reply, "merge_request"), "id"));
    }
    Reply changes(const std::string& request, const std::string& more = "") {
        return api().get(path("/merge-requests/" + request + "/changes" + more), {bearer(admin_.token)});
    }
    std::string stateOf(const std::string& request, const std::string& more = "") {
        return std::string(textOf(changes(request, more).json(), "state"));
    }
    Reply complete(const std::string& request, const Json& body = nullptr) {
        return api().send("POST", path("/merge-requests/" + request + "/complete"), admin_.token, body);
    }
    void edit(const TestServer::Bucket& where, const std::string& rest, const JsonObject& body) {
        const Reply reply = api().send("PATCH", "/v2/buckets/" + where.slug + rest, where.writeKey, body);
        EXPECT_EQ(reply.status, 200) << reply.body;
    }
    std::string idOfPost() { return std::string(textOf(get("/objects").array("objects").at(0).as_object(), "id")); }
    static Json change(const char* name, boost::json::value_ref from, boost::json::value_ref to) {
        return JsonObject{{"field", name}, {"from", from}, {"to", to}};
    }

    TestServer::Bucket source_;
    TestServer::User admin_;
};
INKWELL_ON_BOTH_ENGINES(MergeChanges);

TEST_P(MergeChanges, TellFieldByFieldWhatCompletingChanges) {
    const auto metafields = [](const char* lead, const char* same) {
        return JsonArray{field("text", "lead", lead), field("text", "same", same)};
    };
    const std::string mine =
        makeIn(bucket(), {{"type", "posts"}, {"title", "Old"}, {"slug", "post"}, {"metafields", metafields("a", "x")}});
    const std::string theirs =
        makeIn(source_, {{"type", "posts"}, {"title", "New"}, {"slug", "post"}, {"metafields", metafields("b", "x")}});
    const std::string request = open({theirs});
    const Reply reply = changes(request);
    ASSERT_EQ(reply.status, 200) << reply.body;
    ASSERT_EQ(reply.array("changes").size(), 1u);
    const JsonObject shown = reply.array("changes").at(0).as_object();
    EXPECT_EQ(shown.at("source"), Json(theirs));
    EXPECT_EQ(shown.at("target"), Json(mine));
    EXPECT_EQ(shown.at("action"), "edit");
    EXPECT_EQ(shown.at("fields"), (JsonArray{change("title", "Old", "New"), change("metadata.lead", "a", "b")}));
    ASSERT_EQ(api().send("POST", path("/merge-requests/" + request + "/complete"), admin_.token, nullptr).status, 200);
    EXPECT_EQ(refusalOf(changes(request)), "409: merge request '" + request +
                                               "' was completed; its objects are those of bucket '" + bucket().slug +
                                               "' now");
    EXPECT_EQ(changes(open({theirs})).array("changes").at(0).at("action"), "none");
}

TEST_P(MergeChanges, TellWhatWouldBeCreated) {
    const std::string draft = makeIn(source_, {{"type", "posts"}, {"title", "Draft"}, {"status", "draft"}});
    const JsonObject shown = changes(open({draft})).array("changes").at(0).as_object();
    EXPECT_EQ(shown.at("action"), "create");
    EXPECT_TRUE(shown.at("target").is_null());
    EXPECT_EQ(shown.at("fields").at(0), change("title", nullptr, "Draft"));
}

TEST_P(MergeChanges, RelationsAreComparedAsTheyWillBe) {
    const auto post = [&](const TestServer::Bucket& where, const std::string& author) {
        const JsonArray metafields{field("object", "author", author, {{"object_type", "authors"}})};
        return makeIn(where, {{"type", "posts"}, {"title", "Post"}, {"slug", "post"}, {"metafields", metafields}});
    };
    const auto author = [&](const TestServer::Bucket& where, const std::string& name) {
        return makeIn(where, {{"type", "authors"}, {"title", name}});
    };
    post(bucket(), author(bucket(), "Ann"));
    const std::string theirs = post(source_, author(source_, "Ann"));
    EXPECT_EQ(changes(open({theirs})).array("changes").at(0).at("action"), "none");
}

// A merge leaves out what is not there; the target's own may come back from the trash, and stays.
TEST_P(MergeChanges, ARelationToWhatIsGoneIsNoChange) {
    const auto post = [&](const TestServer::Bucket& where, const std::string& author) {
        const JsonArray metafields{field("object", "author", author, {{"object_type", "authors"}})};
        return makeIn(where, {{"type", "posts"}, {"title", "Post"}, {"slug", "post"}, {"metafields", metafields}});
    };
    const auto gone = [&](const TestServer::Bucket& where) {
        const std::string author = makeIn(where, {{"type", "authors"}, {"title", "Ann"}});
        const std::string id = post(where, author);
        EXPECT_EQ(
            api().send("DELETE", "/v2/buckets/" + where.slug + "/objects/" + author, where.writeKey, nullptr).status,
            200);
        return id;
    };
    const std::string theirs = gone(source_);
    const std::string request = open({theirs});
    EXPECT_EQ(changes(request).array("changes").at(0).at("action"), "create");
    ASSERT_EQ(api().send("POST", path("/merge-requests/" + request + "/complete"), admin_.token, nullptr).status, 200);
    EXPECT_EQ(changes(open({theirs})).array("changes").at(0).at("action"), "none");
    ASSERT_EQ(del("/objects/" + idOfPost()).status, 200);
    gone(bucket());
    const JsonObject change = changes(open({theirs})).array("changes").at(0).as_object();
    EXPECT_EQ(change.at("action"), "none") << writeJson(Json(change));
}

// The target keeps the place of an object in its lists, and since when it is published.
TEST_P(MergeChanges, WhatIsNoneStaysAsItIsWhenCompleted) {
    const JsonObject body{{"type", "posts"}, {"title", "Post"}, {"slug", "post"}};
    const std::string theirs = makeIn(source_, body);
    const std::string first = makeIn(bucket(), {{"type", "posts"}, {"title", "First"}});
    const std::string mine = makeIn(bucket(), body);
    const JsonObject move{{"ids", JsonArray{mine}}, {"action", "move"}, {"before", first}};
    ASSERT_EQ(post("/objects/bulk", move).status, 200);
    made(post("/objects/" + mine + "/revisions", {{"title", "Next"}, {"status", "draft"}}), "revision");
    const std::string before = get("/objects?show_metafields=true").body;
    const std::string shown = get("/objects?status=any&use_cache=false").body;
    const std::string request = open({theirs});
    const JsonObject change = changes(request).array("changes").at(0).as_object();
    EXPECT_EQ(change.at("action"), "none");
    EXPECT_EQ(change.at("ends_draft"), false);
    EXPECT_EQ(change.at("fields"), JsonArray());
    ASSERT_EQ(api().send("POST", path("/merge-requests/" + request + "/complete"), admin_.token, nullptr).status, 200);
    EXPECT_EQ(get("/objects?show_metafields=true").body, before);
    EXPECT_EQ(get("/objects?status=any&use_cache=false").body, shown) << "the prepared draft";
}

TEST_P(MergeChanges, TellOfScheduleAndOrderOfMetafields) {
    const auto metafields = [](const char* first, const char* second) {
        return JsonArray{field("text", first, "x"), field("text", second, "x")};
    };
    makeIn(bucket(), {{"type", "posts"}, {"title", "Post"}, {"slug", "post"}, {"metafields", metafields("a", "b")}});
    const std::int64_t later = 4'000'000'000'000;
    const std::string theirs = makeIn(source_, {{"type", "posts"},
                                                {"title", "Post"},
                                                {"slug", "post"},
                                                {"unpublish_at", later},
                                                {"metafields", metafields("b", "a")}});
    const JsonObject shown = changes(open({theirs})).array("changes").at(0).as_object();
    EXPECT_EQ(shown.at("action"), "edit");
    EXPECT_EQ(shown.at("fields"),
              (JsonArray{change("unpublish_at", nullptr, later), change("metafields", {"a", "b"}, {"b", "a"})}));
}

TEST_P(MergeChanges, AreThoseOfADraftItselfNotOfARevisionOverIt) {
    const std::string theirs =
        makeIn(source_, {{"type", "posts"}, {"title", "Draft"}, {"slug", "post"}, {"status", "draft"}});
    const JsonObject revision{{"title", "Next"}, {"slug", "next"}, {"status", "draft"}};
    written(source_, "/objects/" + theirs + "/revisions", revision, "revision");
    const JsonObject shown = changes(open({theirs})).array("changes").at(0).as_object();
    EXPECT_EQ(shown.at("slug"), "post");
    EXPECT_EQ(shown.at("title"), "Draft");
}

TEST_P(MergeChanges, ComeInPagesAndForAdminsOnly) {
    std::vector<std::string> ids;
    for (const char* title : {"A", "B", "C"}) ids.push_back(makeIn(source_, {{"type", "posts"}, {"title", title}}));
    const std::string request = open(ids);
    const Reply page = changes(request, "?limit=1&skip=1");
    ASSERT_EQ(page.array("changes").size(), 1u);
    EXPECT_EQ(page.array("changes").at(0).at("title"), "B");
    EXPECT_EQ(page.json().at("total"), 3);
    EXPECT_TRUE(changes(request, "?skip=9").array("changes").empty());
    const TestServer::User editor = api().makeUser(bucket(), "editor");
    EXPECT_EQ(refusalOf(api().get(path("/merge-requests/" + request + "/changes"), {bearer(editor.token)})),
              "403: only an admin of bucket '" + bucket().slug + "' may do this");
}

TEST_P(MergeChanges, TellOfWhatIsGoneFromTheSource) {
    const auto object = [&](const char* title) { return makeIn(source_, {{"type", "posts"}, {"title", title}}); };
    const std::string goes = object("Goes"), waits = object("Waits"), stays = object("Stays");
    const std::string request = open({goes, waits, stays});
    for (const auto& [id, token] : std::map<std::string, std::string>{{goes, source_.writeKey}, {waits, admin_.token}})
        ASSERT_EQ(api().send("DELETE", "/v2/buckets/" + source_.slug + "/objects/" + id, token, nullptr).status, 200);
    const Reply reply = changes(request);
    EXPECT_EQ(reply.json().at("total"), 3);
    const auto gone = [](const std::string& id, const char* type, const char* slug, const char* title) {
        return JsonObject{{"source", id},     {"target", nullptr},   {"type", type},
                          {"slug", slug},     {"locale", nullptr},   {"title", title},
                          {"action", "gone"}, {"ends_draft", false}, {"fields", JsonArray()}};
    };
    ASSERT_EQ(reply.array("changes").size(), 3u) << reply.body;
    EXPECT_EQ(reply.array("changes").at(0), gone(goes, "", "", ""));
    EXPECT_EQ(reply.array("changes").at(1), gone(waits, "posts", "waits", "Waits")) << "it is in the trash";
    EXPECT_EQ(reply.array("changes").at(2).at("action"), "create");
    EXPECT_EQ(refusalOf(complete(request, {{"state", stateOf(request)}})),
              "409: merge request '" + request + "' cannot be completed: bucket '" + source_.slug +
                  "' no longer has the objects '" + goes + "', '" + waits + "' (\"Waits\")");
}

TEST_P(MergeChanges, HaveAStateThatChangesWithWhatIsMerged) {
    const std::string author = makeIn(source_, {{"type", "authors"}, {"title", "Ann"}});
    const JsonArray metafields{field("object", "author", author, {{"object_type", "authors"}})};
    const JsonObject body{{"type", "posts"}, {"title", "Post"}, {"slug", "post"}};
    JsonObject related = body;
    related["metafields"] = metafields;
    const std::string mine = makeIn(bucket(), body);
    const std::string theirs = makeIn(source_, related);
    const std::string other = makeIn(source_, {{"type", "posts"}, {"title", "Other"}});
    const std::string request = open({theirs, other});
    std::string state = stateOf(request);
    EXPECT_EQ(stateOf(request), state);
    EXPECT_EQ(stateOf(request, "?limit=1"), state);
    EXPECT_EQ(stateOf(request, "?limit=1&skip=1"), state);
    const auto expectAnother = [&](const char* after) {
        const std::string now = stateOf(request);
        EXPECT_NE(now, state) << after;
        state = now;
    };
    edit(source_, "/objects/" + other, {{"title", "Another"}});
    expectAnother("an object of the source");
    edit(source_, "/objects/" + author, {{"title", "Bob"}});
    expectAnother("one that it is related to");
    edit(source_, "/object-types/authors", {{"title", "Writers"}});
    expectAnother("a type");
    edit(bucket(), "/objects/" + mine, {{"content", "ours"}});
    expectAnother("the object that is edited");
    makeIn(bucket(), {{"type", "authors"}, {"title", "Ann"}});
    expectAnother("a related object that is no longer created");
    makeIn(source_, {{"type", "posts"}, {"title", "Beside"}});
    makeIn(bucket(), {{"type", "posts"}, {"title", "Beside"}});
    EXPECT_EQ(stateOf(request), state) << "what is not merged";
}

TEST_P(MergeChanges, TellOfDraftsThatCompletingEnds) {
    const JsonObject body{{"type", "posts"}, {"title", "Post"}, {"slug", "post"}};
    const std::string mine = makeIn(bucket(), body);
    const std::string theirs = makeIn(source_, {{"type", "posts"}, {"title", "Theirs"}, {"slug", "post"}});
    const std::string request = open({theirs, makeIn(source_, {{"type", "posts"}, {"title", "New"}})});
    const auto draft = [&](const char* title) {
        made(post("/objects/" + mine + "/revisions", {{"title", title}, {"status", "draft"}}), "revision");
    };
    const auto endsDraft = [&](std::size_t at) { return changes(request).array("changes").at(at).at("ends_draft"); };
    const std::string over = "409: the objects of merge request '" + request +
                             "' have changed since they were looked at; look at them again";
    EXPECT_EQ(endsDraft(0), false);
    const std::string before = stateOf(request);
    draft("Prepared");
    EXPECT_EQ(refusalOf(complete(request, {{"state", before}})), over);
    EXPECT_EQ(endsDraft(0), true);
    EXPECT_EQ(endsDraft(1), false) << "it is new";
    const std::string seen = stateOf(request);
    EXPECT_NE(seen, before);
    draft("Prepared again");
    EXPECT_EQ(refusalOf(complete(request, {{"state", seen}})), over) << "it is another draft";
    EXPECT_EQ(get("/objects/" + mine + "?status=any").object("object").at("title"), "Prepared again");
    ASSERT_EQ(complete(request, {{"state", stateOf(request)}}).status, 200);
    EXPECT_EQ(get("/objects/" + mine + "?status=any").object("object").at("title"), "Theirs");
}

TEST_P(MergeChanges, ExportNothingForFurtherPages) {
    const JsonObject body{{"type", "posts"}, {"title", "Post"}};
    const std::string first = makeIn(source_, body);
    const std::string request = open({first, makeIn(source_, body)});
    const auto statements = [&](const std::string& page) {
        const std::int64_t before = api().server().database().requestStatementCount();
        EXPECT_EQ(changes(request, page).status, 200);
        return api().server().database().requestStatementCount() - before;
    };
    const std::int64_t whole = statements("?limit=1");
    const std::int64_t further = statements("?limit=1&skip=1");
    EXPECT_LT(further, whole);
    for (const TestServer::Bucket& each : {source_, bucket()}) {
        makeIn(each, body);
        EXPECT_GE(statements("?limit=1"), whole) << "something has changed";
        EXPECT_LT(statements("?limit=1&skip=1"), whole);
    }
}

TEST_P(MergeChanges, WhatWasLookedAtIsWhatIsMerged) {
    const JsonObject body{{"type", "posts"}, {"title", "Post"}, {"slug", "post"}};
    const std::string mine = makeIn(bucket(), body);
    const std::string theirs = makeIn(source_, {{"type", "posts"}, {"title", "Seen"}, {"slug", "post"}});
    const std::string request = open({theirs});
    const std::string seen = stateOf(request);
    const std::string over = "409: the objects of merge request '" + request +
                             "' have changed since they were looked at; look at them again";
    edit(source_, "/objects/" + theirs, {{"title", "Unseen"}});
    EXPECT_EQ(refusalOf(complete(request, {{"state", seen}})), over);
    const std::string later = stateOf(request);
    edit(bucket(), "/objects/" + mine, {{"title", "Ours"}});
    EXPECT_EQ(refusalOf(complete(request, {{"state", later}})), over);
    EXPECT_EQ(get("/objects").array("objects").at(0).at("title"), "Ours");
    const Reply done = complete(request, {{"state", stateOf(request)}});
    EXPECT_EQ(done.status, 200) << done.body;
    EXPECT_EQ(get("/objects").array("objects").at(0).at("title"), "Unseen");
    edit(source_, "/objects/" + theirs, {{"title", "Whatever"}});
    EXPECT_EQ(complete(open({theirs})).status, 200) << "without a state";
}

}  // namespace
}  // namespace inkwell::test
