#include "queue/delivery_dispatcher.h"

#include <algorithm>
#include <exception>
#include <map>
#include <random>
#include <set>

#include "registrations/webhook_service.h"

namespace inkwell::webhooks {

namespace {

using SteadyClock = std::chrono::steady_clock;

// For retries, and for what other servers leave.
constexpr std::chrono::milliseconds kPoll{1000};
// However often it is woken: so many results go into one transaction.
constexpr std::chrono::milliseconds kPace{20};
// And so many times as long as the last round took it leaves the database to those who write content.
constexpr int kPauses = 4;
constexpr std::chrono::milliseconds kLongestPause{500};
// A lease that has run for so long is renewed, so that a busy database may miss some renewals.
constexpr std::chrono::seconds kRenewAfter{2};
// A worker looks at its permit five times a second.
constexpr std::chrono::milliseconds kPermit{kLeaseMs - 1000};

double jitter() {
    thread_local std::minstd_rand random{std::random_device{}()};
    return std::uniform_real_distribution<double>(0, 1)(random);
}

}  // namespace

DeliveryDispatcher::DeliveryDispatcher(Services& services, const Courier& courier, int workers)
    : services_(services),
      courier_(courier),
      ledger_(jitter),
      pool_(static_cast<std::size_t>(workers)),
      book_(workers) {}

void DeliveryDispatcher::start() {
    stopping_ = false;
    hasTakenBack_ = false;
    identity_.emplace(services_.server().dataDirectory);
    thread_ = std::thread([this] { run(); });
}

void DeliveryDispatcher::stop() noexcept {
    if (!thread_.joinable()) return;
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
        something_.notify_all();
    }
    thread_.join();
    pool_.stop();
    try {
        takeFinished();
        exchangeWithQueue({});
    } catch (const std::exception& error) {
        services_.log().warn(std::string("what was sent last may be sent again, because it could not be recorded: ") +
                             error.what());
        unrecorded_.clear();
    }
    running_.clear();
    identity_.reset();
}

void DeliveryDispatcher::wake() noexcept {
    const std::lock_guard lock(mutex_);
    woken_ = true;
    something_.notify_all();
}

bool DeliveryDispatcher::waitForWork() {
    std::unique_lock lock(mutex_);
    const auto isStopping = [this] { return stopping_.load(); };
    if (isFailing_) {
        something_.wait_until(lock, lastRound_ + kPoll, isStopping);
    } else {
        something_.wait_until(lock, lastRound_ + kPoll, [&] { return woken_ || !finished_.empty() || isStopping(); });
        something_.wait_until(lock, nextRound_, isStopping);
    }
    woken_ = false;
    lastRound_ = SteadyClock::now();
    nextRound_ = lastRound_ + kPace;
    return !stopping_;
}

void DeliveryDispatcher::run() noexcept {
    while (waitForWork()) {
        try {
            round();
            reportSuccess();
        } catch (const std::exception& error) {
            reportFailure(error.what());
        }
    }
}

void DeliveryDispatcher::round() {
    takeBack();
    takeFinished();
    std::vector<std::string> lanes;
    if (book_.freeWorkers() > 0) {
        const auto ready = services_.database().read([](Sql& sql) { return QueueStore(sql).readyLanes(); });
        lanes = book_.choose(ready, SteadyClock::now());
    }
    const auto begun = SteadyClock::now();
    if (lanes.empty() && unrecorded_.empty() && claimsToRenew(begun).empty()) return;
    std::set<std::string> without(lanes.begin(), lanes.end());
    for (Slot& slot : exchangeWithQueue(lanes)) {
        without.erase(slot.lane);
        begin(std::move(slot), begun);
    }
    const auto now = SteadyClock::now();
    for (const std::string& lane : without) book_.foundNothing(lane, now);
    nextRound_ = std::max(nextRound_, now + std::min<SteadyClock::duration>(kPauses * (now - begun), kLongestPause));
}

// Before the first claim: everything that begins with this sender's prefix was its predecessor's.
void DeliveryDispatcher::takeBack() {
    if (hasTakenBack_) return;
    services_.database().write([&](Sql& sql) { QueueStore(sql).releaseOf(identity_->prefix()); });
    hasTakenBack_ = true;
}

void DeliveryDispatcher::takeFinished() {
    std::vector<Outcome> finished;
    {
        const std::lock_guard lock(mutex_);
        finished.swap(finished_);
    }
    for (Outcome& outcome : finished) {
        book_.ended(outcome);
        running_.erase(outcome.slot.claim);
        unrecorded_.push_back(std::move(outcome));
    }
}

std::vector<std::string> DeliveryDispatcher::claimsToRenew(SteadyClock::time_point now) const {
    std::vector<std::string> claims;
    for (const auto& [claim, running] : running_) {
        const bool isDue = running.permit->until() < now + kPermit - kRenewAfter;
        if (isDue && !running.permit->isOver()) claims.push_back(claim);
    }
    return claims;
}

// All lanes are locked before the first claim looks: see Ledger::claim. In one order on all servers.
std::vector<Slot> DeliveryDispatcher::exchangeWithQueue(const std::vector<std::string>& lanes) {
    const auto begun = SteadyClock::now();
    const std::vector<std::string> renewed = claimsToRenew(begun);
    if (lanes.empty() && unrecorded_.empty() && renewed.empty()) return {};
    std::vector<Slot> slots;
    std::vector<std::string> warnings;
    services_.database().write([&](Sql& sql) {
        slots.clear();
        warnings.clear();
        QueueStore store(sql);
        for (const Outcome& outcome : unrecorded_) {
            const Ledger::Notes notes = ledger_.record(store, outcome);
            warnings.insert(warnings.end(), notes.warnings.begin(), notes.warnings.end());
            for (const std::string& id : notes.disabled) {
                services_.events().publish(
                    WebhookChanged{{0, outcome.slot.bucketId, "webhook", "", id, "edited", 0, "system", ""}});
            }
        }
        for (const std::string& claim : renewed) store.renew(running_.at(claim).deliveries, claim, kLeaseMs);
        std::map<std::string, QueueStore::Lane> locked;
        for (const std::string& lane : std::set<std::string>(lanes.begin(), lanes.end())) {
            locked.emplace(lane, store.lockLane(lane));
        }
        for (const std::string& lane : lanes) {
            if (auto slot = Ledger::claim(store, lane, locked.at(lane), identity_->newClaim())) {
                slots.push_back(std::move(*slot));
            }
        }
    });
    unrecorded_.clear();
    for (const std::string& claim : renewed) running_.at(claim).permit->extend(begun + kPermit);
    for (const std::string& warning : warnings) services_.log().warn(warning);
    return slots;
}

void DeliveryDispatcher::begin(Slot slot, SteadyClock::time_point leasedAt) {
    book_.began(slot);
    const auto permit = std::make_shared<Permit>(stopping_, leasedAt + kPermit);
    running_[slot.claim] = {Ledger::idsOf(slot), permit};
    const auto shared = std::make_shared<Slot>(std::move(slot));
    try {
        pool_.run([this, shared, permit] { finish(courier_.deliver(std::move(*shared), *permit)); });
    } catch (const std::exception& error) {
        finish({std::move(*shared), {}});
        throw;
    }
}

void DeliveryDispatcher::finish(Outcome outcome) noexcept {
    for (const Tried& tried : outcome.tries) ++(tried.succeeded() ? delivered_ : failed_);
    const std::lock_guard lock(mutex_);
    finished_.push_back(std::move(outcome));
    something_.notify_all();
}

void DeliveryDispatcher::reportFailure(const std::string& text) noexcept {
    if (!isFailing_) services_.log().error("deliveries wait, because the queue cannot be used: " + text);
    isFailing_ = true;
}

void DeliveryDispatcher::reportSuccess() {
    if (isFailing_) services_.log().info("the queue can be used again");
    isFailing_ = false;
}

}  // namespace inkwell::webhooks
