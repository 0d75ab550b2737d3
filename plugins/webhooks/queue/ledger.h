#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "inkwell/runtime.h"
#include "queue/queue_store.h"
#include "records/slot.h"

namespace inkwell::webhooks {

/// The most slots of one lane in progress at once, on all servers together.
inline constexpr int kSlotsPerLane = 2;

/// How long other servers respect the claim of a server that died. A living server renews its leases; if it cannot, its
/// workers stop before the lease ends (Permit).
inline constexpr std::int64_t kLeaseMs = 10'000;

/// The rules of the queue: what may be claimed, and how results are recorded. Called on the dispatcher's thread, inside
/// Database::write.
class Ledger {
public:
    /// `jitter` returns numbers from [0, 1).
    explicit Ledger(std::function<double()> jitter) : jitter_(std::move(jitter)) {}

    /// The next slot to send to a lane; nothing when the lane has to wait or others are sending to it. An endpoint that
    /// has just failed gets slots of one delivery; one that keeps failing gets a single slot.
    /// The lane must be locked, before anything else is read: the transaction's snapshot is as old as its first read.
    static std::optional<Slot> claim(QueueStore& store, const std::string& laneId, const QueueStore::Lane& lane,
                                     const std::string& claimId);

    static DeliveryIds idsOf(const Slot& slot);

    struct Notes {
        std::vector<std::string> warnings;  // for the log
        std::vector<std::string> disabled;  // webhooks
    };
    /// Records the results of a slot. Deliveries that its claim no longer holds are left alone. Records nothing, and
    /// returns nothing, while others have locked its lane.
    std::optional<Notes> record(QueueStore& store, const Outcome& outcome) const;

private:
    void recordFailure(QueueStore& store, const QueueStore::Lane& lane, const Parcel& parcel, const Tried& tried,
                       Notes& notes) const;

    std::function<double()> jitter_;
};

}  // namespace inkwell::webhooks
