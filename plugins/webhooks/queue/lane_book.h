#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "queue/queue_store.h"
#include "records/slot.h"

namespace inkwell::webhooks {

/// Chooses the lane for the next free worker: round robin. Half of the workers are reserved for healthy lanes, those
/// that do not fail and answered quickly when they were asked last. All others, and those of which nothing is known
/// yet, share the other half. Of either half one bucket has no more than it leaves free. One thread.
class LaneBook {
public:
    using Time = std::chrono::steady_clock::time_point;

    explicit LaneBook(int workers) : workers_(workers) {}

    int freeWorkers() const { return workers_ - static_cast<int>(running_.size()); }
    /// Lanes to claim a slot from, in this order. A lane that may have two slots can appear twice.
    std::vector<std::string> choose(const std::vector<QueueStore::ReadyLane>& ready, Time now);

    void began(const Slot& slot);
    void ended(const Outcome& outcome);
    /// Not chosen for a second: other servers are sending to it, or this one could not.
    void rest(const std::string& lane, Time now);

private:
    struct Lane {
        int slots = 0;
        std::uint64_t turn = 0;      // of its last slot; 0: no recent slot
        std::optional<bool> isSlow;  // nothing before its first answer
        Time restsUntil = {};
        Time seen = {};  // when it was ready last
    };
    struct Running {
        std::string bucketId;
        bool isTroubled = false;
    };
    /// How many workers there are still to give, and how many each bucket has.
    class Shares;

    static bool isTroubled(const Lane& lane, int failures) { return lane.isSlow.value_or(true) || failures > 0; }
    /// For assertions: the counted slots match what is running.
    bool addsUp() const;
    void forgetOld(Time now);

    const int workers_;
    std::uint64_t turn_ = 0;
    std::map<std::string, Lane> lanes_;       // ready or sent to within the last hour
    std::map<std::string, Running> running_;  // by claim
};

}  // namespace inkwell::webhooks
