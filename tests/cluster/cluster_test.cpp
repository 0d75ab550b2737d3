// Three servers on a Galera cluster behind HAProxy, with 16 clients, while servers and database nodes are killed and
// frozen and links are cut: decision 0038. `./dev cluster MINUTES` runs it for longer.
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <iostream>

#include "tests/cluster/checks.h"
#include "tests/cluster/staleness.h"
#include "tests/cluster/troubles.h"
#include "tests/interop/npm_packages.h"
#include "tests/support/invitation.h"

namespace inkwell::test {
namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr int kClients = 16;

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
        galera_ = std::make_unique<Galera>(*network_, folder_.path().string());
        site_ = std::make_unique<Site>(*galera_, folder_.path().string());
    }

    JsonObject ask(const std::string& method, const std::string& path, const Json& body) {
        const Reply reply = sendRequest(site_->port(0), method, path, headersOf(door_.token), writeJson(body));
        if (reply.status != 200) throw std::runtime_error(path + ": " + reply.body);
        return reply.json();
    }
    /// An account, the bucket with its type, and a webhook.
    void prepare() {
        const Finished added = site_->run({"user", "add", "--email", "ann@example.com", "--admin"});
        ASSERT_EQ(added.code, 0) << added.err;
        door_.token = acceptInvitation(site_->port(0), "ann@example.com", added.out);
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
        checks.versionsAreChanges();
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

    const TemporaryFolder folder_;
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
