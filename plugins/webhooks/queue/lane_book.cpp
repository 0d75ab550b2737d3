#include "queue/lane_book.h"

#include <algorithm>
#include <cassert>

#include "inkwell/fair_shares.h"
#include "queue/ledger.h"
#include "queue/schedule.h"

namespace inkwell::webhooks {

namespace {

constexpr std::int64_t kSlowMs = 2000;
constexpr std::chrono::seconds kRest{1};
// An endpoint that hears something now and then keeps its name for being slow, or quick.
constexpr std::chrono::hours kMemory{1};

}  // namespace

class LaneBook::Shares {
public:
    Shares(int workers, const std::map<std::string, Running>& running)
        : healthy_(workers), troubled_(troubledHalf(workers)) {
        for (const auto& [claim, one] : running) count(one);
    }

    bool take(const Running& one) {
        if (!healthy_.hasOneFor(one.bucketId) || (one.isTroubled && !troubled_.hasOneFor(one.bucketId))) return false;
        count(one);
        return true;
    }

private:
    static int troubledHalf(int workers) { return std::max(1, workers / 2); }
    void count(const Running& one) {
        healthy_.take(one.bucketId);
        if (one.isTroubled) troubled_.take(one.bucketId);
    }

    FairShares healthy_;  // all workers: what troubled lanes may not have is left to healthy ones
    FairShares troubled_;
};

std::vector<std::string> LaneBook::choose(const std::vector<QueueStore::ReadyLane>& ready, Time now) {
    forgetOld(now);
    std::vector<const QueueStore::ReadyLane*> inTurn;
    for (const QueueStore::ReadyLane& one : ready) {
        Lane& lane = lanes_[one.lane];
        lane.seen = now;
        if (lane.restsUntil <= now) inTurn.push_back(&one);
    }
    std::stable_sort(inTurn.begin(), inTurn.end(), [this](const auto* a, const auto* b) {
        return lanes_.at(a->lane).turn < lanes_.at(b->lane).turn;
    });
    std::vector<std::string> chosen;
    Shares shares(workers_, running_);
    for (int slots = 0; slots < kSlotsPerLane; ++slots) {
        for (const QueueStore::ReadyLane* one : inTurn) {
            const Lane& lane = lanes_.at(one->lane);
            if (lane.slots > slots) continue;
            if (slots > 0 && one->failures >= kFailuresToOpen) continue;
            if (shares.take({one->bucketId, isTroubled(lane, one->failures)})) chosen.push_back(one->lane);
        }
    }
    return chosen;
}

void LaneBook::began(const Slot& slot) {
    Lane& lane = lanes_[slot.lane];
    running_[slot.claim] = {slot.bucketId, isTroubled(lane, slot.failures)};
    ++lane.slots;
    lane.turn = ++turn_;
    assert(addsUp());
}

void LaneBook::ended(const Outcome& outcome) {
    if (running_.erase(outcome.slot.claim) == 0) return;
    Lane& lane = lanes_[outcome.slot.lane];
    --lane.slots;
    std::int64_t longestMs = 0;
    for (const Tried& tried : outcome.tries) longestMs = std::max(longestMs, tried.durationMs);
    if (!outcome.tries.empty()) lane.isSlow = longestMs > kSlowMs;
    assert(addsUp());
}

bool LaneBook::addsUp() const {
    int slots = 0;
    for (const auto& [name, lane] : lanes_) slots += lane.slots;
    return slots == static_cast<int>(running_.size()) && freeWorkers() >= 0;
}

void LaneBook::rest(const std::string& lane, Time now) {
    Lane& resting = lanes_[lane];
    resting.seen = now;
    resting.restsUntil = now + kRest;
}

void LaneBook::forgetOld(Time now) {
    std::erase_if(lanes_, [&](const auto& lane) { return lane.second.slots == 0 && lane.second.seen + kMemory < now; });
}

}  // namespace inkwell::webhooks
