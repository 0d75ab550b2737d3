// interface/resources.md, "Many objects at once".
#include "inkwell/text.h"
#include "kernel/app/transfer.h"
#include "tests/api/event_stream.h"
#include "tests/support/api_scenario.h"

namespace inkwell::test {
namespace {

class Bulk : public ApiTest {
protected:
    void SetUp() override {
        ApiTest::SetUp();
        makeType("posts", {field("text", "season", "")});
        for (const char* title : {"One", "Two", "Three"}) {
            ids_.emplace_back(makeId("posts", title, {{"metafields", {field("text", "season", "winter")}}}));
        }
    }
    Json ids() const { return JsonArray(ids_.begin(), ids_.end()); }
    JsonObject bulk(const JsonObject& body, const std::string& token = "") {
        const Reply reply = send(body, token);
        EXPECT_EQ(reply.status, 200) << reply.body;
        return reply.json();
    }
    Reply send(const JsonObject& body, const std::string& token = "") {
        return api().send("POST", path("/objects/bulk"), token.empty() ? bucket().writeKey : token, body);
    }
    Reply undo(const JsonObject& done, const std::string& token = "") {
        const std::string id(textOf(done.at("undo").as_object(), "id"));
        return api().send("POST", path("/objects/bulk/" + id + "/undo"), token.empty() ? bucket().writeKey : token,
                          JsonObject());
    }
    /// So many published objects of the type posts, "Imported 0" and so on.
    void import(int count) {
        JsonArray objects;
        for (int i = 0; i < count; ++i) {
            const std::string number = std::to_string(i);
            objects.push_back(JsonObject{{"id", "e" + std::string(23 - number.size(), '0') + number},
                                         {"title", "Imported " + std::to_string(i)},
                                         {"slug", "imported-" + std::to_string(i)},
                                         {"type", "posts"},
                                         {"status", "published"}});
        }
        const Json file{{"format", "inkwell-bucket/1"}, {"bucket", {{"objects", objects}}}};
        kernel::importBucket(api().server(), file, bucket().slug, "", [](auto&&...) {});
    }
    JsonObject read(const std::string& id) { return made(get("/objects/" + id + "?status=any"), "object"); }

    std::vector<std::string> ids_;
};
INKWELL_ON_BOTH_ENGINES(Bulk);

TEST_P(Bulk, SetsWhatAQueryFindsAndUndoesIt) {
    const JsonObject query{{"type", "posts"}, {"metadata.season", "winter"}};
    const JsonObject body{{"query", query}, {"action", "set"}, {"set", {{"metadata", {{"season", "spring"}}}}}};
    const JsonObject done = bulk(body);
    EXPECT_EQ(done.at("changed"), 3);
    EXPECT_EQ(done.at("failed"), 0);
    EXPECT_EQ(done.at("results").at(0), (Json{{"id", ids_[0]}, {"status", "changed"}}));
    EXPECT_EQ(read(ids_[2]).at("metadata"), (Json{{"season", "spring"}}));
    EXPECT_EQ(get("/objects?query=" + percentEncoded(R"({"metadata.season": "spring"})")).json().at("total"), 3);
    EXPECT_EQ(bulk(body).at("results").as_array().size(), 0U) << "the query finds them no longer";

    const JsonObject undone = undo(done).json();
    EXPECT_EQ(undone.at("changed"), 3);
    EXPECT_TRUE(undone.at("undo").is_null());
    EXPECT_EQ(read(ids_[2]).at("metadata"), (Json{{"season", "winter"}}));
    EXPECT_EQ(get("/objects?query=" + percentEncoded(R"({"metadata.season": "spring"})")).json().at("total"), 0);
    EXPECT_TRUE(refusalOf(undo(done)).starts_with("404: there is nothing to undo under '"));
}

TEST_P(Bulk, OfAllChangesNothingWhereOneFails) {
    JsonArray some = ids().as_array();
    some.emplace_back("0123456789abcdef01234567");
    const std::int64_t change = api().lastChange();
    JsonObject body{{"ids", some}, {"action", "unpublish"}};
    const JsonObject done = bulk(body);
    EXPECT_EQ(done.at("changed"), 0);
    EXPECT_EQ(done.at("failed"), 1);
    EXPECT_TRUE(done.at("undo").is_null());
    EXPECT_EQ(done.at("results").at(0).at("status"), "skipped");
    EXPECT_EQ(done.at("results").at(3).at("message"), "object '0123456789abcdef01234567' was not found");
    EXPECT_TRUE(api().changesSince(change).empty());
    body["dry_run"] = true;
    EXPECT_EQ(bulk(body).at("results"), done.at("results"));
    body.erase("dry_run");

    body["mode"] = "each";
    const JsonObject each = bulk(body);
    EXPECT_EQ(each.at("changed"), 3);
    EXPECT_EQ(each.at("failed"), 1);
    EXPECT_EQ(read(ids_[0]).at("status"), "draft");
    EXPECT_EQ(bulk(body).at("results").at(0).at("status"), "unchanged");
}

TEST_P(Bulk, PublishesDraftsAndWhatIsPreparedOverThem) {
    made(post("/objects/" + ids_[0] + "/revisions", {{"title", "Next"}, {"status", "draft"}}), "revision");
    patch("/objects/" + ids_[1], {{"status", "draft"}});
    const JsonObject body{{"ids", ids()}, {"action", "publish"}};
    JsonObject dry = body;
    dry["dry_run"] = true;
    EXPECT_EQ(bulk(dry).at("changed"), 2);
    EXPECT_EQ(get("/objects/" + ids_[0]).object("object").at("title"), "One");

    const JsonObject done = bulk(body);
    EXPECT_EQ(done.at("changed"), 2);
    EXPECT_EQ(get("/objects/" + ids_[0]).object("object").at("title"), "Next");
    EXPECT_EQ(get("/objects/" + ids_[1]).object("object").at("status"), "published");
    EXPECT_EQ(undo(done).json().at("changed"), 2);
    EXPECT_EQ(get("/objects/" + ids_[0]).object("object").at("title"), "One");
    EXPECT_EQ(read(ids_[0]).at("title"), "Next") << "the prepared draft is there again";
    EXPECT_EQ(read(ids_[1]).at("status"), "draft");
}

TEST_P(Bulk, ADeletionComesBackWholeWhoeverDidIt) {
    made(post("/objects/" + ids_[0] + "/revisions", {{"title", "Old"}}), "revision");
    const TestServer::User editor = api().makeUser(bucket(), "editor");
    for (const std::string& token : {bucket().writeKey, editor.token}) {
        const JsonObject before = read(ids_[0]);
        const JsonObject done = bulk({{"ids", ids()}, {"action", "delete"}, {"mode", "each"}}, token);
        EXPECT_EQ(done.at("changed"), 3);
        EXPECT_EQ(get("/objects?status=any").json().at("total"), 0);
        EXPECT_EQ(undo(done, token).json().at("changed"), 3);
        EXPECT_EQ(read(ids_[0]), before);
        EXPECT_EQ(get("/objects/" + ids_[0] + "/revisions").json().at("total"), 1);
        EXPECT_EQ(api().send("GET", path("/trash"), editor.token, nullptr).json().at("total"), 0);
    }
}

// MariaDB takes no statement over 16 MB, and one object's failure is none of the others'.
TEST_P(Bulk, AnObjectThatIsTooLargeToUndoFailsAlone) {
    const JsonObject large{{"title", "Large"}, {"content", std::string(4'500'000, 'x')}};
    for (int i = 0; i < 2; ++i) made(post("/objects/" + ids_[1] + "/revisions?props=id", large), "revision");
    const JsonObject done = bulk({{"ids", ids()}, {"action", "delete"}, {"mode", "each"}});
    EXPECT_EQ(done.at("changed"), 2) << writeJson(Json(done));
    EXPECT_EQ(done.at("results").at(1).at("message"),
              Json("object '" + ids_[1] +
                   "' has more content, with what hangs on it, than can be undone: change it by "
                   "itself"));
    EXPECT_EQ(read(ids_[1]).at("title"), "Two");
    EXPECT_EQ(undo(done).json().at("changed"), 2);
}

TEST_P(Bulk, AnUndoneDeletionLeavesALaterOneAlone) {
    const TestServer::User editor = api().makeUser(bucket(), "editor");
    const JsonObject done = bulk({{"ids", ids()}, {"action", "delete"}}, editor.token);
    const std::string trashed = path("/trash/" + ids_[0]);
    ASSERT_EQ(api().send("POST", trashed + "/restore", editor.token, nullptr).status, 200);
    ASSERT_EQ(api().send("DELETE", path("/objects/" + ids_[0]), editor.token, nullptr).status, 200);
    const Reply undone = undo(done, editor.token);
    EXPECT_EQ(undone.json().at("changed"), 2) << undone.body;
    EXPECT_EQ(undone.array("results").at(0).at("message"),
              Json("'" + ids_[0] + "' was restored and deleted again meanwhile, and stays in the trash"));
    EXPECT_EQ(refusalOf(get("/objects/" + ids_[0] + "?status=any")), missing("object", ids_[0]));
    EXPECT_EQ(read(ids_[1]).at("title"), "Two");
}

TEST_P(Bulk, AsksForTheRightsOfEachChange) {
    const TestServer::User writer = api().makeUser(bucket(), "editor", {{"publishing_restrictions", "draft_only"}});
    EXPECT_EQ(refusalOf(send({{"ids", ids()}, {"action", "unpublish"}}, writer.token)), kNoPublishing);
    patch("/objects/" + ids_[1], {{"status", "draft"}});
    const JsonObject body{{"ids", ids()}, {"action", "set"}, {"set", {{"title", "X"}}}, {"mode", "each"}};
    const JsonObject done = bulk(body, writer.token);
    EXPECT_EQ(done.at("changed"), 1);
    EXPECT_EQ(done.at("failed"), 2);
    EXPECT_EQ(std::string("403: ") + std::string(textOf(done.at("results").at(0).as_object(), "message")),
              kNoPublishing);
    EXPECT_EQ(read(ids_[0]).at("title"), "One");
    EXPECT_EQ(undo(done, writer.token).json().at("changed"), 1);
}

TEST_P(Bulk, IsForbiddenAsAWholeOnlyToWhoMayChangeNoneOfThem) {
    const TestServer::User writer = api().makeUser(bucket(), "editor", {{"publishing_restrictions", "draft_only"}});
    patch("/objects/" + ids_[1], {{"status", "draft"}});
    for (const bool isTrial : {false, true}) {
        const JsonObject done =
            bulk({{"ids", ids()}, {"action", "set"}, {"set", {{"title", "X"}}}, {"dry_run", isTrial}}, writer.token);
        EXPECT_EQ(done.at("failed"), 2) << isTrial;
        EXPECT_EQ(done.at("results").at(1).at("status"), "skipped") << isTrial;
        EXPECT_EQ(std::string("403: ") + std::string(textOf(done.at("results").at(0).as_object(), "message")),
                  kNoPublishing);
        const JsonObject others{
            {"ids", JsonArray{ids_[0], ids_[2]}}, {"action", "set"}, {"set", {{"title", "X"}}}, {"dry_run", isTrial}};
        EXPECT_EQ(refusalOf(send(others, writer.token)), kNoPublishing) << isTrial;
    }
    EXPECT_EQ(read(ids_[1]).at("title"), "Two");
}

TEST_P(Bulk, MovesObjectsInTheirOrderAndUndoesIt) {
    const auto titles = [&](const std::string& query = "") {
        std::string all;
        for (const Json& one : get("/objects?props=title" + query).array("objects"))
            all += std::string(all.empty() ? "" : " ") + std::string(textOf(one.as_object(), "title"));
        return all;
    };
    made(post("/objects/" + ids_[1] + "/revisions", {{"title", "Two, next"}, {"status", "draft"}}), "revision");
    const JsonObject before = read(ids_[0]);
    EXPECT_EQ(titles(), "One Two Three");
    JsonObject body{{"ids", {ids_[2]}}, {"action", "move"}, {"before", ids_[0]}, {"dry_run", true}};
    EXPECT_EQ(bulk(body).at("changed"), 1);
    EXPECT_EQ(titles(), "One Two Three");

    body["dry_run"] = false;
    const JsonObject first = bulk(body);
    EXPECT_EQ(titles(), "Three One Two");
    EXPECT_EQ(bulk(body).at("results").at(0).at("status"), "unchanged");
    const JsonObject dealt = bulk({{"ids", {ids_[1], ids_[2]}}, {"action", "move"}});
    EXPECT_EQ(dealt.at("changed"), 2);
    EXPECT_EQ(titles(), "Two One Three");
    EXPECT_EQ(titles("&status=any"), "Two, next One Three") << "the draft goes with its object";
    EXPECT_EQ(read(ids_[0]), before) << "nobody edited it";

    EXPECT_EQ(undo(first).json().at("results").at(0).at("message"),
              Json("object '" + ids_[2] + "' was moved meanwhile and stays where it is"));
    EXPECT_EQ(undo(dealt).json().at("changed"), 2);
    EXPECT_EQ(titles(), "Three One Two");
    EXPECT_EQ(undo(first).json().at("changed"), 1);
    EXPECT_EQ(titles(), "One Two Three");
    EXPECT_EQ(bulk({{"ids", {ids_[0]}}, {"action", "move"}, {"after", ids_[2]}}).at("changed"), 1);
    EXPECT_EQ(titles(), "Two Three One");

    const TestServer::User writer = api().makeUser(bucket(), "editor", {{"publishing_restrictions", "draft_only"}});
    body["before"] = ids_[1];
    EXPECT_EQ(refusalOf(send(body, writer.token)), kNoPublishing);
    body["before"] = "0123456789abcdef01234567";
    EXPECT_EQ(refusalOf(send(body)),
              "400: the objects cannot be changed: before: object '0123456789abcdef01234567' was not found");
}

TEST_P(Bulk, OfAThousandIsUndone) {
    import(1000);
    const JsonObject query{{"title", {{"$regex", "^Imported"}}}};
    const JsonObject done = bulk({{"query", query}, {"action", "unpublish"}, {"mode", "each"}});
    EXPECT_EQ(done.at("changed"), 1000);
    EXPECT_EQ(get("/objects?limit=1").json().at("total"), 3);
    EXPECT_EQ(undo(done).json().at("changed"), 1000);
    EXPECT_EQ(get("/objects?limit=1").json().at("total"), 1003);
}

TEST_P(Bulk, WhatCanBeUndoneIsListedForWhoDidIt) {
    const TestServer::User ann = api().makeUser(bucket(), "editor");
    const TestServer::User ben = api().makeUser(bucket(), "editor");
    const auto list = [&](const std::string& token, const std::string& query = "") {
        const Reply reply = api().send("GET", path("/objects/bulk" + query), token, nullptr);
        EXPECT_EQ(reply.status, 200) << reply.body;
        return reply.json();
    };
    bulk({{"ids", ids()}, {"action", "unpublish"}, {"mode", "each"}}, ann.token);
    const JsonObject last = bulk({{"ids", ids()}, {"action", "delete"}}, ann.token);
    const JsonObject found = list(ann.token);
    ASSERT_EQ(found.at("total"), 2);
    const JsonObject& newest = found.at("changes").at(0).as_object();
    EXPECT_EQ(newest.at("id"), last.at("undo").at("id"));
    EXPECT_EQ(newest.at("expires_at"), last.at("undo").at("expires_at"));
    EXPECT_EQ(newest.at("action"), "delete");
    EXPECT_EQ(newest.at("objects"), 3);
    EXPECT_EQ(list(ann.token, "?limit=1&skip=1").at("changes").at(0).at("action"), "unpublish");
    EXPECT_EQ(list(ben.token).at("total"), 0);
    EXPECT_EQ(list(bucket().writeKey).at("total"), 0);
    undo(last, ben.token);
    EXPECT_EQ(list(ann.token).at("total"), 1);
    EXPECT_EQ(refusalOf(api().send("GET", path("/objects/bulk"), "", nullptr)), kNoWriteKey);
}

TEST_P(Bulk, MembersHearHowFarItHasCome) {
    const TestServer::User editor = api().makeUser(bucket(), "editor");
    EventStream stream(api().port(), path("/changes?status=any"), {bearer(editor.token)});
    ASSERT_EQ(stream.nextText(), "ready");
    const Reply done = send({{"ids", ids()}, {"action", "unpublish"}, {"mode", "each"}});
    ASSERT_EQ(done.status, 200) << done.body;
    const std::string undo(textOf(done.object("undo"), "id"));
    for (const int turns : {0, 3}) {
        auto event = stream.next();
        while (event && event->name != "progress") event = stream.next();
        ASSERT_TRUE(event);
        EXPECT_EQ(event->id, "");
        EXPECT_EQ(event->data, (JsonObject{{"act", "bulk"},
                                           {"id", done.headers.at("x-request-id")},
                                           {"done", turns},
                                           {"total", 3},
                                           {"undo", undo}}));
    }
}

TEST_P(Bulk, BadBodiesAreRefused) {
    const std::string refusal = "400: the objects cannot be changed: ";
    EXPECT_EQ(refusalOf(send({{"action", "publish"}})), refusal + "ids: either 'ids' or 'query' must be given");
    EXPECT_TRUE(refusalOf(send({{"ids", ids()}, {"action", "set"}, {"set", {{"slug", "x"}}}}))
                    .starts_with(refusal + "set.slug: cannot be set for many objects"));
    EXPECT_TRUE(refusalOf(send({{"ids", ids()}, {"action", "burn"}})).starts_with(refusal + "action: "));
    EXPECT_EQ(refusalOf(api().send("POST", path("/objects/bulk/0123456789abcdef01234567/undo"), bucket().writeKey,
                                   JsonObject{{"x", 1}}))
                  .substr(0, 32),
              "400: the change cannot be undone");
}

}  // namespace
}  // namespace inkwell::test
