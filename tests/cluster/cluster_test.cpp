// Three servers on a Galera cluster behind HAProxy, with 16 clients, while servers and database nodes are killed and
// frozen and links are cut: decision 0038. `./dev cluster MINUTES` runs it for longer.
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <iostream>

#include "inkwell/crypto.h"
#include "tests/cluster/checks.h"
#include "tests/cluster/staleness.h"
#include "tests/cluster/troubles.h"
#include "tests/interop/npm_packages.h"

namespace inkwell::test {
namespace {

namespace fs = std::filesystem;

using SteadyClock = std::chrono::steady_clock;

constexpr int kClients = 16;
constexpr const char* kPassword = "correct horse battery";

class Folder {
public:
    Folder() : path_((fs::temp_directory_path() / ("inkwell-cluster-" + randomToken(8))).string()) {
        fs::create_directories(path_);
    }
    ~Folder() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    const std::string& path() const { return path_; }

private:
    std::string path_;
};

int minutes() {
    const char* const given = std::getenv("CLUSTER_MINUTES");
    return given == nullptr ? 0 : std::atoi(given);
}

unsigned seed() {
    const char* const given = std::getenv("CLUSTER_SEED");
    return given == nullptr ? static_cast<unsigned>(SteadyClock::now().time_since_epoch().count() % 100'000)
                            : static_cast<unsigned>(std::atoi(given));
}

/// Whether a short trial would not be over before the tests must end, in seconds of the epoch, as .ci/run says.
bool isTooLate() {
    constexpr std::int64_t kSecondsOfATrial = 400;
    const char* const until = std::getenv("TESTS_END_BY");
    return until != nullptr && std::time(nullptr) + kSecondsOfATrial > std::atoll(until);
}

class Cluster : public testing::Test {
protected:
    void SetUp() override {
        if (isTooLate()) GTEST_SKIP() << "the tests have to end before a trial would be over";
        npmPackages();  // they come through the network that this thread leaves now
        network_ = std::make_unique<Network>();
        receiver_ = std::make_unique<HttpReceiver>();
        galera_ = std::make_unique<Galera>(*network_, folder_.path());
        site_ = std::make_unique<Site>(*galera_, folder_.path());
    }

    JsonObject ask(const std::string& method, const std::string& path, const Json& body) {
        const Headers headers = door_.token.empty() ? Headers() : headersOf(door_.token);
        const Reply reply = sendRequest(site_->port(0), method, path, headers, writeJson(body));
        if (reply.status != 200) throw std::runtime_error(path + ": " + reply.body);
        return reply.json();
    }
    /// An account, the bucket with its type, and a webhook.
    void prepare() {
        const Finished added = site_->run({"user", "add", "--email", "ann@example.com", "--admin"});
        ASSERT_EQ(added.code, 0) << added.err;
        const std::string mark = "/v2/invitations/";
        const std::string token = added.out.substr(added.out.find(mark) + mark.size());
        ask("POST", mark + token.substr(0, token.find_first_of(" \n\"")), {{"password", kPassword}});
        door_.token =
            textOf(ask("POST", "/v2/authenticate", {{"email", "ann@example.com"}, {"password", kPassword}}), "token");
        const JsonObject bucket = ask("POST", "/v2/buckets", {{"title", "Trial"}, {"slug", "trial"}});
        door_.readKey = textOf(bucket.at("bucket").at("api_access").as_object(), "read_key");
        const auto field = [](const char* key) {
            return JsonObject{{"type", "text"}, {"title", key}, {"key", key}, {"value", ""}};
        };
        ask("POST", kBucketPath + "/object-types",
            {{"title", "Posts"}, {"metafields", JsonArray{field("a"), field("b")}}});
        ask("POST", kBucketPath + "/webhooks",
            {{"endpoint", receiver_->url()},
             {"events", JsonArray{"object.created.published", "object.created.draft", "object.edited.published"}}});
        door_.port = site_->proxyPort();
        door_.uploadPort = site_->uploadProxyPort();
    }
    /// With all clients, until `troubles` returns.
    void run(const std::function<void(Troubles&)>& troubles) {
        std::atomic<bool> isOver{false};
        std::atomic<bool> isCalm{false};
        std::vector<std::thread> threads;
        for (int n = 0; n < kClients; ++n) threads.emplace_back([&, n] { Client(door_, records_, n, isOver).run(); });
        threads.emplace_back([&] { measureStaleness(*site_, door_, records_, isOver, isCalm); });
        Troubles made(*network_, *galera_, *site_, records_, isCalm);
        troubles(made);
        isOver = true;
        for (std::thread& thread : threads) thread.join();
    }
    void check() {
        std::cout << "what is left is checked" << std::endl;
        Checks checks(*site_, *galera_, door_, records_);
        checks.schedulesFiredOnce();
        checks.webhooksCameUnderOneId(*receiver_);
        checks.nothingIsLostOrHalfThere();
        checks.noSlugIsThereTwice();
        checks.filesAreWhole();
        checks.noServerIsStale();
        for (int server = 0; server < Site::kServers; ++server) {
            site_->signal(server, SIGTERM);
            EXPECT_EQ(site_->wait(server), 0);
        }
        checks.nodesAreEqual();
    }
    void report() const;

    const Folder folder_;
    std::unique_ptr<Network> network_;
    std::unique_ptr<HttpReceiver> receiver_;
    std::unique_ptr<Galera> galera_;
    std::unique_ptr<Site> site_;
    Door door_;
    Records records_;
};

std::string spread(std::vector<std::int64_t> times) {
    if (times.empty()) return "none";
    std::sort(times.begin(), times.end());
    const auto at = [&](std::size_t percent) { return std::to_string(times[(times.size() - 1) * percent / 100]); };
    return "median " + at(50) + ", 99 % " + at(99) + ", longest " + at(100) + " ms, of " + std::to_string(times.size());
}

void Cluster::report() const {
    std::cout << "\n"
              << records_.troubles_ << " troubles" << (network_->canCut() ? "" : " (no link was cut here)") << "\n";
    std::cout << "Answers\n";
    for (const auto& [what, count] : records_.counts_) std::cout << "  " << what << ": " << count << "\n";
    std::cout << "Until a write was acknowledged: " << spread(records_.times_) << "\n"
              << "Until another server showed a change, in calm: " << spread(records_.calm_) << "\n"
              << "Until another server showed a change, in trouble: " << spread(records_.troubled_) << "\n"
              << "Faults: " << records_.faults_.size() << "\n";
}

TEST_F(Cluster, LosesNothingThatWasAcknowledged) {
    ASSERT_NO_FATAL_FAILURE(prepare());
    const unsigned number = seed();
    const auto deadline = SteadyClock::now() + std::chrono::minutes(minutes());
    run([&](Troubles& troubles) {
        if (minutes() == 0)
            troubles.once();
        else
            troubles.atRandom(deadline, number);
    });
    check();
    report();
    EXPECT_GT(records_.written_.size(), 100U);
    EXPECT_EQ(records_.faults_.size(), 0U) << "CLUSTER_SEED=" << number;
    for (std::size_t i = 0; i < std::min<std::size_t>(records_.faults_.size(), 50); ++i)
        ADD_FAILURE() << records_.faults_[i];
    if (!records_.faults_.empty())
        for (int server = 0; server < Site::kServers; ++server)
            std::cout << site_->log(server).substr(0, 20'000) << "\n";
}

}  // namespace
}  // namespace inkwell::test
