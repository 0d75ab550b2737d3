// The operator's address of the real program: health, readiness, metrics.
#include <Poco/Net/SocketAddress.h>
#include <Poco/Net/StreamSocket.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>

#include <atomic>
#include <regex>
#include <set>
#include <sstream>
#include <thread>

#include "tests/process/installation.h"
#include "tests/support/eventually.h"

namespace inkwell::test {
namespace {

class AdminAddress : public testing::TestWithParam<Engine> {};

std::string scrape(const ChildProcess& server) {
    const Reply reply = sendRequest(Installation::adminPortOf(server), "GET", "/metrics");
    EXPECT_EQ(reply.status, 200);
    EXPECT_EQ(reply.headers.at("content-type"), "text/plain; version=0.0.4; charset=utf-8");
    return reply.body;
}

/// The sample that begins with `name`, labels included; -1 when the page has none.
double valueOf(const std::string& page, const std::string& name) {
    const std::size_t at = ("\n" + page).find("\n" + name + " ");
    return at == std::string::npos ? -1 : std::stod(page.substr(at + name.size() + 1));
}

Reply ready(const ChildProcess& server) {
    return sendRequest(Installation::adminPortOf(server), "GET", "/health/ready");
}

void waitForReady(const ChildProcess& server, int status) {
    EXPECT_TRUE(eventually([&] { return ready(server).status == status; })) << status;
}

/// The write key of a new bucket 'held'.
std::string makeBucket(const Installation& installation) {
    const std::string file = INKWELL_TEST_FIXTURES "/documents/older.bucket.json";
    const Finished imported = installation.run({"import", file, "--bucket", "held"});
    EXPECT_EQ(imported.code, 0) << imported.err;
    const std::string mark = "write key      ";
    const std::size_t at = imported.out.find(mark) + mark.size();
    return imported.out.substr(at, imported.out.find('\n', at) - at);
}

Poco::Net::StreamSocket begin(const ChildProcess& server, const std::string& request) {
    Poco::Net::StreamSocket client;
    client.connect(Poco::Net::SocketAddress("127.0.0.1", static_cast<Poco::UInt16>(Installation::portOf(server))));
    client.sendBytes(request.data(), static_cast<int>(request.size()));
    return client;
}

/// A client whose request holds a thread: most of its body is still to come.
Poco::Net::StreamSocket beginWrite(const ChildProcess& server, const std::string& writeKey) {
    return begin(server, "POST /v2/buckets/held/objects HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + writeKey +
                             "\r\nContent-Type: application/json\r\nContent-Length: 5000000\r\n\r\n{");
}

/// The same without a key, for which other threads are set aside.
Poco::Net::StreamSocket beginSignIn(const ChildProcess& server) {
    return begin(server,
                 "POST /v2/authenticate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                 "Content-Length: 60000\r\n\r\n{");
}

std::set<std::string> scrapedNames(const std::string& page) {
    std::set<std::string> names;
    const std::regex type("# TYPE ([a-zA-Z0-9_]+) (counter|gauge|histogram)");
    for (std::sregex_iterator match(page.begin(), page.end(), type), end; match != end; ++match) {
        names.insert((*match)[1].str());
    }
    return names;
}

/// What stands in the first column of the table of metrics.
std::set<std::string> documentedNames() {
    std::ifstream file(INKWELL_SOURCE_DIR "/share/doc/operating.md");
    std::set<std::string> names;
    bool isInside = false;
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with("| Metric |")) isInside = true;
        if (line.empty()) isInside = false;
        if (!isInside) continue;
        const std::string column = line.substr(0, line.find('|', 1));
        const std::regex name("`([a-z0-9_]+)`");
        for (std::sregex_iterator match(column.begin(), column.end(), name), end; match != end; ++match) {
            names.insert((*match)[1].str());
        }
    }
    return names;
}

TEST_P(AdminAddress, ShowsEveryMetricOfTheDocumentAndNoOther) {
    const Installation installation(GetParam());
    const auto server = installation.serve();
    const std::set<std::string> scraped = scrapedNames(scrape(*server));
    const std::set<std::string> documented = documentedNames();
    for (const std::string& name : scraped) EXPECT_TRUE(documented.contains(name)) << name << " is not documented";
    for (const std::string& name : documented) EXPECT_TRUE(scraped.contains(name)) << name << " is not there";
    EXPECT_GT(scraped.size(), 40u);
}

// As a scraper reads it: text format 0.0.4 of Prometheus.
TEST(MetricsPage, IsStrictAlsoWithTwoPluginsOfOneName) {
    Installation installation(Engine::Sqlite);
    const std::string folder = installation.directory() + "/more";
    std::filesystem::create_directories(folder);
    std::filesystem::copy_file(INKWELL_BUILT_PLUGINS "/media.so", folder + "/media.so");
    installation.setVariable("INKWELL_PLUGINS_DIRECTORIES", "[\"" INKWELL_BUILT_PLUGINS "\", \"" + folder + "\"]");
    installation.setVariable("INKWELL_PLUGINS_ON_FAILURE", "degrade");
    const auto server = installation.serve();
    EXPECT_EQ(sendRequest(Installation::portOf(*server), "GET", "/v2/status").status, 200);
    std::istringstream page(scrape(*server));
    const std::regex comment("# (HELP|TYPE) ([a-z_]+) .+");
    const std::regex sample(R"(([a-z_]+)(\{[a-z_]+="([^"\\\n]|\\.)*"(,[a-z_]+="([^"\\\n]|\\.)*")*\})? (\S+))");
    std::set<std::string> comments, samples;
    std::string family;
    for (std::string line; std::getline(page, line);) {
        std::smatch parts;
        if (line.starts_with("#")) {
            ASSERT_TRUE(std::regex_match(line, parts, comment)) << line;
            EXPECT_TRUE(comments.insert(parts[1].str() + parts[2].str()).second) << line << " twice";
            family = parts[2];
            continue;
        }
        ASSERT_TRUE(std::regex_match(line, parts, sample)) << line;
        EXPECT_TRUE(parts[1].str().starts_with(family)) << line << " in the family " << family;
        EXPECT_TRUE(samples.insert(parts[1].str() + parts[2].str()).second) << line << " twice";
        EXPECT_NO_THROW(std::stod(parts[6])) << line;
    }
    EXPECT_GT(samples.size(), 100u);
}

TEST_P(AdminAddress, CountsRequestsWhileTheyRun) {
    constexpr int kThreads = 4;
    constexpr int kEach = 50;
    const Installation installation(GetParam());
    const auto server = installation.serve();
    const int port = Installation::portOf(*server);
    std::atomic<bool> done{false};
    std::thread scraper([&] {
        while (!done) scrape(*server);
    });
    std::vector<std::thread> clients;
    for (int i = 0; i < kThreads; ++i) {
        clients.emplace_back([port] {
            for (int n = 0; n < kEach; ++n) {
                EXPECT_EQ(sendRequest(port, "GET", "/v2/status?secret=hunter2").status, 200);
                EXPECT_EQ(sendRequest(port, "GET", "/v2/buckets/nobody/objects?read_key=hunter2").status, 404);
            }
        });
    }
    for (std::thread& client : clients) client.join();
    done = true;
    scraper.join();

    const std::string status = "{route=\"/v2/status\",method=\"GET\"";
    const std::string objects = "{route=\"/v2/buckets/{bucket_slug}/objects\",method=\"GET\"";
    // A request is counted when its answer is on its way.
    std::string page = scrape(*server);
    while (valueOf(page, "inkwell_http_request_duration_seconds_count" + objects + "}") < kThreads * kEach ||
           valueOf(page, "inkwell_http_requests_in_flight") > 0) {
        page = scrape(*server);
    }
    EXPECT_EQ(valueOf(page, "inkwell_http_requests_total" + status + ",status=\"200\"}"), kThreads * kEach);
    EXPECT_EQ(valueOf(page, "inkwell_http_requests_total" + objects + ",status=\"404\"}"), kThreads * kEach);
    EXPECT_EQ(valueOf(page, "inkwell_http_request_duration_seconds_bucket" + status + ",le=\"+Inf\"}"),
              kThreads * kEach);
    EXPECT_GT(valueOf(page, "inkwell_http_request_duration_seconds_sum" + status + "}"), 0);
    EXPECT_GT(valueOf(page, "inkwell_http_response_bytes_total" + status + "}"), kThreads * kEach * 50);
    EXPECT_EQ(valueOf(page, "inkwell_plugin_requests_total{plugin=\"objects\"}"), kThreads * kEach);
    EXPECT_EQ(valueOf(page, "inkwell_plugin_errors_total{plugin=\"objects\"}"), 0);
    EXPECT_EQ(valueOf(page, "inkwell_plugin_state{plugin=\"media\",state=\"running\"}"), 1);
    EXPECT_EQ(valueOf(page, "inkwell_plugin_state{plugin=\"media\",state=\"failed\"}"), 0);
    EXPECT_GT(valueOf(page, "inkwell_database_statements_total"), 0);
    EXPECT_EQ(valueOf(page, "inkwell_database_pool_size{for=\"sessions\"}"), 16);
    EXPECT_GT(valueOf(page, "inkwell_http_connections_total{listener=\"main\"}"), kThreads);
    EXPECT_EQ(page.find("hunter2"), std::string::npos);
    EXPECT_EQ(page.find("nobody"), std::string::npos);
}

TEST_P(AdminAddress, TellsEachPluginsStateAndReason) {
    const Installation installation(GetParam());
    const auto server = installation.serve();
    ASSERT_EQ(installation.run({"plugins", "disable", "media"}).code, 0);
    const JsonObject health = sendRequest(Installation::adminPortOf(*server), "GET", "/health").json();
    EXPECT_EQ(textOf(health, "state"), "running");
    bool isFound = false;
    for (const Json& one : *arrayOf(health, "plugins")) {
        if (textOf(one.as_object(), "id") != "media") continue;
        isFound = true;
        EXPECT_EQ(textOf(one.as_object(), "state"), "disabled");
        EXPECT_FALSE(textOf(one.as_object(), "version").empty());
    }
    EXPECT_TRUE(isFound);
    EXPECT_EQ(ready(*server).status, 200) << "a plugin that is switched off is no trouble";
    EXPECT_EQ(valueOf(scrape(*server), "inkwell_plugin_state{plugin=\"media\",state=\"disabled\"}"), 1);
}

TEST_P(AdminAddress, IsNotReadyWhileItDrains) {
    const Installation installation(GetParam());
    const std::string writeKey = makeBucket(installation);
    const auto server = installation.serve();
    waitForReady(*server, 200);
    // A request whose body is still to come keeps the server from going.
    Poco::Net::StreamSocket client = beginWrite(*server, writeKey);
    ASSERT_TRUE(eventually([&] { return valueOf(scrape(*server), "inkwell_http_requests_in_flight") >= 1; }));
    server->send(SIGTERM);
    ASSERT_TRUE(server->waitForErr("stopping"));
    waitForReady(*server, 503);
    const Reply reply = ready(*server);
    EXPECT_EQ(reply.status, 503);
    EXPECT_EQ(textOf(reply.json(), "state"), "draining");
    EXPECT_EQ(sendRequest(Installation::adminPortOf(*server), "GET", "/health/live").status, 200);
    client.close();
    EXPECT_EQ(server->wait(), 0);
}

TEST_P(AdminAddress, ServesOnForAWhileThatASecondSignalEndsOnceItIsNotReady) {
    Installation installation(GetParam());
    installation.setVariable("INKWELL_HTTP_DRAIN_SECONDS", "3600");
    const auto server = installation.serve();
    waitForReady(*server, 200);
    server->send(SIGTERM);
    waitForReady(*server, 503);
    EXPECT_EQ(sendRequest(Installation::portOf(*server), "GET", "/health/live").status, 200);
    ASSERT_TRUE(server->waitForErr("serving for 3600 seconds (http.drain_seconds)"));
    server->send(SIGTERM);
    EXPECT_EQ(server->wait(), 0);
}

TEST_P(AdminAddress, AStopNamesTheRequestsThatItCuts) {
    Installation installation(GetParam());
    installation.setVariable("INKWELL_HTTP_STOP_SECONDS", "1");
    const std::string writeKey = makeBucket(installation);
    const auto server = installation.serve();
    std::vector<Poco::Net::StreamSocket> clients;
    for (int i = 0; i < 2; ++i) clients.push_back(beginWrite(*server, writeKey));
    ASSERT_TRUE(eventually([&] { return valueOf(scrape(*server), "inkwell_http_requests_in_flight") >= 2; }));
    server->send(SIGTERM);
    EXPECT_EQ(server->wait(), 0);
    EXPECT_NE(
        server->err().find("warn  kernel 2 requests were cut: the stop waited 1 seconds (http.stop_seconds) for 2 "
                           "times POST /v2/buckets/{bucket_slug}/objects\n"),
        std::string::npos)
        << server->err();
}

TEST_P(AdminAddress, AnswersWhileClientsHoldEveryThreadOfTheOthers) {
    Installation installation(GetParam());
    installation.setVariable("INKWELL_HTTP_THREADS", "2");
    const std::string writeKey = makeBucket(installation);
    const auto server = installation.serve();
    std::vector<Poco::Net::StreamSocket> clients;
    clients.push_back(beginWrite(*server, writeKey));
    clients.push_back(beginSignIn(*server));
    const auto awaitMain = [&](const std::string& name, int count) {
        return eventually([&] { return valueOf(scrape(*server), name + "{listener=\"main\"}") >= count; });
    };
    ASSERT_TRUE(awaitMain("inkwell_http_connections_served", 2));
    clients.push_back(begin(*server, "GET /health HTTP/1.1\r\nHost: x\r\n\r\n"));
    ASSERT_TRUE(awaitMain("inkwell_http_requests_queued", 1));
    EXPECT_EQ(sendRequest(Installation::adminPortOf(*server), "GET", "/health/live").status, 200);
    EXPECT_EQ(ready(*server).status, 200);
}

TEST_P(AdminAddress, IsNotAmongThePublicOnes) {
    const Installation installation(GetParam());
    const auto server = installation.serve();
    const int port = Installation::portOf(*server);
    for (const char* path : {"/health", "/health/live"}) {
        const Reply reply = sendRequest(port, "GET", path);
        EXPECT_EQ(reply.status, 200) << path;
        EXPECT_EQ(reply.body, R"({"status":"ok"})") << path;
    }
    EXPECT_EQ(sendRequest(port, "GET", "/metrics").status, 404);
    EXPECT_EQ(sendRequest(port, "GET", "/health/ready").status, 404);
    EXPECT_EQ(sendRequest(Installation::adminPortOf(*server), "GET", "/v2/status").status, 404);
}

TEST_P(AdminAddress, CanBeSwitchedOff) {
    Installation installation(GetParam());
    installation.setVariable("INKWELL_ADMIN_ENABLED", "false");
    const auto server = installation.serve();
    EXPECT_EQ(server->err().find("admin at"), std::string::npos) << server->err();
    EXPECT_EQ(sendRequest(Installation::portOf(*server), "GET", "/health").status, 200);
    server->send(SIGTERM);
    EXPECT_EQ(server->wait(), 0);
}

INSTANTIATE_TEST_SUITE_P(Engines, AdminAddress, testing::Values(Engine::Sqlite, Engine::Mysql),
                         [](const auto& tested) { return engineName(tested.param); });

TEST(Readiness, FollowsTheDatabase) {
    const Installation installation(Engine::Mysql);
    const auto server = installation.serve();
    waitForReady(*server, 200);
    EXPECT_EQ(textOf(ready(*server).json(), "status"), "ready");

    PrivateMariaDb::instance().kill();
    waitForReady(*server, 503);
    const Reply away = ready(*server);
    EXPECT_EQ(away.status, 503);
    EXPECT_EQ(textOf(away.json(), "status"), "not ready");
    EXPECT_NE(away.body.find("kernel database: the database does not answer"), std::string::npos) << away.body;
    EXPECT_EQ(sendRequest(Installation::adminPortOf(*server), "GET", "/health/live").status, 200);

    PrivateMariaDb::instance().start();
    waitForReady(*server, 200);
    EXPECT_EQ(ready(*server).status, 200) << ready(*server).body;
}

class ReadinessOnEngine : public testing::TestWithParam<Engine> {
protected:
    /// From now on the database of `server` refuses writes, or takes them again.
    void refuseWrites(const ChildProcess& server, bool refuses) {
        if (GetParam() == Engine::Mysql) {
            PrivateMariaDb::instance().run("SET GLOBAL read_only = " + std::to_string(refuses));
            return;
        }
        // As on a full disk: no byte more in any file.
        rlimit limit{};
        ASSERT_EQ(prlimit(server.pid(), RLIMIT_FSIZE, nullptr, &limit), 0);
        limit.rlim_cur = refuses ? 0 : limit.rlim_max;
        ASSERT_EQ(prlimit(server.pid(), RLIMIT_FSIZE, &limit, nullptr), 0);
    }
    static std::string statusOf(const ChildProcess& server) {
        const Reply reply = ready(server);
        EXPECT_EQ(reply.status, 200) << reply.body;
        return std::string(textOf(reply.json(), "status"));
    }
};

TEST_P(ReadinessOnEngine, IsDegradedWhileTheDatabaseTakesNoWrites) {
    Installation installation(GetParam());
    if (GetParam() == Engine::Mysql) {
        PrivateMariaDb::instance().run(  // root may write all the same
            "CREATE OR REPLACE USER writer@localhost; GRANT ALL ON " + installation.database() +
            ".* TO writer@localhost");
        installation.setVariable("INKWELL_PLUGINS_DATABASE_MYSQL_USER", "writer");
    }
    makeBucket(installation);
    const auto server = installation.serve();
    EXPECT_EQ(statusOf(*server), "ready");
    EXPECT_EQ(valueOf(scrape(*server), "inkwell_database_writable"), 1);

    refuseWrites(*server, true);
    EXPECT_TRUE(eventually([&] { return statusOf(*server) == "degraded"; }));
    EXPECT_NE(ready(*server).body.find("kernel writes: the database takes no writes: "), std::string::npos);
    EXPECT_EQ(valueOf(scrape(*server), "inkwell_database_writable"), 0);
    EXPECT_EQ(sendRequest(Installation::portOf(*server), "GET", "/v2/buckets/held/objects?read_key=x").status, 401);
    if (GetParam() == Engine::Mysql) {  // the log of the other is in a file, and takes no byte more either
        EXPECT_NE(server->err().find("error kernel the database takes no writes: "), std::string::npos);
        const Finished doctor = installation.run({"doctor"});
        EXPECT_EQ(doctor.code, 1);
        EXPECT_NE(doctor.out.find("answers, but takes no writes: "), std::string::npos) << doctor.out;
    }

    refuseWrites(*server, false);
    EXPECT_TRUE(eventually([&] { return statusOf(*server) == "ready"; }));
    EXPECT_TRUE(server->waitForErr("info  kernel the database takes writes again"));
}

INSTANTIATE_TEST_SUITE_P(Engines, ReadinessOnEngine, testing::Values(Engine::Sqlite, Engine::Mysql),
                         [](const auto& tested) { return engineName(tested.param); });

}  // namespace
}  // namespace inkwell::test
