#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "inkwell/runtime.h"
#include "queue_store.h"
#include "slot.h"

namespace inkwell::webhooks {

/// At most so many slots of one lane are worked at once, on all servers together.
inline constexpr int kSlotsPerLane = 2;

/// A worker begins no further delivery of its slot after this time, nor lets one last longer than its timeout: with
/// both it ends well before the lease does.
inline constexpr std::int64_t kSlotMs = 15'000;
inline constexpr std::int64_t kLeaseMs = 60'000;

/// The rules of the queue: what may be claimed, and what becomes of what was sent. On the dispatcher's thread, inside
/// Database::write.
class Ledger {
public:
    /// `jitter` gives numbers from [0, 1).
    explicit Ledger(std::function<double()> jitter) : jitter_(std::move(jitter)) {}

    /// What a worker is to send next to a lane; nothing when it has to wait, or others send to it already. An endpoint
    /// that has just failed gets one delivery at a time, one that keeps failing one in all.
    /// The lane is locked; when several are to be claimed from, all are locked before the first claim, because what a
    /// transaction reads is as old as its first look.
    static std::optional<Slot> claim(QueueStore& store, const std::string& laneId, const QueueStore::Lane& lane,
                                     const std::string& claimId);

    struct Notes {
        std::vector<std::string> warnings;  // for the log
        std::vector<std::string> disabled;  // webhooks
    };
    /// Keeps what came of a slot. What it no longer holds is left alone.
    Notes record(QueueStore& store, const Outcome& outcome) const;

private:
    void recordFailure(QueueStore& store, const std::string& lane, const Parcel& parcel, const Tried& tried,
                       Notes& notes) const;

    std::function<double()> jitter_;
};

}  // namespace inkwell::webhooks
