// Plugins that fail at work beside requests: in listeners, jobs, numbers and health checks.
#include <thread>

#include "tests/support/api_scenario.h"
#include "tests/support/eventually.h"

namespace inkwell::test {
namespace {

TestServerOptions with(const std::string& fixture) {
    TestServerOptions options;
    options.morePluginDirectories = {std::string(PLUGIN_FIXTURES "/") + fixture};
    options.captureLog = true;
    return options;
}

void expectInLog(const TestServer& api, const std::string& part) {
    EXPECT_NE(api.log().find(part), std::string::npos) << "'" << part << "' is not in\n" << api.log();
}

void awaitInLog(const TestServer& api, const std::string& part) {
    EXPECT_TRUE(eventually([&] { return api.log().find(part) != std::string::npos; })) << part;
}

class BadEars : public testing::TestWithParam<Engine> {
protected:
    BadEars() : api_(GetParam(), with("bad_ears")), bucket_(api_.makeBucket()) {
        for (const char* type : {"posts", "undone", "guard", "guard-number", "guard-veto"}) {
            send("/object-types", {{"title", type}, {"slug", type}});
        }
    }

    Reply send(const std::string& rest, const JsonObject& body) {
        return api_.send("POST", "/v2/buckets/" + bucket_.slug + rest, bucket_.writeKey, body);
    }
    Reply add(const std::string& type) { return send("/objects", {{"title", "One"}, {"type", type}}); }
    std::int64_t objects() { return api_.count("objects", bucket_.id); }

    TestServer api_;
    TestServer::Bucket bucket_;
};
INKWELL_ON_BOTH_ENGINES(BadEars);

TEST_P(BadEars, OfAFactHarmNoRequest) {
    const Reply reply = add("posts");
    EXPECT_EQ(reply.status, 200) << reply.body;
    EXPECT_EQ(objects(), 1);
    expectInLog(api_, "its listener for 'object.created");
    expectInLog(api_, "failed: no ears for what is new");
    expectInLog(api_, "failed: an exception that is no std::exception");
}

TEST_P(BadEars, OfAGuardUndoTheChangeAndAreNamed) {
    for (const char* type : {"guard", "guard-number"}) {
        const Reply reply = add(type);
        EXPECT_EQ(reply.status, 500) << type;
        EXPECT_EQ(reply.message(), "internal error; the log has the details under this request id");
    }
    expectInLog(api_, " error bad_ears [");
    expectInLog(api_, "failed, which undoes the change: the guard fell asleep");
    expectInLog(api_, "failed, which undoes the change: an exception that is no std::exception");
    EXPECT_EQ(objects(), 0);
    EXPECT_EQ(add("posts").status, 200);
}

TEST_P(BadEars, OfAGuardThatRefusesAreNoFailure) {
    const Reply reply = add("guard-veto");
    EXPECT_EQ(reply.status, 409);
    EXPECT_EQ(reply.message(), "not this one");
    EXPECT_EQ(api_.log().find("not this one"), std::string::npos) << "the client was told";
    EXPECT_EQ(objects(), 0);
}

TEST_P(BadEars, InTheTransactionUndoTheChangeAndAreNamed) {
    const std::int64_t before = api_.lastChange();
    EXPECT_EQ(add("undone").status, 500);
    expectInLog(api_, "failed, which undoes the change: the outbox is away");
    EXPECT_EQ(objects(), 0);
    EXPECT_TRUE(api_.changesSince(before).empty());
    EXPECT_EQ(add("posts").status, 200);
}

class BadPulse : public testing::Test {
protected:
    Reply operatorGet(const std::string& path) { return sendRequest(api_.server().adminPort(), "GET", path); }

    TestServer api_{Engine::Sqlite, with("bad_pulse")};
};

TEST_F(BadPulse, OfJobsIsLoggedAndCountedAndTheOthersRun) {
    awaitInLog(api_, "error bad_pulse the job 'stumble' failed: one foot too many");
    awaitInLog(api_, "error bad_pulse the job 'slip' failed: an exception that is no std::exception");
    const std::string runs = "inkwell_job_failures_total{plugin=\"bad_pulse\",job=\"stumble\"} ";
    const std::string page = operatorGet("/metrics").body;
    const std::size_t at = page.find(runs);
    ASSERT_NE(at, std::string::npos) << page;
    EXPECT_GT(std::stoi(page.substr(at + runs.size())), 0);
    const std::string others = "inkwell_job_runs_total{plugin=\"changes\",job=\"check\"} 0";
    EXPECT_TRUE(eventually([&] { return operatorGet("/metrics").body.find(others) == std::string::npos; }));
}

TEST_F(BadPulse, OfNumbersLeavesThePageWhole) {
    const Reply reply = operatorGet("/metrics");
    EXPECT_EQ(reply.status, 200);
    EXPECT_NE(reply.body.find("\n# inkwell_bad_pulse_broken cannot be read: no \uFFFD number\n"), std::string::npos);
    EXPECT_NE(reply.body.find("\n# inkwell_bad_pulse_lag_seconds cannot be read: an exception that is no "),
              std::string::npos);
    EXPECT_NE(reply.body.find("\ninkwell_bad_pulse_nothing NaN\n"), std::string::npos);
    EXPECT_NE(reply.body.find("\ninkwell_build_info{"), std::string::npos) << "what comes before";
    EXPECT_NE(reply.body.find("\nprocess_threads "), std::string::npos) << "and after";
}

TEST_F(BadPulse, OfHealthChecksIsToldInReadiness) {
    const Reply reply = operatorGet("/health/ready");
    EXPECT_EQ(reply.status, 503);
    const std::string problems = writeJson(reply.json().at("problems"));
    EXPECT_NE(problems.find("bad_pulse heart: the check failed: no pulse"), std::string::npos) << problems;
    EXPECT_NE(problems.find("bad_pulse lungs: short of \uFFFDair"), std::string::npos) << problems;
    EXPECT_TRUE(reply.json().at("lags").at("bad_pulse_lag_seconds").is_null());
    EXPECT_EQ(operatorGet("/health/live").status, 200);
    EXPECT_EQ(api_.get("/v2/status").status, 200);
}

TEST(ShortBreath, OnlyDegradesTheServer) {
    TestServer api(Engine::Sqlite, with("short_breath"));
    const Reply ready = sendRequest(api.server().adminPort(), "GET", "/health/ready");
    EXPECT_EQ(ready.status, 200);
    EXPECT_EQ(ready.json().at("status"), "degraded");
    EXPECT_EQ(ready.json().at("problems"), (JsonArray{"short_breath stairs: only the ground floor"}));
}

TEST_F(BadPulse, GoesWhenThePluginIsDisabled) {
    EXPECT_TRUE(api_.server().disablePlugin("bad_pulse").changed);
    const Reply ready = operatorGet("/health/ready");
    EXPECT_EQ(ready.status, 200) << ready.body;
    EXPECT_EQ(operatorGet("/metrics").body.find("inkwell_bad_pulse_"), std::string::npos);
}

}  // namespace
}  // namespace inkwell::test
