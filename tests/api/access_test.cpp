// interface/users-and-roles.md, "Keys and tokens" and "Roles".
#include "tests/support/api_scenario.h"
#include "tests/support/raw_connection.h"

namespace inkwell::test {
namespace {

class Access : public ApiTest {};
INKWELL_ON_BOTH_ENGINES(Access);

struct RouteRow {
    std::string method, rest, body;
};

const std::string kId = "0123456789abcdef01234567";
const std::vector<std::string> kReads = {"/objects",
                                         "/objects/" + kId,
                                         "/objects/" + kId + "/metafields",
                                         "/objects/" + kId + "/metafields/k",
                                         "/object-types",
                                         "/object-types/t",
                                         "/media",
                                         "/media/" + kId};
const std::vector<RouteRow> kWrites = {{"POST", "/objects", R"({"type":"t","title":"x"})"},
                                       {"PATCH", "/objects/" + kId, R"({"title":"x"})"},
                                       {"DELETE", "/objects/" + kId, ""},
                                       {"POST", "/objects/" + kId + "/metafields", "{}"},
                                       {"PATCH", "/objects/" + kId + "/metafields/k", "{}"},
                                       {"DELETE", "/objects/" + kId + "/metafields/k", ""},
                                       {"POST", "/object-types", R"({"title":"x"})"},
                                       {"PATCH", "/object-types/t", R"({"title":"x"})"},
                                       {"DELETE", "/object-types/t", ""}};
const std::vector<RouteRow> kAdmin = {{"GET", "/users", ""},
                                      {"GET", "/users/" + kId, ""},
                                      {"POST", "/users", "{}"},
                                      {"PATCH", "/users/" + kId, "{}"},
                                      {"DELETE", "/users/" + kId, ""},
                                      {"PATCH", "", "{}"},
                                      {"DELETE", "", ""}};

TEST_P(Access, EveryReadNeedsTheBucketsReadKey) {
    const TestServer::Bucket other = api().makeBucket();
    std::string changedCase = bucket().readKey;
    changedCase[0] = static_cast<char>(changedCase[0] ^ (std::isalpha(changedCase[0]) != 0 ? 0x20 : 0));
    if (changedCase == bucket().readKey) changedCase += "x";
    for (const std::string& rest : kReads) {
        SCOPED_TRACE(rest);
        const std::string url = path(rest);
        EXPECT_EQ(refusalOf(api().get(url)), kNoReadKey);
        EXPECT_EQ(refusalOf(api().get(url + "?read_key=")), kNoReadKey);
        EXPECT_EQ(refusalOf(api().get(url + "?read_key=wrong")), badReadKey(bucket().slug));
        EXPECT_EQ(refusalOf(api().get(url + "?read_key=" + changedCase)), badReadKey(bucket().slug));
        EXPECT_EQ(refusalOf(api().get(url + "?read_key=" + bucket().readKey + "%20")), badReadKey(bucket().slug));
        EXPECT_EQ(refusalOf(api().get(url + "?read_key=" + other.readKey)), badReadKey(bucket().slug));
        EXPECT_EQ(refusalOf(api().get(url + "?read_key=" + bucket().writeKey)), badReadKey(bucket().slug));
        EXPECT_EQ(refusalOf(api().get(url + "?read_key=" + bucket().readKey + "&read_key=wrong")),
                  "401: the request carries two read keys that differ");
        EXPECT_NE(api().get(url + "?read_key=" + bucket().readKey).status, 401);
        EXPECT_NE(api().get(url, {{"X-Read-Key", bucket().readKey}}).status, 401);
        EXPECT_NE(api().get(url + "?read_key=" + bucket().readKey, {bearer("nonsense")}).status, 401);
    }
    EXPECT_EQ(refusalOf(api().get("/v2/buckets/no-such-bucket/objects?read_key=" + bucket().readKey)),
              missing("bucket", "no-such-bucket"));
    EXPECT_EQ(refusalOf(api().get("/v2/buckets/" + bucket().slug + "%20/objects?read_key=" + bucket().readKey)),
              missing("bucket", bucket().slug + " "));
}

TEST_P(Access, EveryWriteNeedsTheBucketsWriteKeyAndChangesNothingWithoutIt) {
    const TestServer::Bucket other = api().makeBucket();
    const std::int64_t before = api().lastChange();
    for (const RouteRow& row : kWrites) {
        SCOPED_TRACE(row.method + " " + row.rest);
        for (const std::string& token : {std::string(), std::string("wrong"), bucket().readKey, other.writeKey}) {
            Headers headers;
            if (!token.empty()) headers.push_back(bearer(token));
            const Reply reply = sendRequest(api().port(), row.method, path(row.rest), headers, row.body);
            EXPECT_EQ(reply.status, 401) << token;
            EXPECT_EQ(reply.body.find(bucket().writeKey), std::string::npos);
        }
    }
    EXPECT_TRUE(api().changesSince(before).empty());
}

TEST_P(Access, AdminRoutesNeedAnAdminsToken) {
    const TestServer::User editor = api().makeUser(bucket(), "editor");
    const TestServer::User stranger = api().makeUser(bucket(), "");
    const TestServer::Bucket other = api().makeBucket();
    const std::int64_t before = api().lastChange();
    for (const RouteRow& row : kAdmin) {
        SCOPED_TRACE(row.method + " " + row.rest);
        const auto replyTo = [&](const std::string& token) {
            Headers headers;
            if (!token.empty()) headers.push_back(bearer(token));
            return sendRequest(api().port(), row.method, path(row.rest), headers, row.body);
        };
        EXPECT_EQ(refusalOf(replyTo("")), kNoToken);
        EXPECT_EQ(refusalOf(replyTo("wrong")), kBadToken);
        EXPECT_EQ(refusalOf(replyTo(bucket().writeKey)), kNoUser);
        EXPECT_EQ(refusalOf(replyTo(other.writeKey)), kBadToken);
        EXPECT_EQ(refusalOf(replyTo(editor.token)), "403: only an admin of bucket '" + bucket().slug + "' may do this");
        EXPECT_EQ(refusalOf(replyTo(stranger.token)), missing("bucket", bucket().slug));
    }
    EXPECT_TRUE(api().changesSince(before).empty());
}

TEST_P(Access, ATokenIsAlsoAcceptedBare) {
    const TestServer::User admin = api().makeUser(bucket(), "admin");
    EXPECT_EQ(api().get("/v2/user", {{"Authorization", admin.token}}).status, 200);
    EXPECT_EQ(api().get("/v2/user", {bearer(admin.token)}).status, 200);
}

TEST_P(Access, UserTokensWriteContentWithinTheirRole) {
    makeType("posts");
    makeType("pages");
    const auto createAs = [&](const TestServer::User& user, const JsonObject& body) {
        return api().send("POST", path("/objects"), user.token, body);
    };
    const JsonObject post{{"type", "posts"}, {"title", "P"}};
    const JsonObject page{{"type", "pages"}, {"title", "P"}};
    const JsonObject draft{{"type", "posts"}, {"title", "P"}, {"status", "draft"}};
    const JsonObject newType{{"title", "T"}};

    const TestServer::User developer = api().makeUser(bucket(), "developer");
    EXPECT_EQ(createAs(developer, post).status, 200);
    EXPECT_EQ(api().send("POST", path("/object-types"), developer.token, newType).status, 200);

    const TestServer::User editor = api().makeUser(bucket(), "editor");
    EXPECT_EQ(createAs(editor, page).status, 200);
    EXPECT_EQ(refusalOf(api().send("POST", path("/object-types"), editor.token, newType)),
              "403: your role in this bucket does not allow to write object types");

    const TestServer::User contributor = api().makeUser(bucket(), "contributor", {{"object_types", {"posts"}}});
    EXPECT_EQ(createAs(contributor, post).status, 200);
    EXPECT_EQ(refusalOf(createAs(contributor, page)), noWriting("pages"));

    const TestServer::User drafter = api().makeUser(bucket(), "editor", {{"publishing_restrictions", "draft_only"}});
    EXPECT_EQ(createAs(drafter, draft).status, 200);
    EXPECT_EQ(refusalOf(createAs(drafter, post)), kNoPublishing);
    EXPECT_EQ(refusalOf(createAs(drafter, {{"type", "posts"}, {"title", "P"}, {"publish_at", 4'000'000'000'000}})),
              kNoPublishing);
    const std::string live = makeId("posts", "Live");
    EXPECT_EQ(refusalOf(api().send("PATCH", path("/objects/" + live), drafter.token, JsonObject{{"title", "x"}})),
              kNoPublishing);
    EXPECT_EQ(
        refusalOf(api().send("POST", path("/objects/" + live + "/metafields"), drafter.token, field("text", "k", ""))),
        kNoPublishing);

    const TestServer::User stranger = api().makeUser(bucket(), "");
    EXPECT_EQ(refusalOf(createAs(stranger, post)), missing("bucket", bucket().slug));
    EXPECT_EQ(made(get("/objects/" + live), "object").at("title"), "Live");
}

TEST_P(Access, CreatedByIsTheTokensOwner) {
    makeType("posts");
    const TestServer::User editor = api().makeUser(bucket(), "editor");
    const Reply reply =
        api().send("POST", path("/objects"), editor.token, JsonObject{{"type", "posts"}, {"title", "P"}});
    EXPECT_EQ(made(reply, "object").at("created_by"), Json(editor.id));
    EXPECT_TRUE(makeObject("posts", "Q").at("created_by").is_null());
}

TEST_P(Access, ARightThatEndsWhileTheBodyArrivesIsNoneAnyMore) {
    makeType("posts");
    const TestServer::User admin = api().makeUser(bucket(), "admin");
    const TestServer::User editor = api().makeUser(bucket(), "editor");
    // More than arrives with the head.
    const std::string body = std::string(100'000, ' ') + R"({"type":"posts","title":"P"})";
    const std::string request =
        kernel::test::post(path("/objects"), body, "Authorization: Bearer " + editor.token + "\r\n");
    kernel::test::RawConnection connection(api().port());
    connection.send(request.substr(0, request.size() - 10));
    ASSERT_EQ(api().send("DELETE", path("/users/" + editor.id), admin.token, nullptr).status, 200);
    connection.send(request.substr(request.size() - 10));
    const kernel::test::RawResponse refused = connection.receive();
    EXPECT_EQ(std::to_string(refused.status) + ": " + refused.message(), missing("bucket", bucket().slug));
    EXPECT_EQ(api().get(path("/objects?read_key=" + bucket().readKey)).json().at("total"), Json(0));
}

TEST_P(Access, ARightThatEndsWhileAFileArrivesIsNoneAnyMore) {
    const TestServer::User admin = api().makeUser(bucket(), "admin");
    // Admitted, and only then told that they are no member any more.
    const auto refused = [&](const std::string& role, const std::string& target, const std::string& type,
                             const std::string& body) {
        const TestServer::User user = api().makeUser(bucket(), role);
        kernel::test::RawConnection connection(api().port());
        connection.send("POST " + path(target) + " HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer " + user.token +
                        "\r\nContent-Type: " + type + "\r\nContent-Length: " + std::to_string(body.size()) +
                        "\r\nExpect: 100-continue\r\n\r\n");
        EXPECT_EQ(connection.receive(false).status, 100);
        EXPECT_EQ(api().send("DELETE", path("/users/" + user.id), admin.token, nullptr).status, 200);
        const kernel::test::RawResponse response = connection.ask(body);
        return std::to_string(response.status) + ": " + response.message();
    };
    const std::string file =
        "--b\r\nContent-Disposition: form-data; name=\"media\"; filename=\"a.txt\"\r\n\r\ntext\r\n--b--\r\n";
    EXPECT_EQ(refused("editor", "/media", "multipart/form-data; boundary=b", file), missing("bucket", bucket().slug));
    EXPECT_EQ(api().get(path("/media?read_key=" + bucket().readKey)).json().at("total"), Json(0));
    const std::string import = R"({"bucket":{"object_types":[{"title":"Brought","slug":"brought","metafields":[]}]}})";
    EXPECT_EQ(refused("admin", "/import", "application/json", import), missing("bucket", bucket().slug));
    EXPECT_EQ(api().get(path("/object-types?read_key=" + bucket().readKey)).json().at("object_types").as_array().size(),
              0u);
}

TEST_P(Access, ErrorsHaveOneShape) {
    const JsonObject error = api().get("/v2/nothing/here").json();
    EXPECT_EQ(error.at("status"), 404);
    EXPECT_EQ(error.at("code"), "not_found");
    EXPECT_TRUE(error.at("request_id").is_string());
    EXPECT_FALSE(error.contains("problems"));
    const Reply wrongMethod = sendRequest(api().port(), "PATCH", path("/objects"), {}, "{}");
    EXPECT_EQ(refusalOf(wrongMethod),
              "405: this address does not answer to that method; it does to GET, HEAD, POST, OPTIONS");
    EXPECT_NE(wrongMethod.headers.at("allow").find("POST"), std::string::npos);
    const Reply wrongContent = sendRequest(api().port(), "POST", path("/objects"),
                                           {bearer(bucket().writeKey), {"Content-Type", "text/plain"}}, "x");
    EXPECT_EQ(refusalOf(wrongContent), "415: the body must be JSON: send 'Content-Type: application/json'");
}

TEST_P(Access, PagesReadAlsoThatThereIsNothing) {
    for (const std::string& at : {std::string("/v2/nothing/here"), path("/objects")}) {
        const Reply preflight =
            sendRequest(api().port(), "OPTIONS", at,
                        {{"Origin", "https://site.example"}, {"Access-Control-Request-Method", "POST"}});
        EXPECT_EQ(preflight.status, 204) << at << preflight.body;
        EXPECT_NE(preflight.headers.at("access-control-allow-methods").find("POST"), std::string::npos) << at;
    }
    EXPECT_EQ(refusalOf(sendRequest(api().port(), "OPTIONS", "/v2/nothing/here")),
              refusalOf(api().get("/v2/nothing/here")));
}

TEST_P(Access, AnAddressMayBeAsLongAsTheDocumentSays) {
    const auto reply = [&](std::size_t bytes) {
        std::string address = "/v2/status?ignored=";
        return api().get(address.append(bytes - address.size(), 'x'));
    };
    for (const std::size_t bytes : {16'384, 16'385, 51'200}) EXPECT_EQ(reply(bytes).status, 200) << bytes;
    EXPECT_EQ(refusalOf(reply(51'201)),
              "414: the address is longer than the 51200 bytes allowed; a list can be asked for in parts");
}

TEST_P(Access, StatusNeedsNoKey) {
    const JsonObject status = api().get("/v2/status").json();
    EXPECT_EQ(status.at("name"), "inkwell");
    EXPECT_TRUE(status.contains("version"));
    EXPECT_TRUE(status.contains("time"));
}

TEST_P(Access, ReadsAreValidatedByEtagAndCompressed) {
    makeType("posts");
    for (int i = 0; i < 20; ++i) makeObject("posts", "A title of some length, so that it adds up");
    const std::string url = path("/objects?read_key=" + bucket().readKey);
    const Reply first = api().get(url);
    const std::string tag = first.headers.at("etag");
    EXPECT_EQ(api().get(url, {{"If-None-Match", tag}}).status, 304);
    EXPECT_EQ(api().get(url, {{"If-None-Match", "\"other\""}}).status, 200);
    const Reply packed = api().get(url, {{"Accept-Encoding", "gzip"}});
    EXPECT_EQ(packed.headers.at("content-encoding"), "gzip");
    EXPECT_LT(packed.body.size(), first.body.size());
    const Reply pretty = api().get(url + "&pretty=true");
    EXPECT_NE(pretty.body.find("\n  "), std::string::npos);
    makeObject("posts", "One more");
    EXPECT_EQ(api().get(url, {{"If-None-Match", tag}}).status, 200);
}

}  // namespace
}  // namespace inkwell::test
