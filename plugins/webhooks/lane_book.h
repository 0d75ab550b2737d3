#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "queue_store.h"
#include "slot.h"

namespace inkwell::webhooks {

/// Which lane gets the next free worker: each in turn, and half of the workers are kept from those that fail or are
/// slow, so that however many of these there are, the others go on. One thread.
class LaneBook {
public:
    using Time = std::chrono::steady_clock::time_point;

    explicit LaneBook(int workers) : workers_(workers) {}

    int freeWorkers() const { return workers_ - static_cast<int>(running_.size()); }
    /// Lanes to claim a slot of, in this order; one that may have two slots can be named twice.
    std::vector<std::string> choose(const std::vector<QueueStore::ReadyLane>& ready, Time now);

    void began(const Slot& slot);
    void ended(const Outcome& outcome);
    /// It looked ready, but there was nothing to claim: others send to it.
    void foundNothing(const std::string& lane, Time now);

private:
    struct Lane {
        int slots = 0;
        std::uint64_t turn = 0;  // of its last slot; 0: it has had none for a while
        bool isSlow = false;
        Time restsUntil = {};
    };
    bool isTroubled(const Lane& lane, int failures) const { return lane.isSlow || failures > 0; }
    void forgetOthers(const std::vector<QueueStore::ReadyLane>& ready);

    const int workers_;
    std::uint64_t turn_ = 0;
    std::map<std::string, Lane> lanes_;    // those that are ready or being sent to
    std::map<std::string, bool> running_;  // claim -> whether it counts as troubled
    int troubled_ = 0;
};

}  // namespace inkwell::webhooks
