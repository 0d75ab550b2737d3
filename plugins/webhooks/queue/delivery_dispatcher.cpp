#include "queue/delivery_dispatcher.h"

#include <algorithm>
#include <exception>
#include <map>
#include <random>
#include <set>
#include <stdexcept>

#include "records/webhook_changed.h"

namespace inkwell::webhooks {

namespace {

using SteadyClock = std::chrono::steady_clock;

// For retries, and for what other servers leave.
constexpr std::chrono::milliseconds kPoll{1000};
// However often it is woken: so many results go into one round.
constexpr std::chrono::milliseconds kPace{20};
// And as long as the last round took, whose short writes had taken turns with those of others, it leaves the database
// to them alone.
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

DeliveryDispatcher::DeliveryDispatcher(Services& services, const Courier& courier, int workers,
                                       std::function<void()> prepare)
    : services_(services),
      courier_(courier),
      prepare_(std::move(prepare)),
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
        recordOutcomes();
        if (!unrecorded_.empty()) throw std::runtime_error("others are changing the webhooks");
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

void DeliveryDispatcher::webhooksChanged(const std::string& bucketId) noexcept {
    const std::lock_guard lock(mutex_);
    for (const auto& [bucket, permit] : permits_) {
        if (!bucketId.empty() && bucket != bucketId) continue;
        if (const auto alive = permit.lock()) alive->outdate();
    }
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
    const auto begun = SteadyClock::now();
    const bool hasRenewed = renewLeases();
    const bool hasRecorded = recordOutcomes();
    const bool hasClaimed = claimSlots();
    if (!hasRenewed && !hasRecorded && !hasClaimed) return;
    const auto now = SteadyClock::now();
    nextRound_ = std::max(nextRound_, now + std::min<SteadyClock::duration>(now - begun, kLongestPause));
}

// Before the first claim: everything that begins with this sender's prefix was its predecessor's.
void DeliveryDispatcher::takeBack() {
    if (hasTakenBack_) return;
    if (prepare_) prepare_();
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
        if (outcome.tries.empty()) book_.rest(outcome.slot.lane, SteadyClock::now());
        unrecorded_.push_back(std::move(outcome));
    }
}

// What waits to be recorded is renewed too, so that nobody else sends it again.
bool DeliveryDispatcher::renewLeases() {
    const auto now = SteadyClock::now();
    std::vector<std::string> claims;
    for (const auto& [claim, running] : running_) {
        if (running.permit->isOver() || running.permit->until() >= now + kPermit - kRenewAfter) continue;
        claims.push_back(claim);
    }
    if (claims.empty()) return false;
    std::vector<std::string> renewed;
    services_.database().write([&](Sql& sql) {
        renewed.clear();
        for (const std::string& claim : claims) {
            if (QueueStore(sql).renew(running_.at(claim).deliveries, claim, kLeaseMs)) renewed.push_back(claim);
        }
    });
    for (const std::string& claim : renewed) running_.at(claim).permit->extend(now + kPermit);
    return true;
}

bool DeliveryDispatcher::recordOutcomes() {
    const bool hasWork = !unrecorded_.empty();
    for (auto outcome = unrecorded_.begin(); outcome != unrecorded_.end();) {
        if (record(*outcome)) {
            running_.erase(outcome->slot.claim);
            outcome = unrecorded_.erase(outcome);
        } else {
            ++outcome;
        }
    }
    return hasWork;
}

bool DeliveryDispatcher::record(const Outcome& outcome) {
    std::optional<Ledger::Notes> notes;
    const bool isRecorded = tryWrite([&](QueueStore& store) {
        notes = ledger_.record(store, outcome);
        if (!notes) return false;
        for (const std::string& id : notes->disabled) {
            services_.events().publish(
                WebhookChanged{{0, outcome.slot.bucketId, "webhook", "", id, "edited", 0, "system", ""}});
        }
        return true;
    });
    if (!isRecorded) return false;
    for (const std::string& warning : notes->warnings) services_.log().warn(warning);
    return true;
}

bool DeliveryDispatcher::claimSlots() {
    if (book_.freeWorkers() <= 0) return false;
    const auto ready = services_.database().read([](Sql& sql) { return QueueStore(sql).readyLanes(); });
    const std::vector<std::string> lanes = book_.choose(ready, SteadyClock::now());
    std::set<std::string> claimed;
    for (const std::string& id : lanes) {
        const auto ofLane = std::find_if(ready.begin(), ready.end(), [&](const auto& one) { return one.lane == id; });
        // Before the webhooks are read, so that no later change of them is missed.
        const std::shared_ptr<Permit> permit = newPermit(ofLane->bucketId, SteadyClock::now());
        std::optional<Slot> slot;
        const bool isOurs = tryWrite([&](QueueStore& store) {
            slot.reset();
            const std::optional<QueueStore::Lane> lane = store.tryLockLane(id);
            if (lane) slot = Ledger::claim(store, id, *lane, identity_->newClaim());
            return lane.has_value();
        });
        if (isOurs && slot) {
            claimed.insert(id);
            begin(std::move(*slot), permit);
        } else if (isOurs && !claimed.contains(id)) {
            book_.rest(id, SteadyClock::now());
        }
    }
    return !lanes.empty();
}

// One thread serves all lanes: what others keep locked is left for the next round, and `false` returned.
bool DeliveryDispatcher::tryWrite(const std::function<bool(QueueStore&)>& work) {
    try {
        return services_.database().write([&](Sql& sql) {
            QueueStore store(sql);
            return work(store);
        });
    } catch (const DatabaseError& error) {
        if (error.kind() != DatabaseError::Kind::Conflict) throw;
        return false;
    }
}

std::shared_ptr<Permit> DeliveryDispatcher::newPermit(const std::string& bucketId, SteadyClock::time_point leasedAt) {
    const auto permit = std::make_shared<Permit>(stopping_, leasedAt + kPermit);
    const std::lock_guard lock(mutex_);
    std::erase_if(permits_, [](const auto& one) { return one.second.expired(); });
    permits_.emplace_back(bucketId, permit);
    return permit;
}

void DeliveryDispatcher::begin(Slot slot, const std::shared_ptr<Permit>& permit) {
    book_.began(slot);
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
