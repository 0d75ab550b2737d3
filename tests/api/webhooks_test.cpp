// Registrations and events: interface/webhooks.md, "Routes" and "Events". What becomes of deliveries is
// webhook_delivery_test.cpp's.
#include <set>

#include "tests/api/webhooks_fixture.h"

namespace inkwell::test {
namespace {

const std::vector<std::string> kAll = {"object.created.draft",
                                       "object.created.published",
                                       "object.edited.draft",
                                       "object.edited.published",
                                       "object.edited.unpublished",
                                       "object.deleted",
                                       "media.created",
                                       "media.edited",
                                       "media.deleted",
                                       "revision.created",
                                       "merge.completed"};

class Webhooks : public WebhooksTest {
protected:
    static std::vector<std::string> types(const HttpReceiver& receiver) {
        std::vector<std::string> all;
        for (const auto& one : receiver.requests()) all.emplace_back(textOf(one.json(), "type"));
        return all;
    }
    Reply upload() {
        const std::string form =
            "--limit\r\nContent-Disposition: form-data; name=\"trigger_webhook\"\r\n\r\ntrue\r\n"
            "--limit\r\nContent-Disposition: form-data; name=\"media\"; "
            "filename=\"a.txt\"\r\n\r\nhello\r\n--limit--\r\n";
        return sendRequest(api().port(), "POST", path("/media"),
                           {bearer(bucket().writeKey), {"Content-Type", "multipart/form-data; boundary=limit"}}, form);
    }
};
INKWELL_ON_BOTH_ENGINES(Webhooks);

TEST_P(Webhooks, AreRegisteredReadEditedAndDeleted) {
    HttpReceiver receiver;
    const JsonObject created = hook(receiver.url(), {"object.deleted", "object.deleted", "media.created"},
                                    {{"title", "Search"}, {"props", "id,title"}, {"headers", {{"X-Team", "a"}}}});
    EXPECT_TRUE(textOf(created, "secret").starts_with("whsec_"));
    EXPECT_EQ(created.at("events"), Json(JsonArray{"object.deleted", "media.created"}));
    EXPECT_EQ(created.at("created_by"), Json(admin_.id));

    const std::string id = idOf(created);
    const JsonObject read = made(send("GET", "/" + id), "webhook");
    JsonObject shown = created;
    shown.erase("secret");
    EXPECT_EQ(Json(read), Json(shown));
    const JsonObject list = send("GET", "").json();
    EXPECT_EQ(list.at("total"), 1);
    EXPECT_EQ(list.at("webhooks").at(0), Json(shown));

    const JsonObject edited = made(send("PATCH", "/" + id,
                                        {{"event", "object.edited.draft"},
                                         {"object_types", {"posts"}},
                                         {"headers", JsonObject()},
                                         {"enabled", false}}),
                                   "webhook");
    EXPECT_EQ(edited.at("events"), Json(JsonArray{"object.edited.draft"}));
    EXPECT_EQ(edited.at("object_types"), Json(JsonArray{"posts"}));
    EXPECT_EQ(edited.at("headers"), Json(JsonObject()));
    EXPECT_EQ(edited.at("enabled"), false);
    EXPECT_EQ(edited.at("title"), "Search");
    EXPECT_FALSE(edited.contains("secret"));

    EXPECT_EQ(send("DELETE", "/" + id).status, 200);
    EXPECT_EQ(refusalOf(send("GET", "/" + id)), missing("webhook", id));
    EXPECT_EQ(refusalOf(send("DELETE", "/" + id)), missing("webhook", id));
    EXPECT_EQ(send("GET", "").json().at("total"), 0);
}

TEST_P(Webhooks, AllProblemsOfABodyComeAtOnce) {
    const Reply bad = send("POST", "",
                           {{"title", 7},
                            {"events", {"object.created", 1}},
                            {"endpoint", "http://10.0.0.1/"},
                            {"object_types", {"Posts", "no-such"}},
                            {"props", std::string(9000, 'x')},
                            {"headers", {{"webhook-signature", "x"}, {"X-A", "a\r\nX-B: b"}, {"X-C", 1}}},
                            {"enabled", "perhaps"},
                            {"secret", "whsec_mine"},
                            {"id", "0123456789abcdef01234567"}});
    EXPECT_EQ(bad.status, 400);
    EXPECT_TRUE(bad.message().starts_with("the webhook cannot be created: ")) << bad.message();
    std::multiset<std::string> paths;
    for (const std::string& problem : bad.problems()) paths.insert(problem.substr(0, problem.find(": ")));
    EXPECT_EQ(paths, (std::multiset<std::string>{"title", "events[0]", "events[1]", "endpoint", "object_types[0]",
                                                 "object_types", "props", "headers.webhook-signature", "headers.X-A",
                                                 "headers.X-C", "enabled", "secret", "id"}))
        << bad.body;
    EXPECT_NE(bad.body.find("'object.created.draft'"), std::string::npos) << "the allowed events are not named";
    EXPECT_EQ(api().count("webhooks", bucket().id), 0);

    HttpReceiver receiver;
    const auto problems = [&](const JsonObject& body) { return send("POST", "", body).problems(); };
    EXPECT_EQ(problems({}).size(), 2U);  // neither endpoint nor events
    EXPECT_EQ(problems({{"endpoint", receiver.url()}, {"events", JsonArray()}}).size(), 1U);
    EXPECT_EQ(problems({{"endpoint", receiver.url()}, {"event", kAll[0]}, {"events", {kAll[0]}}}).size(), 1U);
    EXPECT_EQ(problems({{"endpoint", receiver.url()}, {"event", JsonObject()}}).size(), 1U);
    const std::string id = idOf(hook(receiver.url(), {kAll[0]}));
    const std::string nothing = "400: webhook '" + id +
                                "' cannot be changed: needs at least one of: title, event, events, "
                                "endpoint, object_types, props, headers, enabled";
    EXPECT_EQ(refusalOf(send("PATCH", "/" + id, JsonObject())), nothing);
    EXPECT_EQ(refusalOf(send("PATCH", "/" + id, {{"pretty", true}})), nothing);
    EXPECT_EQ(refusalOf(send("PATCH", "/" + id, {{"endpoint", nullptr}})),
              "400: webhook '" + id + "' cannot be changed: endpoint: must be a string, not null");
    const Reply unknown = send("PATCH", "/" + id, {{"secret", "x"}});
    EXPECT_NE(unknown.body.find(" endpoint,"), std::string::npos) << "what may be changed: " << unknown.body;
    EXPECT_EQ(refusalOf(send("POST", "/" + id + "/rotate-secret", {{"secret", "whsec_mine"}})),
              "400: this takes no body: secret: is not a known field; known fields are: pretty");
    EXPECT_EQ(refusalOf(send("GET", "/" + id + "/deliveries?state=lost")),
              "400: state must be one of waiting, sending, delivered, failed, not 'lost'");
}

TEST_P(Webhooks, HeadersOfTheServerCannotBeReplaced) {
    HttpReceiver receiver;
    for (const char* name : {"webhook-id", "Webhook-Timestamp", "WEBHOOK-SIGNATURE", "x-inkwell-event", "Content-Type",
                             "Content-Length", "Host", "Transfer-Encoding", "Connection", "User-Agent",
                             "Content-Encoding", "Webhook_Signature", "webhook.id", "a b", ""}) {
        const Reply reply =
            send("POST", "", {{"endpoint", receiver.url()}, {"event", kAll[0]}, {"headers", JsonObject{{name, "x"}}}});
        EXPECT_EQ(reply.status, 400) << name;
        ASSERT_EQ(reply.problems().size(), 1U) << name;
        EXPECT_TRUE(reply.problems().front().starts_with("headers")) << reply.body;
    }
    const Reply twice =
        send("POST", "",
             {{"endpoint", receiver.url()}, {"event", kAll[0]}, {"headers", JsonObject{{"X-A", "x"}, {"x-a", "y"}}}});
    EXPECT_EQ(refusalOf(twice), "400: the webhook cannot be created: headers.x-a: the header 'x-a' is given twice");
}

TEST_P(Webhooks, EndpointsAreCheckedAtRegistrationAndChange) {
    HttpReceiver receiver;
    const std::string id = idOf(hook(receiver.url(), {kAll[0]}));
    for (const char* endpoint :
         {"http://10.1.2.3/", "http://169.254.169.254/latest", "http://[::1]/", "ftp://example.com/",
          "http://no-such-host.invalid/", "nonsense", "http://0x0a.1/", "http://010.0.0.1/", "http://8.8.2056/",
          "http://localhost/", "https://user:password@example.com/"}) {
        for (const auto& [method, rest] : {std::pair("POST", std::string()), std::pair("PATCH", "/" + id)}) {
            JsonObject body{{"endpoint", endpoint}};
            if (rest.empty()) body["event"] = kAll[0];
            const Reply reply = send(method, rest, body);
            EXPECT_EQ(reply.status, 400) << endpoint << ": " << reply.body;
            ASSERT_EQ(reply.problems().size(), 1U) << endpoint;
            EXPECT_TRUE(reply.problems().front().starts_with("endpoint: ")) << reply.body;
        }
    }
    EXPECT_EQ(made(send("GET", "/" + id), "webhook").at("endpoint"), Json(receiver.url()));
    EXPECT_EQ(api().count("webhooks", bucket().id), 1);
}

TEST_P(Webhooks, AreForAdminsOfTheBucket) {
    HttpReceiver receiver;
    const std::string id = idOf(hook(receiver.url(), {kAll[0]}));
    const TestServer::User editor = api().makeUser(bucket(), "editor");
    const TestServer::User stranger = api().makeUser(bucket(), "");
    const std::map<std::string, int> statuses = {
        {"", 401}, {bucket().writeKey, 403}, {bucket().readKey, 401}, {editor.token, 403}, {stranger.token, 404}};
    const std::vector<std::pair<std::string, std::string>> routes = {
        {"GET", ""},
        {"POST", ""},
        {"GET", "/" + id},
        {"PATCH", "/" + id},
        {"DELETE", "/" + id},
        {"POST", "/" + id + "/rotate-secret"},
        {"GET", "/" + id + "/deliveries"},
        {"POST", "/" + id + "/deliveries/0123456789abcdef01234567/redeliver"}};
    for (const auto& [token, status] : statuses) {
        for (const auto& [method, rest] : routes) {
            const JsonObject body{{"enabled", false}};
            EXPECT_EQ(api().send(method, path("/webhooks" + rest), token, method == "GET" ? Json() : Json(body)).status,
                      status)
                << method << " " << rest;
        }
    }
    // Another bucket's admin has none of this bucket's webhooks in their own.
    const TestServer::Bucket other = api().makeBucket();
    const TestServer::User theirs = api().makeUser(other, "admin");
    for (const auto& [method, rest] : routes) {
        if (rest.empty()) continue;
        const Reply reply = api().send(method, "/v2/buckets/" + other.slug + "/webhooks" + rest, theirs.token,
                                       method == "PATCH" ? Json(JsonObject{{"enabled", false}}) : Json());
        EXPECT_EQ(refusalOf(reply), missing("webhook", id)) << method << " " << rest;
    }
    EXPECT_EQ(made(send("GET", "/" + id), "webhook").at("enabled"), true);
}

TEST_P(Webhooks, TellOfEverythingThatHappensToObjects) {
    HttpReceiver receiver;
    hook(receiver.url(), kAll);
    const std::string id = idOf(post("A", {{"status", "draft"}, {"content", "one"}}));
    const auto edit = [&](const JsonObject& change) {
        JsonObject body = change;
        body["trigger_webhook"] = true;
        ASSERT_EQ(patch("/objects/" + id, body).status, 200);
    };
    const std::vector<std::string> expected = {
        "object.created.draft",      "object.edited.draft",     "object.edited.published", "object.edited.published",
        "object.edited.unpublished", "object.edited.published", "object.deleted",          "object.created.published"};
    ASSERT_TRUE(receiver.waitFor(1));
    edit({{"title", "B"}});
    ASSERT_TRUE(receiver.waitFor(2));
    edit({{"status", "published"}});
    ASSERT_TRUE(receiver.waitFor(3));
    edit({{"content", "two"}});
    ASSERT_TRUE(receiver.waitFor(4));
    edit({{"status", "draft"}});
    ASSERT_TRUE(receiver.waitFor(5));
    edit({{"status", "published"}});
    ASSERT_TRUE(receiver.waitFor(6));
    const JsonObject published = made(get("/objects/" + id), "object");
    ASSERT_EQ(del("/objects/" + id + "?trigger_webhook=true").status, 200);
    ASSERT_TRUE(receiver.waitFor(7));
    post("C");
    ASSERT_TRUE(receiver.waitFor(8));
    EXPECT_EQ(types(receiver), expected);

    const auto requests = receiver.requests();
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const JsonObject body = requests[i].json();
        EXPECT_EQ(requests[i].method, "POST");
        EXPECT_EQ(requests[i].path, "/hook");
        EXPECT_EQ(requests[i].header("content-type"), "application/json");
        EXPECT_EQ(requests[i].header("x-inkwell-event"), expected[i]);
        EXPECT_TRUE(requests[i].header("user-agent").starts_with("Inkwell/")) << requests[i].header("user-agent");
        EXPECT_EQ(body.size(), 3U) << requests[i].body;
        EXPECT_TRUE(body.at("created_at").is_int64());
    }
    EXPECT_EQ(requests[0].json().at("data").at("title"), "A");
    EXPECT_EQ(requests[1].json().at("data").at("title"), "B");
    EXPECT_EQ(requests[4].json().at("data").at("status"), "draft");
    EXPECT_EQ(requests[5].json().at("data"), Json(published)) << "not the record as it is read";
    EXPECT_EQ(requests[6].json().at("data"), Json(JsonArray{Json(id)}));
}

TEST_P(Webhooks, TellOfADeletionThatIsUndoneWhetherOrNotTheTrashHadIt) {
    HttpReceiver receiver;
    hook(receiver.url(), kAll);
    const JsonArray ids{makeObject("posts", "A").at("id")};
    std::size_t told = 0;
    for (const std::string& token : {bucket().writeKey, admin_.token}) {
        const Reply deletion = api().send("POST", path("/objects/bulk"), token, {{"ids", ids}, {"action", "delete"}});
        const std::string undo(textOf(deletion.object("undo"), "id"));
        const JsonObject loud{{"trigger_webhook", true}};
        const Reply undone = api().send("POST", path("/objects/bulk/" + undo + "/undo"), token, loud);
        EXPECT_EQ(undone.json().at("changed"), 1) << undone.body;
        ASSERT_TRUE(receiver.waitFor(++told));
    }
    EXPECT_EQ(types(receiver), (std::vector<std::string>{"object.created.published", "object.created.published"}));
}

TEST_P(Webhooks, TellOfMediaRevisionsAndMerges) {
    HttpReceiver receiver;
    hook(receiver.url(), kAll, {{"object_types", {"posts"}}});  // which says nothing about media and merges
    const JsonObject media = made(upload(), "media");
    ASSERT_TRUE(receiver.waitFor(1));
    ASSERT_EQ(patch("/media/" + idOf(media), {{"metadata", {{"alt", "A"}}}, {"trigger_webhook", true}}).status, 200);
    ASSERT_TRUE(receiver.waitFor(2));
    ASSERT_EQ(del("/media/" + idOf(media) + "?trigger_webhook=true").status, 200);
    ASSERT_TRUE(receiver.waitFor(3));

    const std::string post = idOf(makeObject("posts", "A"));
    ASSERT_EQ(ApiTest::post("/objects/" + post + "/revisions",
                            {{"title", "Next"}, {"status", "draft"}, {"trigger_webhook", true}})
                  .status,
              200);
    ASSERT_TRUE(receiver.waitFor(4));

    const TestServer::Bucket source = api().makeBucket();
    api().server().plugins().find<Identity>()->addAdmin(admin_.id, source.id);
    const std::string there = "/v2/buckets/" + source.slug;
    ASSERT_EQ(api().send("POST", there + "/object-types", source.writeKey, {{"title", "Posts"}}).status, 200);
    const Reply other =
        api().send("POST", there + "/objects", source.writeKey, {{"type", "posts"}, {"title", "Theirs"}});
    const Reply opened =
        api().send("POST", path("/merge-requests"), admin_.token,
                   {{"title", "T"}, {"source_bucket", source.slug}, {"objects", {other.object("object").at("id")}}});
    const std::string merge = idOf(made(opened, "merge_request"));
    const Reply done =
        api().send("POST", path("/merge-requests/" + merge + "/complete"), admin_.token, {{"trigger_webhook", true}});
    const JsonObject merged = made(done, "merge_request");
    ASSERT_TRUE(receiver.waitFor(5));

    EXPECT_EQ(types(receiver), (std::vector<std::string>{"media.created", "media.edited", "media.deleted",
                                                         "revision.created", "merge.completed"}));
    const auto requests = receiver.requests();
    EXPECT_EQ(requests[0].json().at("data").at("original_name"), "a.txt");
    EXPECT_EQ(requests[1].json().at("data").at("metadata").at("alt"), "A");
    EXPECT_EQ(requests[2].json().at("data"), Json(JsonArray{media.at("id")}));
    EXPECT_EQ(requests[3].json().at("data").at("title"), "Next");
    EXPECT_EQ(requests[4].json().at("data"), Json(merged));
}

TEST_P(Webhooks, FireOnlyWhereTheyAreAskedForAndForWhatWasCommitted) {
    HttpReceiver receiver;
    const std::string id = idOf(hook(receiver.url(), kAll));
    makeObject("posts", "Quiet");
    makeObject("posts", "Quiet too", {{"trigger_webhook", false}});
    // Refused, and rolled back by a listener after the webhook's: nothing is left in the queue.
    EXPECT_EQ(refusalOf(ApiTest::post(
                  "/objects", {{"type", "posts"}, {"title", "Bad"}, {"slug", "quiet"}, {"trigger_webhook", true}})),
              "409: the slug 'quiet' is taken by another object of type 'posts'");
    EXPECT_EQ(rows("SELECT COUNT(*) FROM webhooks_deliveries WHERE webhook_id = '" + id + "'"), 0);
    post("Loud");
    ASSERT_TRUE(receiver.waitFor(1));
    EXPECT_EQ(only(id).at("event"), "object.created.published");
}

TEST_P(Webhooks, GetWhatTheyChose) {
    makeType("pages", {field("text", "note", "", {})});
    HttpReceiver pages, titles, notes;
    hook(pages.url(), kAll, {{"object_types", {"pages"}}});
    const std::string second = idOf(hook(titles.url(), {"object.created.published"},
                                         {{"props", "title,slug"}, {"object_types", {"posts", "pages"}}}));
    hook(notes.url(), {"object.created.published"}, {{"props", "metadata.note"}});
    post("A post");
    const JsonObject page =
        makeObject("pages", "A page", {{"metafields", {field("text", "note", "N")}}, {"trigger_webhook", true}});
    ASSERT_TRUE(pages.waitFor(1));
    ASSERT_TRUE(titles.waitFor(2));
    ASSERT_TRUE(notes.waitFor(2));
    ASSERT_TRUE(waitForState(second, "delivered", 2));
    EXPECT_EQ(pages.requests().size(), 1U);
    EXPECT_EQ(pages.requests()[0].json().at("data").at("id"), page.at("id"));
    // Two are sent at once, in any order.
    const auto toldTo = [](const HttpReceiver& receiver) {
        std::set<std::string> told;
        for (const auto& one : receiver.requests()) told.insert(writeJson(one.json().at("data")));
        return told;
    };
    EXPECT_EQ(toldTo(titles), (std::set<std::string>{R"({"slug":"a-post","title":"A post"})",
                                                     R"({"slug":"a-page","title":"A page"})"}));
    EXPECT_EQ(toldTo(notes), (std::set<std::string>{R"({"metadata":null})", R"({"metadata":{"note":"N"}})"}));
    // One body for all who want the same.
    EXPECT_EQ(
        rows("SELECT COUNT(DISTINCT d.message_id) FROM webhooks_deliveries d JOIN webhooks w ON w.id = d.webhook_id "
             "WHERE w.bucket_id = '" +
             bucket().id + "'"),
        5);

    // A renamed type keeps its webhooks.
    ASSERT_EQ(patch("/object-types/pages", {{"slug", "leaves"}}).status, 200);
    EXPECT_EQ(made(send("GET", "/" + second), "webhook").at("object_types"), Json(JsonArray{"posts", "leaves"}));
    makeObject("leaves", "Another", {{"trigger_webhook", true}});
    EXPECT_TRUE(pages.waitFor(2));
}

TEST_P(Webhooks, SendTheHeadersTheyWereGivenAndASignature) {
    HttpReceiver receiver;
    const JsonObject created =
        hook(receiver.url("/a?token=x"), kAll, {{"headers", {{"Authorization", "Bearer abc"}, {"X-Team", "a, b"}}}});
    post("A");
    ASSERT_TRUE(receiver.waitFor(1));
    const auto first = receiver.requests()[0];
    EXPECT_EQ(first.path, "/a?token=x");
    EXPECT_EQ(first.header("authorization"), "Bearer abc");
    EXPECT_EQ(first.header("x-team"), "a, b");
    EXPECT_EQ(first.header("webhook-id"), textOf(only(idOf(created)), "id"));
    EXPECT_TRUE(first.header("webhook-signature").starts_with("v1,")) << first.header("webhook-signature");
    EXPECT_EQ(first.header("webhook-signature").find(' '), std::string::npos);

    const Reply rotated = send("POST", "/" + idOf(created) + "/rotate-secret");
    ASSERT_EQ(rotated.status, 200) << rotated.body;
    EXPECT_NE(rotated.object("webhook").at("secret"), created.at("secret"));
    EXPECT_EQ(send("GET", "/" + idOf(created)).body.find("whsec_"), std::string::npos);
    post("B");
    ASSERT_TRUE(receiver.waitFor(2));
    const std::string both = receiver.requests()[1].header("webhook-signature");
    EXPECT_NE(both.find(" v1,"), std::string::npos) << both;
    api().server().database().write(
        [&](Sql& sql) { sql.execute("UPDATE webhooks SET old_secret_until = 1 WHERE id = ?", {idOf(created)}); });
    post("C");
    ASSERT_TRUE(receiver.waitFor(3));
    EXPECT_EQ(receiver.requests()[2].header("webhook-signature").find(' '), std::string::npos);
}

TEST_P(Webhooks, LeaveNothingBehind) {
    HttpReceiver receiver;
    const std::string first = idOf(hook(receiver.url("/1"), kAll));
    const std::string second = idOf(hook(receiver.url("/2"), kAll, {{"props", "id"}}));
    post("A");
    ASSERT_TRUE(waitForState(first, "delivered"));
    ASSERT_TRUE(waitForState(second, "delivered"));
    const auto left = [&](const std::string& webhook) {
        return rows("SELECT COUNT(*) FROM webhooks_deliveries WHERE webhook_id = '" + webhook + "'");
    };
    const auto attempts = [&] {
        return rows(
            "SELECT COUNT(*) FROM webhooks_attempts a LEFT JOIN webhooks_deliveries d ON d.id = a.delivery_id "
            "WHERE d.id IS NULL");
    };
    const auto messages = [&] {
        return rows(
            "SELECT COUNT(*) FROM webhooks_messages m LEFT JOIN webhooks_deliveries d ON d.message_id = m.id "
            "WHERE d.id IS NULL");
    };
    ASSERT_EQ(send("DELETE", "/" + first).status, 200);
    EXPECT_EQ(left(first), 0);
    EXPECT_EQ(left(second), 1);
    EXPECT_EQ(attempts(), 0);
    EXPECT_EQ(messages(), 0);
    ASSERT_EQ(api().send("DELETE", path(""), admin_.token, nullptr).status, 200);
    EXPECT_EQ(left(second), 0);
    EXPECT_EQ(attempts(), 0);
    EXPECT_EQ(messages(), 0);
    EXPECT_EQ(api().count("webhooks", bucket().id), 0);
}

}  // namespace
}  // namespace inkwell::test
