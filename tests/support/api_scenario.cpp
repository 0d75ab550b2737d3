#include "tests/support/api_scenario.h"

#include "tests/support/openapi_check.h"
#include "tests/support/second_reader.h"

namespace inkwell::test {

namespace {

class Servers : public testing::Environment {
public:
    // Stopped before main returns, while the plugins' libraries and the private database are still there.
    void TearDown() override {
        for (const auto& [engine, server] : servers_) observeAnswers(server->port(), nullptr);
        servers_.clear();
    }

    TestServer& of(Engine engine) {
        auto& server = servers_[engine];
        TestServerOptions options;
        options.pluginSettings["webhooks"]["allowed_hosts"] = {"127.0.0.1"};  // where the tests' receivers are
        if (!server) {
            server = std::make_unique<TestServer>(engine, options);
            const auto check = std::make_shared<OpenApiCheck>(server->get("/v2/openapi.json").json());
            observeAnswers(server->port(), [check](const SentRequest& request, const Reply& reply) {
                EXPECT_EQ(check->problems(request, reply), "") << reply.body;
                EXPECT_EQ(readersDisagree(reply), "") << request.method << " " << request.pathAndQuery;
            });
        }
        return *server;
    }

private:
    std::map<Engine, std::unique_ptr<TestServer>> servers_;
};

Servers* const kServers = static_cast<Servers*>(testing::AddGlobalTestEnvironment(new Servers));

std::string filled(std::string text, const std::map<std::string, std::string>& words) {
    for (const auto& [word, value] : words) {
        const std::string placeholder = "{" + word + "}";
        for (std::size_t at = text.find(placeholder); at != std::string::npos; at = text.find(placeholder, at)) {
            text.replace(at, placeholder.size(), value);
            at += value.size();
        }
    }
    return text;
}

std::map<std::string, int> counted(const std::vector<std::string>& changes) {
    std::map<std::string, int> counts;
    for (const std::string& change : changes) counts[change]++;
    return counts;
}

}  // namespace

void ApiTest::SetUp() { makeBucket(); }

TestServer& ApiTest::api() { return kServers->of(GetParam()); }

void ApiTest::run(const std::vector<ApiScenario>& scenarios, std::map<std::string, std::string> words) {
    words.insert({{"bucket", bucket().slug}, {"read_key", bucket().readKey}, {"write_key", bucket().writeKey}});
    for (const ApiScenario& scenario : scenarios) {
        SCOPED_TRACE(scenario.name);
        const std::int64_t before = api().lastChange();
        Headers headers;
        if (!scenario.token.empty()) headers.push_back(bearer(filled(scenario.token, words)));
        const Reply reply = sendRequest(api().port(), scenario.method, filled(scenario.url, words), headers,
                                        filled(scenario.body, words));
        EXPECT_EQ(reply.status, scenario.status) << reply.body;
        if (reply.status >= 400) {
            EXPECT_FALSE(scenario.present.empty()) << "the row says nothing of: " << refusalOf(reply);
        }
        for (const std::string& fragment : scenario.present) {
            EXPECT_NE(reply.body.find(filled(fragment, words)), std::string::npos) << fragment << " in " << reply.body;
        }
        for (const std::string& fragment : scenario.absent) {
            EXPECT_EQ(reply.body.find(filled(fragment, words)), std::string::npos) << fragment << " in " << reply.body;
        }
        EXPECT_EQ(counted(api().changesSince(before)), scenario.changes);
    }
}

std::string noWriting(const std::string& objectType) {
    return "403: your role in this bucket does not allow to write objects of the type '" + objectType + "'";
}

std::string badReadKey(const std::string& bucketSlug) {
    return "401: the read key is not that of bucket '" + bucketSlug + "'";
}

std::string badWriteKey(const std::string& bucketSlug) {
    return "401: the Authorization header holds neither the write key of bucket '" + bucketSlug +
           "' nor a valid user token";
}

JsonObject field(const std::string& type, const std::string& key, boost::json::value_ref value,
                 const JsonObject& more) {
    JsonObject all{{"type", type}, {"title", key}, {"key", key}, {"value", value}};
    for (const auto& member : more) all[member.key()] = member.value();
    return all;
}

}  // namespace inkwell::test
