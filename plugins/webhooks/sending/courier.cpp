#include "sending/courier.h"

#include <chrono>
#include <exception>

#include "sending/signature.h"

namespace inkwell::webhooks {

namespace {

constexpr std::int64_t kMsPerSecond = 1000;

}  // namespace

Outcome Courier::deliver(Slot slot, const Permit& permit) const noexcept {
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(kSlotMs);
    Outcome outcome{std::move(slot), {}};
    for (const Parcel& parcel : outcome.slot.parcels) {
        if (!permit.mayGoOn() || std::chrono::steady_clock::now() > end) break;
        const std::optional<Tried> tried = deliver(outcome.slot, parcel, permit);
        if (!tried || (permit.isOver() && tried->status == 0)) break;
        outcome.tries.push_back(*tried);
        if (!tried->succeeded()) break;
    }
    outcome.slot.bodies.clear();
    return outcome;
}

std::optional<Tried> Courier::deliver(const Slot& slot, const Parcel& parcel, const Permit& permit) const {
    Tried tried;
    tried.startedAtMs = services_.clock().nowMs();
    try {
        const SendResult result = send_(requestOf(slot, parcel, tried.startedAtMs / kMsPerSecond), &permit);
        if (result.wasBusy) return std::nullopt;
        tried.status = result.status;
        tried.error = result.error;
        tried.durationMs = result.durationMs;
        tried.retryAfterMs = result.retryAfterMs;
    } catch (const std::exception&) {
        tried.error = "this server could not prepare the request";
    }
    return tried;
}

Outgoing Courier::requestOf(const Slot& slot, const Parcel& parcel, std::int64_t timestamp) const {
    const Recipient& recipient = slot.recipients.at(parcel.webhookId);
    Outgoing request{recipient.endpoint, recipient.headers, slot.bodies.at(parcel.messageId), slot.bucketId};
    const std::string& id = parcel.deliveryId;
    const Headers ours = {
        {"Content-Type", "application/json"},
        {"User-Agent", "Inkwell/" + services_.server().version},
        {"X-Inkwell-Event", parcel.event},
        {"Webhook-Id", id},
        {"Webhook-Timestamp", std::to_string(timestamp)},
        {"Webhook-Signature", signatureHeader(id, timestamp, request.body, recipient.secrets)},
    };
    request.headers.insert(request.headers.end(), ours.begin(), ours.end());
    return request;
}

}  // namespace inkwell::webhooks
