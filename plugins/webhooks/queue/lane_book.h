#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "queue/queue_store.h"
#include "queue/slot.h"

namespace inkwell::webhooks {

/// Chooses the lane for the next free worker: round robin. Half of the workers are reserved for healthy lanes, so that
/// failing and slow lanes never hold up the others. One thread.
class LaneBook {
public:
    using Time = std::chrono::steady_clock::time_point;

    explicit LaneBook(int workers) : workers_(workers) {}

    int freeWorkers() const { return workers_ - static_cast<int>(running_.size()); }
    /// Lanes to claim a slot from, in this order. A lane that may have two slots can appear twice.
    std::vector<std::string> choose(const std::vector<QueueStore::ReadyLane>& ready, Time now);

    void began(const Slot& slot);
    void ended(const Outcome& outcome);
    /// The lane looked ready but had nothing to claim: other servers are sending to it.
    void foundNothing(const std::string& lane, Time now);

private:
    struct Lane {
        int slots = 0;
        std::uint64_t turn = 0;  // of its last slot; 0: no recent slot
        bool isSlow = false;
        Time restsUntil = {};
    };
    bool isTroubled(const Lane& lane, int failures) const { return lane.isSlow || failures > 0; }
    /// For assertions: the counts of slots and of troubled slots match what is running.
    bool addsUp() const;
    void forgetOthers(const std::vector<QueueStore::ReadyLane>& ready);

    const int workers_;
    std::uint64_t turn_ = 0;
    std::map<std::string, Lane> lanes_;    // ready, or being sent to
    std::map<std::string, bool> running_;  // claim -> whether it counts as troubled
    int troubled_ = 0;
};

}  // namespace inkwell::webhooks
