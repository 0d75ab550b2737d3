// interface/errors-and-limits.md, "Repeating a POST": a POST with an Idempotency-Key is carried out once.
#include <atomic>
#include <thread>

#include "tests/support/api_scenario.h"

namespace inkwell::test {
namespace {

constexpr const char* kOther =
    "422: this Idempotency-Key came with another request before: other content, parameters, headers or route; every "
    "new request needs a key of its own";

class Idempotency : public ApiTest {
protected:
    void SetUp() override {
        ApiTest::SetUp();
        makeType("posts");
    }
    Reply postWith(const std::string& key, const std::string& rest, const JsonObject& body, std::string token = {}) {
        if (token.empty()) token = bucket().writeKey;
        return sendRequest(api().port(), "POST", path(rest), {bearer(token), {"Idempotency-Key", key}},
                           writeJson(body));
    }
    Reply postObject(const std::string& key, const std::string& title = "One") {
        return postWith(key, "/objects", {{"title", title}, {"type", "posts"}});
    }
    std::int64_t objects() { return get("/objects?status=any").json().at("total").as_int64(); }
    static bool isReplayed(const Reply& reply) { return reply.headers.contains("idempotent-replayed"); }
    /// A tool that makes a draft.
    Reply createAtMcp(const std::string& authorization, const std::string& type = "posts") {
        const JsonObject arguments{{"type", type}, {"title", "Secretive"}};
        const JsonObject message{{"jsonrpc", "2.0"},
                                 {"id", 1},
                                 {"method", "tools/call"},
                                 {"params", {{"name", "create_draft"}, {"arguments", arguments}}}};
        return sendRequest(api().port(), "POST", "/mcp",
                           {{"Authorization", authorization}, {"Idempotency-Key", "job-1"}}, writeJson(message));
    }
    /// As if the server had ended between the commit and the answer.
    void loseAnswers() {
        api().server().database().write([](Sql& sql) { sql.execute("UPDATE kept_answers SET answer = ''"); });
    }
};
INKWELL_ON_BOTH_ENGINES(Idempotency);

TEST_P(Idempotency, TheSameRequestGetsTheFirstAnswerAgain) {
    const Reply first = postObject("order-1");
    EXPECT_EQ(first.status, 200);
    EXPECT_FALSE(isReplayed(first));
    const Reply again = postObject("order-1");
    EXPECT_EQ(again.status, 200);
    EXPECT_EQ(again.headers.at("idempotent-replayed"), "true");
    EXPECT_EQ(again.body, first.body);
    EXPECT_EQ(objects(), 1);
    EXPECT_EQ(made(postObject("order-2"), "object").at("title"), "One");
    EXPECT_EQ(objects(), 2);
}

TEST_P(Idempotency, WithoutTheHeaderEveryRequestCounts) {
    for (int i = 0; i < 2; ++i) EXPECT_EQ(post("/objects", {{"title", "One"}, {"type", "posts"}}).status, 200);
    EXPECT_EQ(objects(), 2);
}

TEST_P(Idempotency, AnotherRequestWithTheKeyIsRefused) {
    ASSERT_EQ(postObject("order-1").status, 200);
    EXPECT_EQ(refusalOf(postObject("order-1", "Two")), kOther);
    EXPECT_EQ(refusalOf(postWith("order-1", "/object-types", {{"title", "One"}, {"type", "posts"}})), kOther);
    EXPECT_EQ(refusalOf(postWith("order-1", "/objects?pretty=true", {{"title", "One"}, {"type", "posts"}})), kOther);
    EXPECT_EQ(objects(), 1);
}

TEST_P(Idempotency, WhereARouteTakesNoKeyTheTokenIsTheCredential) {
    const std::string first = "Bearer " + api().makeUser(bucket(), "editor").token;
    const std::string second = "Bearer " + api().makeUser(bucket(), "editor").token;
    ASSERT_EQ(createAtMcp(first).status, 200);
    EXPECT_TRUE(isReplayed(createAtMcp(first)));
    EXPECT_FALSE(isReplayed(createAtMcp(second)));
    EXPECT_EQ(refusalOf(createAtMcp(first, "pages")), kOther);
    EXPECT_EQ(refusalOf(createAtMcp("")), "401: a token is needed: send the header 'Authorization: Bearer <token>'");
    const JsonObject reset{{"email", "nobody@example.com"}};
    for (const JsonObject& body : {reset, JsonObject{{"email", "somebody@example.com"}}}) {
        const Reply asked = sendRequest(api().port(), "POST", "/v2/user/password-resets",
                                        {{"Idempotency-Key", "job-1"}}, writeJson(body));
        EXPECT_NE(asked.status, 422) << "of nobody no key is kept";
        EXPECT_FALSE(isReplayed(asked));
    }
}

TEST_P(Idempotency, WhatAToolReadsIsNotKept) {
    const std::string token = api().makeUser(bucket(), "editor").token;
    const std::string list = R"({"jsonrpc": "2.0", "id": 1, "method": "tools/list"})";
    const auto kept = [&] {
        return api().server().database().read(
            [](Sql& sql) { return sql.selectOne("SELECT COUNT(*) FROM kept_answers", {})->at(0).integer(); });
    };
    const std::int64_t before = kept();
    for (int i = 0; i < 2; ++i) {
        const Reply reply =
            sendRequest(api().port(), "POST", "/mcp", {bearer(token), {"Idempotency-Key", "job-1"}}, list);
        EXPECT_EQ(reply.status, 200);
        EXPECT_FALSE(isReplayed(reply));
    }
    EXPECT_EQ(kept(), before);
}

TEST_P(Idempotency, KeysBelongToOneCredentialInOneBucket) {
    ASSERT_EQ(postObject("order-1").status, 200);
    const TestServer::User admin = api().makeUser(bucket(), "admin");
    const Reply other = postWith("order-1", "/objects", {{"title", "One"}, {"type", "posts"}}, admin.token);
    EXPECT_EQ(other.status, 200);
    EXPECT_FALSE(isReplayed(other));
    EXPECT_EQ(objects(), 2);
    const std::string later = api().signIn(admin.email, kPassword);
    const Reply again = postWith("order-1", "/objects", {{"title", "One"}, {"type", "posts"}}, later);
    EXPECT_TRUE(isReplayed(again)) << "of the same person, signed in again";
    EXPECT_EQ(objects(), 2);
}

TEST_P(Idempotency, ARefusalIsNotKept) {
    EXPECT_EQ(refusalOf(postWith("order-1", "/objects", {{"type", "posts"}})).substr(0, 4), "400:");
    EXPECT_FALSE(isReplayed(postObject("order-1")));
    EXPECT_EQ(objects(), 1);
}

TEST_P(Idempotency, AKeyIsVisibleAndShort) {
    const std::string refusal =
        "400: the header 'Idempotency-Key' must have 1 to 200 visible ASCII characters, without blanks";
    for (const std::string& key : {std::string(201, 'k'), std::string("a b"), std::string()}) {
        EXPECT_EQ(refusalOf(postObject(key)), refusal) << key;
    }
    EXPECT_EQ(postObject(std::string(200, 'k')).status, 200);
    EXPECT_EQ(objects(), 1);
}

TEST_P(Idempotency, OfManyAtOnceOneIsCarriedOut) {
    constexpr int kClients = 8;
    std::atomic<int> first{0};
    std::atomic<int> others{0};
    std::vector<std::thread> clients;
    for (int i = 0; i < kClients; ++i) {
        clients.emplace_back([&] {
            const Reply reply = postObject("order-1");
            if (reply.status == 409) {
                EXPECT_EQ(reply.headers.at("retry-after"), "1");
            }
            if (reply.status == 200 && !isReplayed(reply)) ++first;
            if (reply.status == 409 || isReplayed(reply)) ++others;
        });
    }
    for (std::thread& client : clients) client.join();
    EXPECT_EQ(first, 1);
    EXPECT_EQ(others, kClients - 1);
    EXPECT_EQ(objects(), 1);
}

TEST_P(Idempotency, WhoseAnswerWasLostIsShownWhatItMade) {
    const Reply first = postObject("order-1");
    loseAnswers();
    const Reply again = postObject("order-1");
    EXPECT_EQ(again.status, 200);
    EXPECT_TRUE(isReplayed(again));
    EXPECT_EQ(made(again, "object"), made(first, "object"));
    EXPECT_EQ(refusalOf(postObject("order-1", "Two")), kOther);
    const std::string id(textOf(made(first, "object"), "id"));
    ASSERT_EQ(del("/objects/" + id).status, 200);
    EXPECT_EQ(
        refusalOf(postObject("order-1")),
        "410: this request was carried out before; its answer is no longer known, and what it changed is '" + id + "'");
    EXPECT_EQ(objects(), 0);
}

TEST_P(Idempotency, WhatIsKeptTellsNobodyWhatTheAnswerShowed) {
    ASSERT_EQ(postObject("order-1", "Secretive").status, 200);
    const std::string kept = api().server().database().read([](Sql& sql) {
        std::string all;
        for (const SqlRow& row : sql.select("SELECT answer FROM kept_answers")) all += row[0].text();
        return all;
    });
    EXPECT_FALSE(kept.empty());
    EXPECT_EQ(kept.find("Secretive"), std::string::npos);
}

TEST_P(Idempotency, AnUploadIsComparedByItsPartsAndNotByTheirBoundary) {
    const auto upload = [&](const std::string& boundary, const std::string& bytes) {
        const std::string form = "--" + boundary +
                                 "\r\nContent-Disposition: form-data; name=\"media\"; filename=\"a.txt\"\r\n\r\n" +
                                 bytes + "\r\n--" + boundary + "--\r\n";
        return sendRequest(api().port(), "POST", path("/media"),
                           {bearer(bucket().writeKey),
                            {"Idempotency-Key", "upload-1"},
                            {"Content-Type", "multipart/form-data; boundary=" + boundary}},
                           form);
    };
    const Reply first = upload("one", "hello");
    ASSERT_EQ(first.status, 200);
    const Reply again = upload("another", "hello");
    EXPECT_TRUE(isReplayed(again));
    EXPECT_EQ(again.body, first.body);
    EXPECT_EQ(refusalOf(upload("one", "other")), kOther);
    EXPECT_EQ(get("/media").json().at("total"), 1);
}

TEST_P(Idempotency, HeadersThatSayWhatIsAskedForAreOfTheRequest) {
    const auto tus = [&](const std::string& key, const std::string& address, Headers headers,
                         const std::string& body = "") {
        headers.insert(headers.end(),
                       {bearer(bucket().writeKey), {"Idempotency-Key", key}, {"Tus-Resumable", "1.0.0"}});
        return sendRequest(api().port(), "POST", address, headers, body);
    };
    const auto begin = [&](const std::string& length, const std::string& metadata) {
        return tus("begin-1", path("/media/tus"), {{"Upload-Length", length}, {"Upload-Metadata", metadata}});
    };
    const Reply first = begin("4", "filename YS50eHQ=");
    ASSERT_EQ(first.status, 201) << first.body;
    EXPECT_TRUE(isReplayed(begin("4", "filename YS50eHQ=")));
    EXPECT_EQ(refusalOf(begin("9", "filename YS50eHQ=")), kOther);
    EXPECT_EQ(refusalOf(begin("4", "filename Yi50eHQ=")), kOther);

    const auto instead = [&](const std::string& key, const std::string& method, const std::string& offset,
                             const std::string& body) {
        return tus(key, first.headers.at("location"),
                   {{"X-HTTP-Method-Override", method},
                    {"Upload-Offset", offset},
                    {"Content-Type", "application/offset+octet-stream"}},
                   body);
    };
    ASSERT_EQ(instead("piece-1", "PATCH", "0", "he").status, 204);
    EXPECT_TRUE(isReplayed(instead("piece-1", "PATCH", "0", "he")));
    EXPECT_EQ(refusalOf(instead("piece-1", "PATCH", "2", "he")), kOther);
    ASSERT_EQ(instead("look-1", "HEAD", "0", "").status, 200);
    EXPECT_EQ(refusalOf(instead("look-1", "DELETE", "0", "")), kOther);
    EXPECT_EQ(instead("look-2", "HEAD", "0", "").headers.at("upload-offset"), "2");
}

TEST_P(Idempotency, AnotherIfMatchIsAnotherRequest) {
    const std::string id(textOf(made(postObject("order-1"), "object"), "id"));
    const auto revise = [&](const std::string& ifMatch) {
        return sendRequest(api().port(), "POST", path("/objects/" + id + "/revisions"),
                           {bearer(bucket().writeKey), {"Idempotency-Key", "draft-1"}, {"If-Match", ifMatch}},
                           writeJson(JsonObject{{"title", "Two"}, {"status", "draft"}}));
    };
    ASSERT_EQ(revise("\"1\"").status, 200);
    EXPECT_TRUE(isReplayed(revise("\"1\"")));
    EXPECT_EQ(refusalOf(revise("\"2\"")), kOther);
}

TEST_P(Idempotency, ATokenThatMayReadLessSinceIsShownNoAnswerFromBefore) {
    const TestServer::User admin = api().makeUser(bucket(), "admin");
    const JsonObject rights{{"read", "any"}, {"write", "all"}};
    const Reply token = api().send("POST", path("/tokens"), admin.token, {{"title", "T"}, {"permissions", rights}});
    const std::string secret(textOf(made(token, "token"), "token"));
    const std::string id(textOf(made(token, "token"), "id"));
    const JsonObject draft{{"title", "Secretive"}, {"type", "posts"}, {"status", "draft"}};
    ASSERT_EQ(postWith("order-1", "/objects", draft, secret).status, 200);
    ASSERT_TRUE(isReplayed(postWith("order-1", "/objects", draft, secret)));
    for (const char* read : {"published", "none"}) {
        const JsonObject less{{"permissions", {{"read", read}, {"write", "all"}}}};
        ASSERT_EQ(api().send("PATCH", path("/tokens/" + id), admin.token, less).status, 200);
        const Reply again = postWith("order-1", "/objects", draft, secret);
        EXPECT_EQ(again.status, 410) << read;
        EXPECT_EQ(again.body.find("Secretive"), std::string::npos) << read;
    }
    EXPECT_EQ(objects(), 1);
}

TEST_P(Idempotency, ATokenOfABucketThatWasRevokedIsShownNothingAtMcp) {
    const TestServer::User admin = api().makeUser(bucket(), "admin");
    const JsonObject rights{{"read", "any"}, {"write", "all"}};
    const Reply made = api().send("POST", path("/tokens"), admin.token, {{"title", "T"}, {"permissions", rights}});
    const std::string authorization = "Bearer " + std::string(textOf(made.object("token"), "token"));
    const std::string token = path("/tokens/" + std::string(textOf(made.object("token"), "id")));
    ASSERT_EQ(createAtMcp(authorization).status, 200);
    ASSERT_TRUE(isReplayed(createAtMcp(authorization)));

    const JsonObject less{{"permissions", {{"read", "published"}, {"write", "all"}}}};
    ASSERT_EQ(api().send("PATCH", token, admin.token, less).status, 200);
    const Reply narrowed = createAtMcp(authorization);
    EXPECT_EQ(narrowed.status, 410);
    EXPECT_EQ(narrowed.body.find("Secretive"), std::string::npos);

    ASSERT_EQ(api().send("DELETE", token, admin.token, nullptr).status, 200);
    EXPECT_EQ(refusalOf(createAtMcp(authorization)),
              "401: the token of a bucket is not valid, has expired or was revoked");
    EXPECT_EQ(objects(), 1);
}

TEST_P(Idempotency, WhoHasSignedOutIsShownNothingAtMcp) {
    const std::string token = api().makeUser(bucket(), "editor").token;
    ASSERT_EQ(createAtMcp("Bearer " + token).status, 200);
    ASSERT_TRUE(isReplayed(createAtMcp("Bearer " + token)));
    EXPECT_TRUE(isReplayed(createAtMcp("Bearer   " + token))) << "blanks make no other token of it";
    ASSERT_EQ(api().send("DELETE", "/v2/authenticate", token, nullptr).status, 200);
    EXPECT_EQ(refusalOf(createAtMcp("Bearer " + token)),
              "401: the Authorization header holds neither a valid user token nor a token of a bucket; the keys of a "
              "bucket are not taken here");
    EXPECT_EQ(objects(), 1);
}

TEST_P(Idempotency, ARefusalOfAToolIsNotKept) {
    const std::string authorization = "Bearer " + api().makeUser(bucket(), "admin").token;
    ASSERT_EQ(createAtMcp(authorization, "pages").object("result").at("isError"), true);
    makeType("pages");
    const Reply done = createAtMcp(authorization, "pages");
    EXPECT_FALSE(isReplayed(done));
    EXPECT_FALSE(done.object("result").contains("isError")) << done.body;
    EXPECT_TRUE(isReplayed(createAtMcp(authorization, "pages")));
    EXPECT_EQ(objects(), 1);
}

}  // namespace
}  // namespace inkwell::test
