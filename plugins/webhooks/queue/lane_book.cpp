#include "queue/lane_book.h"

#include <algorithm>
#include <cassert>
#include <set>

#include "queue/ledger.h"
#include "queue/schedule.h"

namespace inkwell::webhooks {

namespace {

constexpr std::int64_t kSlowMs = 2000;
constexpr std::chrono::seconds kRest{1};

}  // namespace

std::vector<std::string> LaneBook::choose(const std::vector<QueueStore::ReadyLane>& ready, Time now) {
    forgetOthers(ready);
    std::vector<const QueueStore::ReadyLane*> inTurn;
    for (const QueueStore::ReadyLane& one : ready) {
        if (lanes_[one.lane].restsUntil <= now) inTurn.push_back(&one);
    }
    std::stable_sort(inTurn.begin(), inTurn.end(), [this](const auto* a, const auto* b) {
        return lanes_.at(a->lane).turn < lanes_.at(b->lane).turn;
    });
    std::vector<std::string> chosen;
    int free = freeWorkers();
    int freeForTroubled = std::min(free, std::max(1, workers_ / 2) - troubled_);
    for (int slots = 0; slots < kSlotsPerLane; ++slots) {
        for (const QueueStore::ReadyLane* one : inTurn) {
            const Lane& lane = lanes_.at(one->lane);
            if (free <= 0 || lane.slots > slots) continue;
            if (slots > 0 && one->failures >= kFailuresToOpen) continue;
            if (isTroubled(lane, one->failures) && --freeForTroubled < 0) continue;
            chosen.push_back(one->lane);
            --free;
        }
    }
    return chosen;
}

void LaneBook::began(const Slot& slot) {
    Lane& lane = lanes_[slot.lane];
    const bool troubled = isTroubled(lane, slot.failures);
    ++lane.slots;
    lane.turn = ++turn_;
    running_[slot.claim] = troubled;
    troubled_ += troubled ? 1 : 0;
    assert(addsUp());
}

void LaneBook::ended(const Outcome& outcome) {
    const auto running = running_.find(outcome.slot.claim);
    if (running == running_.end()) return;
    troubled_ -= running->second ? 1 : 0;
    running_.erase(running);
    Lane& lane = lanes_[outcome.slot.lane];
    --lane.slots;
    std::int64_t longestMs = 0;
    for (const Tried& tried : outcome.tries) longestMs = std::max(longestMs, tried.durationMs);
    lane.isSlow = longestMs > kSlowMs;
    assert(addsUp());
}

bool LaneBook::addsUp() const {
    int slots = 0;
    for (const auto& [name, lane] : lanes_) slots += lane.slots;
    int troubled = 0;
    for (const auto& [claim, isTroubled] : running_) troubled += isTroubled ? 1 : 0;
    return slots == static_cast<int>(running_.size()) && troubled == troubled_ && freeWorkers() >= 0;
}

void LaneBook::foundNothing(const std::string& lane, Time now) { lanes_[lane].restsUntil = now + kRest; }

void LaneBook::forgetOthers(const std::vector<QueueStore::ReadyLane>& ready) {
    std::set<std::string_view> isReady;
    for (const QueueStore::ReadyLane& one : ready) isReady.insert(one.lane);
    std::erase_if(lanes_, [&](const auto& lane) { return lane.second.slots == 0 && !isReady.contains(lane.first); });
}

}  // namespace inkwell::webhooks
