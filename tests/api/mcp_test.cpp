// The Model Context Protocol: plugins/mcp/README.md, interface/mcp.md and decision 0033.
#include "tests/support/api_scenario.h"

namespace inkwell::test {
namespace {

class McpApi : public ApiTest {
protected:
    void SetUp() override {
        ApiTest::SetUp();
        admin_ = api().makeUser(bucket(), "admin");
        makeType("posts", {field("text", "lead", ""), field("number", "price", "")});
        live_ = makeId("posts", "Live", {{"status", "published"}});
        draft_ = makeId("posts", "Draft", {{"status", "draft"}});
    }

    std::string makeToken(const JsonObject& permissions) {
        const Reply reply =
            api().send("POST", at("/tokens"), admin_.token, {{"title", "T"}, {"permissions", permissions}});
        EXPECT_EQ(reply.status, 200) << reply.body;
        tokenId_ = std::string(textOf(reply.object("token"), "id"));
        return std::string(textOf(reply.object("token"), "token"));
    }
    std::string at(const std::string& rest) const { return "/v2/buckets/" + bucket().slug + rest; }

    Reply send(const std::string& body, Headers headers) {
        return sendRequest(api().port(), "POST", "/mcp", std::move(headers), body);
    }
    Reply send(const std::string& body) { return send(body, {bearer(admin_.token)}); }
    /// The code and the message of the error that a body is answered with.
    std::string errorOf(const std::string& body, const Headers& more = {}) {
        Headers headers{bearer(admin_.token)};
        headers.insert(headers.end(), more.begin(), more.end());
        const Reply reply = send(body, headers);
        const JsonObject error = reply.object("error");
        return std::to_string(reply.status) + " " + writeJson(error.at("code")) + " " +
               std::string(textOf(error, "message")) + " " + writeJson(reply.json().at("id"));
    }

    struct Result {
        bool isError = false;
        JsonObject json;
    };
    Result call(const std::string& token, const std::string& tool, const JsonObject& arguments = {}) {
        const JsonObject message{{"jsonrpc", "2.0"},
                                 {"id", 1},
                                 {"method", "tools/call"},
                                 {"params", {{"name", tool}, {"arguments", arguments}}}};
        const Reply reply = send(writeJson(message), {bearer(token)});
        EXPECT_EQ(reply.status, 200) << reply.body;
        const JsonObject result = reply.object("result");
        const JsonObject& content = result.at("content").at(0).as_object();
        EXPECT_EQ(content.at("type"), "text");
        return {result.contains("isError"), parseJson(textOf(content, "text")).as_object()};
    }
    /// "403 forbidden", or "done".
    std::string outcome(const std::string& token, const std::string& tool, const JsonObject& arguments = {}) {
        const Result result = call(token, tool, arguments);
        if (!result.isError) return "done";
        return writeJson(result.json.at("status")) + " " + std::string(textOf(result.json, "code"));
    }
    Json shown(const std::string& id, const std::string& status) {
        return get("/objects/" + id + "?status=" + status).object("object").at("title");
    }

    TestServer::User admin_;
    std::string live_, draft_, tokenId_;
};
INKWELL_ON_BOTH_ENGINES(McpApi);

const std::string kPing = R"({"jsonrpc": "2.0", "id": 1, "method": "ping"})";

TEST_P(McpApi, AnswersARequestWithItsIdAndANotificationWithNothing) {
    EXPECT_EQ(send(kPing).body, R"({"jsonrpc":"2.0","id":1,"result":{}})");
    EXPECT_EQ(send(R"({"jsonrpc": "2.0", "id": "a", "method": "ping", "params": {}})").json().at("id"), "a");
    for (const char* body : {R"({"jsonrpc": "2.0", "method": "notifications/initialized"})",
                             R"({"jsonrpc": "2.0", "method": "unheard/of", "params": {"x": 1}})",
                             R"({"jsonrpc": "2.0", "id": 7, "result": {}})",
                             R"([{"jsonrpc": "2.0", "method": "notifications/initialized"}])"}) {
        const Reply reply = send(body);
        EXPECT_EQ(reply.status, 202) << body;
        EXPECT_EQ(reply.body, "") << body;
        EXPECT_EQ(reply.headers.at("content-length"), "0") << body;
    }
}

TEST_P(McpApi, RefusesWhatIsNoMessageInTheWordsOfJsonRpc) {
    EXPECT_EQ(errorOf("{").substr(0, 10), "400 -32700");
    EXPECT_EQ(errorOf("").substr(0, 10), "400 -32700");
    EXPECT_EQ(errorOf(R"({"jsonrpc": "2.0", "id": 1, "id": 2, "method": "ping"})").substr(0, 10), "400 -32700");
    EXPECT_EQ(errorOf("7"), "400 -32600 a message must be an object null");
    EXPECT_EQ(errorOf("[]"), "400 -32600 a batch must not be empty null");
    EXPECT_EQ(errorOf(R"({"id": 1, "method": "ping"})"), "400 -32600 jsonrpc must be \"2.0\" 1");
    EXPECT_EQ(errorOf(R"({"jsonrpc": "2.0", "id": null, "method": "ping"})"),
              "400 -32600 id must be a text or a whole number null");
    EXPECT_EQ(errorOf(R"({"jsonrpc": "2.0", "id": 1.5, "method": "ping"})"),
              "400 -32600 id must be a text or a whole number null");
    EXPECT_EQ(errorOf(R"({"jsonrpc": "2.0", "id": 1})"), "400 -32600 method must be a text 1");
    EXPECT_EQ(errorOf(R"({"jsonrpc": "2.0", "id": 1, "method": "ping", "params": 1})"),
              "400 -32600 params must be an object 1");
    EXPECT_EQ(errorOf(R"({"jsonrpc": "2.0", "id": 1, "method": "ping", "params": []})"),
              "200 -32602 params must be an object 1");
    EXPECT_EQ(errorOf(R"({"jsonrpc": "2.0", "id": 1, "method": "resources/list"})"),
              "200 -32601 there is no method 'resources/list' here 1");
    EXPECT_EQ(errorOf(R"({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "x"}})"),
              "200 -32602 there is no tool 'x'; tools/list names them 1");
    EXPECT_EQ(errorOf(R"({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"cursor": "2"}})"),
              "200 -32602 there is no such page: all tools stand on the first 1");
}

TEST_P(McpApi, AnswersABatchInTheVersionThatHasThem) {
    const std::string batch = "[" + kPing + R"(, 7, {"jsonrpc": "2.0", "method": "x"}, )" +
                              R"({"jsonrpc": "2.0", "id": 2, "method": "initialize", "params": {}}])";
    const JsonArray answers = parseJson(send(batch).body).as_array();
    ASSERT_EQ(answers.size(), 3U);
    EXPECT_EQ(answers[0].at("id"), 1);
    EXPECT_EQ(answers[1].at("error").at("code"), -32600);
    EXPECT_TRUE(answers[1].at("id").is_null());
    EXPECT_EQ(answers[2].at("error").at("message"), "initialize must not stand in a batch");
    EXPECT_EQ(errorOf(batch, {{"MCP-Protocol-Version", "2025-06-18"}}),
              "400 -32600 this version of the protocol has no batches: send one message null");
    std::string many = "[" + kPing;
    for (int n = 0; n < 20; ++n) many += "," + kPing;
    EXPECT_EQ(errorOf(many + "]"), "400 -32600 a batch may hold 20 messages, not 21 null");
}

TEST_P(McpApi, AgreesOnAVersionOfTheProtocol) {
    const auto agreed = [&](const std::string& wanted) {
        const std::string params = R"({"protocolVersion": ")" + wanted + R"(", "capabilities": {}})";
        const Reply reply = send(R"({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": )" + params + "}");
        EXPECT_FALSE(reply.headers.contains("mcp-session-id"));
        EXPECT_EQ(reply.object("result").at("serverInfo").at("name"), "inkwell");
        EXPECT_TRUE(reply.object("result").at("capabilities").at("tools").is_object());
        return reply.object("result").at("protocolVersion");
    };
    for (const char* known : {"2025-03-26", "2025-06-18", "2025-11-25"}) EXPECT_EQ(agreed(known), Json(known));
    EXPECT_EQ(agreed("2024-11-05"), "2025-11-25");
    EXPECT_EQ(agreed("2999-01-01"), "2025-11-25");
    EXPECT_EQ(errorOf(R"({"jsonrpc": "2.0", "id": 1, "method": "initialize"})"),
              "200 -32602 protocolVersion is required: a text 1");
    EXPECT_EQ(send(kPing, {bearer(admin_.token), {"MCP-Protocol-Version", "2025-11-25"}}).status, 200);
    EXPECT_EQ(errorOf(kPing, {{"MCP-Protocol-Version", "1"}}),
              "400 -32600 MCP-Protocol-Version names a version that is not spoken here: 2025-11-25, 2025-06-18, "
              "2025-03-26 are null");
}

TEST_P(McpApi, TakesTokensAloneAndLooksAtThemFirst) {
    const std::string noToken = "401: a token is needed: send the header 'Authorization: Bearer <token>'";
    const std::string wrong =
        "401: the Authorization header holds neither a valid user token nor a token of a bucket; the keys of a bucket "
        "are not taken here";
    const std::string over = "401: the token of a bucket is not valid, has expired or was revoked";
    for (const std::string& token : {std::string("wrong"), bucket().readKey, bucket().writeKey}) {
        const Reply reply = send("not even JSON", {bearer(token)});
        EXPECT_EQ(refusalOf(reply), wrong) << token;
        EXPECT_EQ(reply.headers.at("www-authenticate"), "Bearer");
    }
    EXPECT_EQ(refusalOf(send("{", {bearer("bt_wrong")})), over);
    EXPECT_EQ(refusalOf(send(kPing, {})), noToken);
    EXPECT_EQ(refusalOf(sendRequest(api().port(), "POST", "/mcp?read_key=" + bucket().readKey, {}, kPing)), noToken);
    EXPECT_EQ(refusalOf(send(kPing, {{"Cookie", "inkwell_session=" + admin_.token}, {"Inkwell-Session", "1"}})),
              noToken);
    const std::string token = makeToken({{"read", "published"}});
    EXPECT_EQ(send(kPing, {bearer(token)}).status, 200);
    ASSERT_EQ(api().send("DELETE", at("/tokens/" + tokenId_), admin_.token, nullptr).status, 200);
    EXPECT_EQ(refusalOf(send(kPing, {bearer(token)})), over);
}

TEST_P(McpApi, RefusesThePagesOfStrangers) {
    EXPECT_EQ(send(kPing, {bearer(admin_.token), {"Origin", api().server().info().baseUrl}}).status, 200);
    for (const char* origin : {"http://evil.example", "null", "http://127.0.0.1", "http://127.0.0.1.evil.example"}) {
        const Reply reply = send(kPing, {bearer(admin_.token), {"Origin", origin}});
        EXPECT_EQ(refusalOf(reply),
                  "403: pages of another origin may not use this address, unless the operator lists theirs in "
                  "mcp.origins")
            << origin;
    }
}

TEST_P(McpApi, HoldsToTheRulesOfItsTransport) {
    for (const char* method : {"GET", "DELETE", "PUT"}) {
        const Reply reply = sendRequest(api().port(), method, "/mcp", {bearer(admin_.token)});
        EXPECT_EQ(refusalOf(reply).substr(0, 4), "405:") << method;
        EXPECT_EQ(reply.headers.at("allow"), "POST, OPTIONS") << method;
    }
    EXPECT_EQ(send(kPing, {bearer(admin_.token), {"Accept", "application/json, text/event-stream"}}).status, 200);
    EXPECT_EQ(refusalOf(send(kPing, {bearer(admin_.token), {"Content-Type", "text/plain"}})),
              "415: the body must be JSON: send 'Content-Type: application/json'");
    EXPECT_EQ(refusalOf(send(std::string(9 * 1024 * 1024, ' '))),
              "413: the body is larger than the 8388608 bytes allowed");
}

TEST_P(McpApi, ReadsWhatItsTokenReads) {
    const std::string published = makeToken({{"read", "published"}});
    EXPECT_EQ(outcome(published, "read_object", {{"id", live_}}), "done");
    EXPECT_EQ(outcome(published, "read_object", {{"id", draft_}}), "404 not_found");
    EXPECT_EQ(outcome(published, "read_object", {{"id", draft_}, {"status", "any"}}), "403 forbidden");
    EXPECT_EQ(outcome(published, "edit_draft", {{"id", live_}, {"title", "x"}}), "403 forbidden");
    EXPECT_EQ(outcome(published, "search_content", {{"q", "draft"}, {"status", "any"}}), "403 forbidden");
    EXPECT_EQ(call(published, "find_objects").json.at("total"), 1);
    const std::string any = makeToken({{"read", "any"}});
    EXPECT_EQ(call(any, "find_objects", {{"status", "any"}}).json.at("total"), 2);
    EXPECT_EQ(outcome(any, "create_draft", {{"type", "posts"}, {"title", "x"}}), "403 forbidden");
    const std::string none = makeToken({{"write", "all"}});
    EXPECT_EQ(outcome(none, "find_objects"), "403 forbidden");
    EXPECT_EQ(outcome(none, "describe_types"), "403 forbidden");
    EXPECT_EQ(outcome(none, "create_draft", {{"type", "posts"}, {"title", "x"}}), "done");
}

TEST_P(McpApi, WritesWhatItsTokenWrites) {
    makeType("pages");
    const std::string token = makeToken({{"read", "any"}, {"write", JsonArray{Json("pages")}}});
    EXPECT_EQ(outcome(token, "create_draft", {{"type", "posts"}, {"title", "x"}}), "403 forbidden");
    EXPECT_EQ(outcome(token, "edit_draft", {{"id", live_}, {"title", "x"}}), "403 forbidden");
    EXPECT_EQ(outcome(token, "publish_object", {{"id", draft_}}), "403 forbidden");
    EXPECT_EQ(outcome(token, "upload_media", {{"file_name", "a.txt"}, {"data", "aGk="}}), "403 forbidden");
    EXPECT_EQ(outcome(token, "create_draft", {{"type", "pages"}, {"title", "x"}}), "done");
    const TestServer::User drafter = api().makeUser(bucket(), "editor", {{"publishing_restrictions", "draft_only"}});
    EXPECT_EQ(outcome(drafter.token, "edit_draft", {{"id", live_}, {"title", "Prepared"}}), "done");
    EXPECT_EQ(outcome(drafter.token, "publish_object", {{"id", live_}}), "403 forbidden");
    EXPECT_EQ(shown(live_, "published"), "Live");
    EXPECT_EQ(shown(live_, "any"), "Prepared");
}

TEST_P(McpApi, EditsUponTheNewestVersionAndLeavesTheRest) {
    const JsonObject lead{{"key", "lead"}, {"value", "A"}};
    const JsonObject price{{"key", "price"}, {"value", 7}};
    for (const std::string& id : {live_, draft_}) {
        ASSERT_EQ(outcome(admin_.token, "edit_draft", {{"id", id}, {"metafields", JsonArray{lead}}}), "done");
        ASSERT_EQ(outcome(admin_.token, "edit_draft", {{"id", id}, {"metafields", JsonArray{price}}}), "done");
        ASSERT_EQ(outcome(admin_.token, "edit_draft", {{"id", id}, {"content", "<p>x</p>"}}), "done");
        const JsonObject newest = get("/objects/" + id + "?status=any").object("object");
        EXPECT_EQ(writeJson(newest.at("metadata")), R"({"lead":"A","price":7})");
        EXPECT_EQ(newest.at("content"), "<p>x</p>");
        EXPECT_EQ(newest.at("title"), id == live_ ? "Live" : "Draft");
    }
    EXPECT_EQ(writeJson(get("/objects/" + live_).object("object").at("metadata")), R"({"lead":"","price":null})");
    EXPECT_EQ(outcome(admin_.token, "edit_draft", {{"id", live_}}), "400 bad_request");
    EXPECT_EQ(outcome(admin_.token, "publish_object", {{"id", live_}}), "done");
    EXPECT_EQ(writeJson(get("/objects/" + live_).object("object").at("metadata")), R"({"lead":"A","price":7})");
}

TEST_P(McpApi, EditsWhatIsPreparedOverADraftToo) {
    const JsonObject prepared{{"title", "Prepared"}, {"content", "NEW"}, {"status", "draft"}};
    ASSERT_EQ(post("/objects/" + draft_ + "/revisions", prepared).status, 200);
    const JsonObject lead{{"key", "lead"}, {"value", "A"}};
    ASSERT_EQ(outcome(admin_.token, "edit_draft", {{"id", draft_}, {"metafields", JsonArray{lead}}}), "done");
    const JsonObject newest = get("/objects/" + draft_ + "?status=any").object("object");
    EXPECT_EQ(newest.at("title"), "Prepared");
    EXPECT_EQ(newest.at("content"), "NEW");
    EXPECT_EQ(newest.at("metadata").at("lead"), "A");
    ASSERT_EQ(outcome(admin_.token, "publish_object", {{"id", draft_}}), "done");
    EXPECT_EQ(shown(draft_, "published"), "Prepared");
}

TEST_P(McpApi, EditsWhatGoesOutByItselfAndLeavesItItsTime) {
    const JsonObject prepared{{"title", "Prepared"}, {"status", "draft"}, {"publish_at", 4'000'000'000'000}};
    ASSERT_EQ(post("/objects/" + live_ + "/revisions", prepared).status, 200);
    ASSERT_EQ(outcome(admin_.token, "edit_draft", {{"id", live_}, {"title", "Edited"}}), "done");
    const JsonObject newest = get("/objects/" + live_ + "?status=any").object("object");
    EXPECT_EQ(newest.at("title"), "Edited");
    EXPECT_EQ(newest.at("publish_at"), 4'000'000'000'000);
}

TEST_P(McpApi, EditsWhatIsRelatedToAnObjectThatIsGone) {
    JsonObject relation = field("object", "one", "");
    relation["object_type"] = "posts";
    makeType("notes", {field("text", "lead", ""), relation});
    const std::string gone = makeId("posts", "Gone", {{"status", "published"}});
    std::vector<std::string> ids;
    for (const char* status : {"draft", "published"}) {
        const JsonObject more{{"status", status}, {"metadata", {{"one", gone}}}};
        ids.emplace_back(makeId("notes", status, more));
    }
    ASSERT_EQ(del("/objects/" + gone).status, 200);
    for (const std::string& id : ids) {
        const JsonObject lead{{"key", "lead"}, {"value", "A"}};
        const Result done = call(admin_.token, "edit_draft", {{"id", id}, {"metafields", JsonArray{lead}}});
        EXPECT_FALSE(done.isError) << writeJson(done.json);
    }
    const JsonArray given{JsonObject{{"key", "lead"}, {"value", 1}}};
    for (const std::string& id : {live_, draft_}) {
        const Result refused = call(admin_.token, "edit_draft", {{"id", id}, {"metafields", given}});
        EXPECT_EQ(refused.json.at("problems").at(0).at("path"), "metafields[0].value") << writeJson(refused.json);
    }
}

TEST_P(McpApi, EditsOfAParentTheChildrenThatAreGiven) {
    const JsonArray children{field("text", "place", ""), field("text", "tip", "")};
    makeType("walks",
             {JsonObject{{"type", "parent"}, {"title", "Sidebar"}, {"key", "sidebar"}, {"children", children}}});
    for (const char* status : {"draft", "published"}) {
        const JsonObject values{{"sidebar", {{"place", "P"}, {"tip", "T"}}}};
        const JsonObject made = makeObject("walks", status, {{"status", status}, {"metadata", values}});
        const std::string id(textOf(made, "id"));
        const auto edit = [&](const Json& tip) {
            const JsonArray tips{JsonObject{{"key", "tip"}, {"value", tip}}};
            const JsonArray given{JsonObject{{"key", "sidebar"}, {"children", tips}}};
            return call(admin_.token, "edit_draft", {{"id", id}, {"metafields", given}});
        };
        const Result edited = edit("new");
        EXPECT_FALSE(edited.isError) << writeJson(edited.json);
        EXPECT_EQ(edited.json.at("object").at("id"), Json(id));
        EXPECT_EQ(writeJson(edited.json.at("object").at("metadata")), R"({"sidebar":{"place":"P","tip":"new"}})");
        const Result refused = edit(7);
        const std::string path = "metafields[0].children[0].value";
        EXPECT_EQ(refused.json.at("problems").at(0).at("path"), Json(path)) << writeJson(refused.json);
        EXPECT_NE(textOf(refused.json, "message").find(": " + path + ": "), std::string::npos);
        EXPECT_EQ(outcome(admin_.token, "publish_object", {{"id", textOf(edited.json.at("object").as_object(), "id")}}),
                  "done");
    }
}

TEST_P(McpApi, EditsNothingWhereAKeyIsGivenTwice) {
    const auto before = get("/objects/" + draft_ + "?status=any").object("object");
    for (const std::string& id : {live_, draft_}) {
        const JsonArray given{JsonObject{{"key", "lead"}, {"value", "one"}},
                              JsonObject{{"key", "lead"}, {"value", "two"}}};
        const Result refused = call(admin_.token, "edit_draft", {{"id", id}, {"metafields", given}});
        EXPECT_TRUE(refused.isError);
        EXPECT_EQ(refused.json.at("problems").at(0).at("path"), "metafields[1].key") << writeJson(refused.json);
    }
    EXPECT_EQ(get("/objects/" + draft_ + "?status=any").object("object"), before);
}

TEST_P(McpApi, ExplainsWhatIsWrongWithAnArgument) {
    const auto problems = [&](const std::string& tool, const JsonObject& arguments) {
        const Result result = call(admin_.token, tool, arguments);
        EXPECT_TRUE(result.isError);
        std::string all;
        for (const Json& one : result.json.at("problems").as_array()) {
            all += std::string(textOf(one.as_object(), "path")) + ": " +
                   std::string(textOf(one.as_object(), "message")) + "; ";
        }
        return all;
    };
    EXPECT_EQ(problems("read_object", {}), "id: is required; ");
    EXPECT_EQ(problems("read_object", {{"id", ""}}), "id: must not be empty; ");
    EXPECT_EQ(problems("read_object", {{"id", 7}, {"idd", 7}}),
              "id: must be a string; idd: is no argument of this tool; ");
    EXPECT_EQ(problems("find_objects", {{"limit", 101}, {"status", "draft"}}),
              "limit: must be from 1 to 100; status: must be one of [\"published\",\"any\"]; ");
    EXPECT_EQ(problems("create_draft", {{"type", "posts"}, {"title", "x"}, {"metafields", JsonArray{Json(1)}}}),
              "metafields[0]: must be an object; ");
    EXPECT_EQ(problems("upload_media", {{"file_name", "a"}, {"data", "?"}}), "data: must be base64 with its padding; ");
    EXPECT_EQ(problems("create_draft", {{"type", "posts"}, {"title", std::string(1001, 'x')}}).substr(0, 5), "title");
    // What could be another address is only ever a part of one.
    EXPECT_EQ(outcome(admin_.token, "read_object", {{"id", "../object-types"}}), "404 not_found");
    EXPECT_EQ(outcome(admin_.token, "read_object", {{"id", live_ + "?status=any"}}), "404 not_found");
    EXPECT_EQ(outcome(admin_.token, "read_object", {{"id", "values"}}), "404 not_found");
    EXPECT_EQ(outcome(admin_.token, "edit_draft", {{"id", "bulk"}, {"title", "x"}}), "404 not_found");
}

TEST_P(McpApi, AsksForABucketWhereItsTokenOpensSeveral) {
    const TestServer::Bucket other = api().makeBucket();
    EXPECT_EQ(outcome(admin_.token, "find_objects"), "done");
    EXPECT_EQ(outcome(admin_.token, "find_objects", {{"bucket", other.slug}}), "404 not_found");
    EXPECT_EQ(outcome(makeToken({{"read", "any"}}), "find_objects", {{"bucket", other.slug}}), "400 bad_request");
    api().server().plugins().find<Identity>()->addAdmin(admin_.id, other.id);
    const Result refused = call(admin_.token, "find_objects");
    ASSERT_TRUE(refused.isError);
    EXPECT_EQ(refused.json.at("problems").at(0).at("path"), "bucket");
    EXPECT_EQ(call(admin_.token, "list_buckets").json.at("buckets").as_array().size(), 2U);
    EXPECT_EQ(call(admin_.token, "find_objects", {{"bucket", other.slug}}).json.at("total"), 0);
    EXPECT_EQ(call(admin_.token, "find_objects", {{"bucket", bucket().slug}}).json.at("total"), 1);
}

TEST_P(McpApi, NamesTheBucketThatTheTokenOfOneOpens) {
    const TestServer::Bucket other = api().makeBucket();
    const std::string token = makeToken({{"read", "published"}});
    const Result refused = call(token, "find_objects", {{"bucket", other.slug}});
    ASSERT_TRUE(refused.isError);
    EXPECT_EQ(refused.json.at("problems").at(0).at("message"),
              Json("must be '" + bucket().slug + "': see list_buckets"));
    EXPECT_EQ(outcome(token, "find_objects", {{"bucket", bucket().slug}}), "done");
}

TEST_P(McpApi, NeedsNoBucketWhereStrangersHaveAddedItsOwnerToTheirs) {
    const TestServer::Bucket strange = api().makeBucket();
    const TestServer::User stranger = api().makeUser(strange, "admin");
    const JsonObject addition{{"email", admin_.email}, {"first_name", "A"}, {"last_name", "B"}, {"role", "editor"}};
    const std::string users = "/v2/buckets/" + strange.slug + "/users";
    ASSERT_EQ(api().send("POST", users, stranger.token, addition).status, 200);
    EXPECT_EQ(outcome(admin_.token, "find_objects"), "done");
    EXPECT_EQ(call(admin_.token, "list_buckets").json.at("buckets").as_array().size(), 1U);
}

TEST_P(McpApi, FindsByTypeAndQueryTogether) {
    makeType("pages");
    makeObject("pages", "Page", {{"status", "published"}});
    const auto total = [&](const JsonObject& arguments) {
        return call(admin_.token, "find_objects", arguments).json.at("total");
    };
    EXPECT_EQ(total({{"type", "pages"}}), 1);
    EXPECT_EQ(total({{"type", "pages"}, {"query", {{"title", "Page"}}}}), 1);
    EXPECT_EQ(total({{"type", "pages"}, {"query", {{"type", "posts"}}}}), 0);
    EXPECT_EQ(total({{"query", {{"$or", {{{"title", "Page"}}, {{"title", "Live"}}}}}}}), 2);
    EXPECT_EQ(outcome(admin_.token, "find_objects", {{"query", {{"title", {{"$like", "x"}}}}}}), "400 bad_request");
}

// interface/errors-and-limits.md, "Compatibility": reads show a thumbnail by its address.
class HostedMcp : public testing::TestWithParam<Engine> {};
INKWELL_ON_BOTH_ENGINES(HostedMcp);

TEST_P(HostedMcp, EditsOfADraftKeepItsThumbnail) {
    TestServerOptions options;
    options.hostedClients = true;
    TestServer api(GetParam(), options);
    const TestServer::Bucket bucket = api.makeBucket();
    const TestServer::User admin = api.makeUser(bucket, "admin");
    const std::string objects = "/v2/buckets/" + bucket.slug + "/objects";
    const auto call = [&](const char* tool, const JsonObject& arguments) {
        const Reply reply = api.send("POST", "/mcp", admin.token,
                                     {{"jsonrpc", "2.0"},
                                      {"id", 1},
                                      {"method", "tools/call"},
                                      {"params", {{"name", tool}, {"arguments", arguments}}}});
        EXPECT_EQ(reply.status, 200) << reply.body;
        EXPECT_FALSE(reply.object("result").contains("isError")) << reply.body;
        return parseJson(textOf(reply.object("result").at("content").at(0).as_object(), "text")).as_object();
    };
    const auto upload = [&](const char* fileName) {
        const JsonObject uploaded = call("upload_media", {{"file_name", fileName}, {"data", "aGk="}});
        return std::string(textOf(uploaded.at("media").as_object(), "name"));
    };
    const std::string before = upload("before.txt");
    const std::string after = upload("after.txt");
    ASSERT_EQ(
        api.send("POST", "/v2/buckets/" + bucket.slug + "/object-types", bucket.writeKey, {{"title", "Posts"}}).status,
        200);
    const Reply made = api.send("POST", objects, bucket.writeKey,
                                {{"type", "posts"}, {"title", "A"}, {"thumbnail", before}, {"status", "published"}});
    ASSERT_EQ(made.status, 200) << made.body;
    const std::string id(textOf(made.object("object"), "id"));
    const auto thumbnail = [&](const std::string& status) {
        const Reply read = api.get(objects + "/" + id + "?status=" + status + "&read_key=" + bucket.readKey);
        return std::string(textOf(read.object("object"), "thumbnail"));
    };
    const auto prepare = [&](const std::string& name) {
        EXPECT_EQ(api.send("POST", objects + "/" + id + "/revisions", bucket.writeKey,
                           {{"title", "A"}, {"status", "draft"}, {"thumbnail", name}})
                      .status,
                  200);
    };
    for (const std::string& name : {after, std::string(), before}) {
        prepare(name);
        const std::string prepared = thumbnail("any");
        EXPECT_TRUE(prepared.ends_with(name)) << prepared;
        call("edit_draft", {{"id", id}, {"content", "<p>" + name + "</p>"}});
        EXPECT_EQ(thumbnail("any"), prepared);
        EXPECT_TRUE(thumbnail("published").ends_with(before));
    }
}

}  // namespace
}  // namespace inkwell::test
