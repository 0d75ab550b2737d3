#include <gtest/gtest.h>

#include <sstream>

#include "fake_bucket_directory.h"
#include "inkwell/error.h"
#include "inkwell/identity.h"
#include "inkwell/server_routes.h"
#include "tests/support/error_text.h"
#include "tests/support/plugin_fixture.h"

extern "C" const inkwell::PluginManifest inkwell_plugin;

namespace inkwell::mcp {
namespace {

/// The token 'token' is of a member of one bucket.
class FakeIdentity : public Identity {
public:
    std::optional<Account> findByToken(std::string_view token) override {
        if (token != "token") return std::nullopt;
        return Account{"user", "a@example.com"};
    }
    std::optional<Membership> findMembership(const std::string&, const std::string&) override { return Membership(); }
    std::vector<std::string> bucketsOf(const std::string&) override { return buckets; }
    void addAdmin(const std::string&, const std::string&) override {}
    bool hasAccounts() override { return true; }
    Account addAccount(std::string_view, std::string_view, bool) override { return {}; }
    void setPassword(std::string_view, std::string_view) override {}

    std::vector<std::string> buckets;
};

/// Notes what it is asked for.
class FakeRoutes : public ServerRoutes {
public:
    Response call(const Request&, Call call) override {
        calls.push_back(std::move(call));
        return answer(calls.back());
    }
    std::vector<Call> calls;
    std::function<Response(const Call&)> answer = [](const Call&) { return Response::ok({{"answered", true}}); };
};

class Mcp : public testing::Test {
protected:
    void host(const JsonObject& settings = {}) {
        directory_.buckets = {std::make_shared<Bucket>(Bucket{"b1", "blog", "Blog", "", ""})};
        identity_.buckets = {"b1"};
        server_.setService<BucketDirectory>(&directory_);
        server_.setService<Identity>(&identity_);
        server_.setService<ServerRoutes>(&routes_);
        server_.host(inkwell_plugin, settings);
    }
    Response post(const std::string& body, std::vector<std::pair<std::string, std::string>> headers = {}) {
        std::istringstream bytes(body);
        RequestParts parts;
        parts.takeRoom = takeRoom_;
        parts.stream = &bytes;
        parts.headers = std::move(headers);
        parts.headers.emplace_back("Authorization", "Bearer token");
        parts.headers.emplace_back("Content-Type", "application/json");
        return server_.call(Method::Post, "/mcp", std::move(parts));
    }
    Response callTool(const std::string& name, const std::string& arguments) {
        return post(R"({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": ")" + name +
                    R"(", "arguments": )" + arguments + "}}");
    }

    testkit::FakeBucketDirectory directory_;
    FakeIdentity identity_;
    FakeRoutes routes_;
    std::function<void(std::size_t)> takeRoom_;
    test::PluginFixture server_;
};

constexpr const char* kPing = R"({"jsonrpc": "2.0", "id": 1, "method": "ping"})";

TEST_F(Mcp, AsksForRoomBeforeItParses) {
    host();
    std::size_t asked = 0;
    takeRoom_ = [&](std::size_t bytes) {
        asked = bytes;
        throw ApiError::unavailable("too many large bodies are under way; try again", 2);
    };
    const std::string broken = std::string(kPing) + "]";
    EXPECT_EQ(test::errorOf([&] { post(broken); }), "503: too many large bodies are under way; try again");
    EXPECT_EQ(asked, memoryOfJson(broken));
}

TEST_F(Mcp, MakesRequestsToRoutesOfCalls) {
    host();
    callTool("find_objects", R"({"type": "posts", "limit": 5, "status": "any"})");
    callTool("read_object", R"({"id": "00000000000000000000000a"})");
    callTool("create_draft", R"({"type": "posts", "title": "T", "bucket": "blog"})");
    ASSERT_EQ(routes_.calls.size(), 3U);
    EXPECT_EQ(routes_.calls[0].path, "/v2/buckets/blog/objects");
    EXPECT_EQ(routes_.calls[0].query,
              (std::vector<std::pair<std::string, std::string>>{
                  {"query", R"({"type":"posts"})"}, {"status", "any"}, {"limit", "5"}, {"depth", "1"}}));
    EXPECT_EQ(routes_.calls[1].path, "/v2/buckets/blog/objects/00000000000000000000000a");
    EXPECT_EQ(routes_.calls[2].method, Method::Post);
    EXPECT_EQ(writeJson(routes_.calls[2].body), R"({"type":"posts","title":"T","status":"draft"})");
}

TEST_F(Mcp, EditsTheVersionThatItHasReadAndTellsOfACollision) {
    host();
    routes_.answer = [](const ServerRoutes::Call& call) {
        if (call.path.ends_with("/compare")) return Response::ok({{"changes", JsonArray()}});
        if (call.method == Method::Get) {
            Response read =
                Response::ok({{"object", {{"id", "o1"}, {"title", "Before"}, {"metafields", JsonArray()}}}});
            read.headers.emplace_back("ETag", "\"3-abc\"");
            return read;
        }
        Response refused = Response::ok(
            {{"status", 412}, {"message", "object 'o1' has been changed since"}, {"code", "precondition_failed"}});
        refused.status = 412;
        return refused;
    };
    const Json result =
        callTool("edit_draft", R"({"id": "00000000000000000000000a", "title": "Mine"})").json.at("result");
    EXPECT_EQ(routes_.calls.back().headers,
              (std::vector<std::pair<std::string, std::string>>{{"If-Match", "\"3-abc\""}}));
    EXPECT_EQ(result.at("isError"), true);
    EXPECT_NE(writeJson(result).find("object 'o1' has been changed since"), std::string::npos) << writeJson(result);
}

TEST_F(Mcp, EditsNothingWhereItCannotTellWhetherTheObjectIsPublished) {
    host();
    routes_.answer = [this](const ServerRoutes::Call&) {
        if (routes_.calls.size() == 1) {
            return Response::ok({{"object", {{"id", "o1"}, {"title", "Before"}, {"metafields", JsonArray()}}}});
        }
        Response away = Response::ok({{"status", 503}, {"message", "the database is away"}, {"code", "unavailable"}});
        away.status = 503;
        return away;
    };
    const Json result =
        callTool("edit_draft", R"({"id": "00000000000000000000000a", "title": "Mine"})").json.at("result");
    EXPECT_EQ(routes_.calls.size(), 2U) << "nothing is written";
    EXPECT_EQ(result.at("isError"), true);
    EXPECT_NE(writeJson(result).find("the database is away"), std::string::npos) << writeJson(result);
}

TEST_F(Mcp, AnswersAnEditWithTheObjectWhereADraftIsPreparedOverItToo) {
    host();
    routes_.answer = [](const ServerRoutes::Call& call) {
        if (call.path.ends_with("/compare")) return Response::ok({{"changes", JsonArray()}});
        if (call.method == Method::Get) return Response::ok({{"object", {{"id", "o1"}, {"title", "Before"}}}});
        return Response::ok(
            {{"revision", {{"id", "r1"}, {"title", "Mine"}, {"object_id", "o1"}, {"created_at", "now"}}}});
    };
    const Json result =
        callTool("edit_draft", R"({"id": "00000000000000000000000a", "title": "Mine"})").json.at("result");
    EXPECT_EQ(result.at("content").at(0).at("text"), R"({"object":{"id":"o1","title":"Mine"}})");
}

TEST_F(Mcp, EditsNothingWhereNoMetafieldsAreGiven) {
    host();
    const Json result =
        callTool("edit_draft", R"({"id": "00000000000000000000000a", "metafields": []})").json.at("result");
    EXPECT_EQ(result.at("isError"), true);
    EXPECT_NE(writeJson(result).find("nothing is given that could be changed"), std::string::npos);
    EXPECT_TRUE(routes_.calls.empty());
}

TEST_F(Mcp, AsksNoOtherRouteForWhatIsNoId) {
    host();
    for (const char* tool : {"read_object", "edit_draft", "publish_object"}) {
        for (const char* id : {"bulk", "values", "a/b?c", ".."}) {
            const JsonObject arguments{{"id", id}, {"title", "T"}};
            const JsonObject idAlone{{"id", id}};
            const bool isEdit = std::string_view(tool) == "edit_draft";
            const Json result = callTool(tool, writeJson(isEdit ? arguments : idAlone)).json.at("result");
            EXPECT_EQ(result.at("isError"), true);
            const std::string text = writeJson(result);
            EXPECT_NE(text.find("object '" + std::string(id) + "' was not found"), std::string::npos) << text;
        }
    }
    EXPECT_TRUE(routes_.calls.empty());
}

TEST_F(Mcp, KeepsTheAnswersOfABatchInWhichACallFails) {
    host();
    routes_.answer = [](const ServerRoutes::Call& call) {
        if (call.method == Method::Get) throw std::runtime_error("the vault is open");
        return Response::ok({{"object", {{"id", "new"}}}});
    };
    const Response response = post(R"([
        {"jsonrpc": "2.0", "id": 1, "method": "tools/call",
         "params": {"name": "create_draft", "arguments": {"type": "posts", "title": "T"}}},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "find_objects"}}])");
    const JsonArray& answers = response.json.as_array();
    ASSERT_EQ(answers.size(), 2U);
    EXPECT_EQ(answers[0].at("result").at("content").at(0).at("text"), R"({"object":{"id":"new"}})");
    EXPECT_EQ(answers[1].at("result").at("isError"), true);
    const std::string refusal = writeJson(answers[1]);
    EXPECT_NE(refusal.find("internal_error"), std::string::npos) << refusal;
    EXPECT_EQ(refusal.find("vault"), std::string::npos) << "that is for the log";
    EXPECT_TRUE(server_.capturedLog().contains("the tool 'find_objects' failed: the vault is open"));
}

/// An answer of a route with a text of so many MiB.
std::function<Response(const ServerRoutes::Call&)> longAnswer(std::size_t mebibytes) {
    return [=](const ServerRoutes::Call&) {
        return Response::ok({{"object", {{"content", std::string(mebibytes << 20, 'x')}}}});
    };
}

TEST_F(Mcp, ReadsNoMoreAtOnceThanAClientCanUse) {
    host();
    routes_.answer = longAnswer(33);
    const Json refused = callTool("find_objects", "{}").json.at("result");
    EXPECT_EQ(refused.at("isError"), true);
    EXPECT_NE(writeJson(refused).find("'limit', 'props'"), std::string::npos);
    const Json written = callTool("create_draft", R"({"type": "posts", "title": "T"})").json.at("result");
    EXPECT_FALSE(written.as_object().contains("isError")) << "it was carried out";
}

TEST_F(Mcp, CallsNoMoreToolsOnceTheAnswersOfABatchAreMany) {
    host();
    routes_.answer = longAnswer(25);
    std::string batch;
    for (int id = 1; id <= 5; ++id) {
        batch += (batch.empty() ? "[" : ",") + std::string(R"({"jsonrpc": "2.0", "id": )") + std::to_string(id) +
                 R"(, "method": "tools/call", "params": {"name": "find_objects"}})";
    }
    const Response response = post(batch + "]");
    const JsonArray& answers = response.json.as_array();
    ASSERT_EQ(answers.size(), 5U);
    EXPECT_FALSE(answers[2].at("result").as_object().contains("isError"));
    EXPECT_EQ(answers[3].at("result").at("isError"), true);
    EXPECT_EQ(answers[4].at("result").at("isError"), true);
    EXPECT_EQ(routes_.calls.size(), 3U);
}

TEST_F(Mcp, SaysThatItCannotCallRoutesWhereThereAreNone) {
    host();
    server_.setService<ServerRoutes>(nullptr);
    const Json result = callTool("find_objects", "{}").json.at("result");
    EXPECT_EQ(result.at("isError"), true);
    EXPECT_NE(writeJson(result).find("503"), std::string::npos);
}

TEST_F(Mcp, LetsInThePagesThatTheOperatorLists) {
    host({{"origins", JsonArray{Json("https://tools.example.com")}}});
    EXPECT_EQ(post(kPing, {{"Origin", "https://TOOLS.example.com"}}).status, 200);
    EXPECT_THROW(post(kPing, {{"Origin", "https://tools.example.com:8443"}}), ApiError);
    EXPECT_THROW(post(kPing, {{"Origin", "https://example.com"}}), ApiError);
}

TEST_F(Mcp, RefusesASettingOutOfItsBounds) { EXPECT_THROW(host({{"max_body_bytes", 1}}), std::runtime_error); }

TEST_F(Mcp, RefusesOriginsThatNoPageHas) {
    for (const char* origin : {"x", "https://tools.example.com/", "https://tools.example.com/page"})
        EXPECT_THROW(host({{"origins", JsonArray{Json(origin)}}}), std::runtime_error) << origin;
}

}  // namespace
}  // namespace inkwell::mcp
