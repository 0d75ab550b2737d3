// Two servers of one feed, transactions that commit in any order, and a client that comes and goes between them: it
// gets everything exactly once.
#include <gtest/gtest.h>

#include <random>

#include "inkwell/json.h"
#include "tests/plugins/changes/world.h"
#include "tests/support/random_seed.h"

namespace inkwell::changes::test {
namespace {

using std::chrono::milliseconds;

constexpr int kStepMs = 20;
constexpr int kLongestTransactionMs = 30'000;  // three times SeenNumbers::kWindow

class Simulation {
public:
    Simulation(unsigned seed, bool losesTellings) : random_(seed), losesTellings_(losesTellings) {}

    void run() {
        feed_.commit(changeOf(++lastNumber_));  // that the bucket was made
        for (int step = 0; step < 1500; ++step) {
            if (isOneIn(4)) beginTransaction();
            advance();
            if (isOneIn(3)) moveClient();
        }
        // The rest is committed and told of; what was not told of is found.
        for (int step = 0; step < 3500; ++step) {
            advance();
            moveClient(true);
        }
        check();
    }

private:
    struct Server {
        Server(Simulation& simulation, std::size_t mostWaiting)
            : world(simulation.feed_),
              hub(world, {.mostWaiting = mostWaiting, .now = [&simulation] { return simulation.now(); }}) {}
        World world;
        Hub hub;
        std::multimap<int, Change> tellings;  // by time
    };

    bool isOneIn(unsigned n) { return random_() % n == 0; }
    int upTo(int limit) { return static_cast<int>(random_() % static_cast<unsigned>(limit)); }
    SeenNumbers::Time now() const { return SeenNumbers::Time(std::chrono::hours(1) + milliseconds(nowMs_)); }

    void beginTransaction() {
        Change change = changeOf(++lastNumber_);
        change.timeMs = servers_[0]->world.time.nowMs();
        if (isOneIn(4)) change.readerAction = "";
        if (isOneIn(4)) change.bucketId = "b";
        feed_.write(change.sequence);
        auto& ends = isOneIn(6) ? rollbacks_ : commits_;
        ends.emplace(nowMs_ + (isOneIn(3) ? upTo(kLongestTransactionMs) : upTo(30)), change);
    }

    void advance() {
        nowMs_ += kStepMs;
        for (auto& server : servers_) server->world.time.advance(kStepMs);
        for (; !rollbacks_.empty() && rollbacks_.begin()->first <= nowMs_; rollbacks_.erase(rollbacks_.begin())) {
            feed_.rollBack(rollbacks_.begin()->second.sequence);
        }
        for (; !commits_.empty() && commits_.begin()->first <= nowMs_; commits_.erase(commits_.begin())) {
            const Change change = commits_.begin()->second;
            feed_.commit(change);
            const std::size_t home = random_() % 2;
            for (std::size_t n = 0; n < 2; ++n) {
                if (losesTellings_ && isOneIn(100)) continue;
                servers_[n]->tellings.emplace(nowMs_ + upTo(n == home ? 60 : 400), change);
            }
        }
        for (auto& server : servers_) {
            auto& due = server->tellings;
            for (; !due.empty() && due.begin()->first <= nowMs_; due.erase(due.begin())) {
                server->hub.committed(due.begin()->second);
            }
            if (nowMs_ % 1000 == 0) server->hub.check();
        }
    }

    void moveClient(bool stays = false) {
        if (!stream_) {
            if (!stays && !isOneIn(10)) return;
            Server& server = *servers_[random_() % 2];
            stream_ = std::make_unique<ChangeStream>(server.world, server.hub, server.world.directory.buckets.at("a"),
                                                     StreamWish{parsePosition(reader_.lastId)},
                                                     std::chrono::seconds(isOneIn(2) ? 0 : 1000));
        }
        const std::optional<std::string> text = stream_->next(milliseconds(0));
        const bool isCutOff = !stays && isOneIn(20);
        if (!text || isCutOff) {
            stream_.reset();  // with what was under way
            return;
        }
        reader_.read(*text);
    }

    void check() {
        ASSERT_FALSE(reader_.events.empty());
        ASSERT_EQ(reader_.events[0].name, "ready");
        const Position begin = parsePosition(reader_.events[0].id).value();
        std::map<std::string, int> wanted, got;
        for (const auto& [number, change] : feed_.rows) {
            if (change.bucketId == "a" && !change.readerAction.empty() && !begin.has(number)) wanted[change.id] = 1;
        }
        for (const Event& event : reader_.events) {
            ASSERT_NE(event.name, "reset");
            const JsonObject data = parseStoredJson(event.data).as_object();
            if (!data.empty()) ++got[std::string(textOf(data, "id"))];
        }
        EXPECT_GT(wanted.size(), 10u);
        EXPECT_EQ(got, wanted);
    }

    std::minstd_rand random_;
    const bool losesTellings_;
    FakeFeed feed_;
    int nowMs_ = 0;
    std::int64_t lastNumber_ = 0;
    std::multimap<int, Change> commits_, rollbacks_;  // by time
    std::array<std::unique_ptr<Server>, 2> servers_{std::make_unique<Server>(*this, 3),
                                                    std::make_unique<Server>(*this, 1000)};
    std::unique_ptr<ChangeStream> stream_;
    EventReader reader_;
};

void runMany(bool losesTellings) {
    const unsigned first = inkwell::test::randomSeed() * 1000;
    for (unsigned seed = first; seed < first + 20 && !testing::Test::HasFailure(); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Simulation(seed, losesTellings).run();
    }
}

TEST(Interleaving, EverythingComesExactlyOnce) { runMany(false); }

TEST(Interleaving, AlsoWhatAServerWasNotToldOf) { runMany(true); }

}  // namespace
}  // namespace inkwell::changes::test
