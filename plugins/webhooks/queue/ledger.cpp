#include "queue/ledger.h"

#include <algorithm>
#include <unordered_set>

#include "queue/schedule.h"

namespace inkwell::webhooks {

namespace {

constexpr int kSlotParcels = 50;
constexpr std::int64_t kSlotBytes = 256 * 1024;

constexpr int kGone = 410;
constexpr int kTooManyRequests = 429;
constexpr int kUnavailable = 503;

std::vector<Parcel> dueOf(QueueStore& store, const QueueStore::Lane& lane, int limit) {
    std::vector<Parcel> parcels;
    for (const auto& [webhookId, recipient] : lane.enabled) {
        const std::vector<Parcel> some = store.due(webhookId, limit);
        parcels.insert(parcels.end(), some.begin(), some.end());
    }
    // Ids are ordered by time: none of the webhooks at one endpoint waits for all of another's.
    std::stable_sort(parcels.begin(), parcels.end(),
                     [](const Parcel& a, const Parcel& b) { return a.deliveryId < b.deliveryId; });
    std::int64_t bytes = 0;
    std::size_t count = 0;
    while (count < parcels.size() && count < static_cast<std::size_t>(limit)) {
        bytes += parcels[count].bodyBytes;
        if (count > 0 && bytes > kSlotBytes) break;
        ++count;
    }
    parcels.resize(count);
    return parcels;
}

void recordCircuit(QueueStore& store, const QueueStore::Lane& lane, const Outcome& outcome, Ledger::Notes& notes) {
    if (outcome.tries.empty()) return;
    if (lane.needsNote) store.noteAttempt(outcome.slot.lane);
    const Tried& last = outcome.tries.back();
    if (last.succeeded()) {
        if (outcome.slot.failures > 0) store.closeCircuit(outcome.slot.lane);
        // What failed while the endpoint was down has no reason to wait for its next try any longer.
        if (outcome.slot.failures >= kFailuresToOpen) store.hasten(outcome.slot.lane);
        return;
    }
    const int before = outcome.tries.size() > 1 ? 0 : lane.failures;
    const bool asksAll = last.status == kTooManyRequests || last.status == kUnavailable;
    const std::int64_t askedMs =
        asksAll ? std::clamp<std::int64_t>(last.retryAfterMs.value_or(0), 0, kMaxRetryAfterMs) : 0;
    store.failed(outcome.slot.lane, before + 1, std::max(circuitDelayMs(before + 1), askedMs));
    if (before + 1 == kFailuresToOpen) {
        const Parcel& parcel = outcome.slot.parcels.at(outcome.tries.size() - 1);
        notes.warnings.push_back(
            "the endpoint of webhook '" + parcel.webhookId + "' failed " + std::to_string(kFailuresToOpen) +
            " times in a row; until it answers again single deliveries are tried, the others wait");
    }
}

}  // namespace

std::optional<Slot> Ledger::claim(QueueStore& store, const std::string& laneId, const QueueStore::Lane& lane,
                                  const std::string& claimId) {
    if (lane.enabled.empty() || lane.isOpen) return std::nullopt;
    const bool isProbe = lane.failures >= kFailuresToOpen;
    if (store.liveClaims(lane.webhookIds) >= (isProbe ? 1 : kSlotsPerLane)) return std::nullopt;

    Slot slot{laneId,
              lane.bucketId,
              claimId,
              lane.failures,
              {},
              {},
              dueOf(store, lane, lane.failures == 0 ? kSlotParcels : 1)};
    if (slot.parcels.empty()) return std::nullopt;
    store.lease(idsOf(slot), claimId, kLeaseMs);
    std::vector<std::string> messageIds;
    for (const Parcel& parcel : slot.parcels) messageIds.push_back(parcel.messageId);
    slot.bodies = store.bodies(messageIds);
    slot.recipients = lane.enabled;
    return slot;
}

DeliveryIds Ledger::idsOf(const Slot& slot) {
    DeliveryIds ids;
    for (const Parcel& parcel : slot.parcels) ids.add(parcel);
    return ids;
}

// The lane first, whatever the results: who deletes a webhook or its bucket has locked it before its deliveries.
std::optional<Ledger::Notes> Ledger::record(QueueStore& store, const Outcome& outcome) const {
    const std::optional<QueueStore::Lane> lane = store.tryLockLane(outcome.slot.lane);
    if (!lane) return std::nullopt;
    Notes notes;
    recordCircuit(store, *lane, outcome, notes);
    const std::vector<std::string> held = store.held(idsOf(outcome.slot), outcome.slot.claim);
    const std::unordered_set<std::string> isHeld(held.begin(), held.end());

    std::vector<QueueStore::LoggedAttempt> attempts;
    DeliveryIds delivered;
    DeliveryIds unsent;
    for (std::size_t i = 0; i < outcome.slot.parcels.size(); ++i) {
        const Parcel& parcel = outcome.slot.parcels[i];
        if (!isHeld.contains(parcel.deliveryId)) continue;
        if (i >= outcome.tries.size()) {
            unsent.add(parcel);
            continue;
        }
        const Tried& tried = outcome.tries[i];
        attempts.push_back({parcel.deliveryId, parcel.attempts + 1, tried});
        if (tried.succeeded()) {
            delivered.add(parcel);
        } else {
            recordFailure(store, *lane, parcel, tried, notes);
        }
    }
    store.log(attempts);
    store.delivered(delivered);
    store.release(unsent);
    return notes;
}

// What an endpoint says of itself is of no account when the webhook has left it meanwhile.
void Ledger::recordFailure(QueueStore& store, const QueueStore::Lane& lane, const Parcel& parcel, const Tried& tried,
                           Ledger::Notes& notes) const {
    const auto& here = lane.webhookIds;
    const std::string name = "delivery '" + parcel.deliveryId + "' of webhook '" + parcel.webhookId + "'";
    if (tried.status == kGone && std::find(here.begin(), here.end(), parcel.webhookId) != here.end()) {
        const std::string reason = "the endpoint answered 410 (Gone)";
        store.fail(parcel, reason);
        store.disable(parcel.webhookId, reason);
        notes.disabled.push_back(parcel.webhookId);
        notes.warnings.push_back("webhook '" + parcel.webhookId + "' was disabled: " + reason);
        return;
    }
    if (const auto delayMs = retryDelayMs(parcel.tries + 1, tried.retryAfterMs, jitter_())) {
        store.retry(parcel, *delayMs);
        return;
    }
    store.fail(parcel, "it failed " + std::to_string(kMaxTries) + " times");
    notes.warnings.push_back(name + " was given up: it failed " + std::to_string(kMaxTries) + " times");
}

}  // namespace inkwell::webhooks
