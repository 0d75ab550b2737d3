#include "sending/trial.h"

#include <atomic>

#include "inkwell/error.h"
#include "inkwell/json.h"

namespace inkwell::webhooks {

namespace {

// The request for it ends before the plugin does, and the sender's own deadline bounds it.
const std::atomic<bool> kNeverStopping{false};

constexpr int kRetryAfterSeconds = 5;

std::string bodyOf(const Webhook& webhook, std::int64_t nowMs) {
    const JsonObject data{{"id", webhook.id}, {"title", webhook.title}};
    return writeJson(JsonObject{{"type", kTestEvent}, {"created_at", nowMs}, {"data", data}});
}

}  // namespace

TrialResult tryOut(Services& services, const Courier& courier, const Webhook& webhook) {
    TrialResult result;
    result.id = services.ids().next();
    Slot slot;
    slot.lane = webhook.lane;
    slot.bucketId = webhook.bucketId;
    slot.recipients[webhook.id] = {webhook.endpoint, webhook.headers, {webhook.secret}};
    slot.bodies[result.id] = bodyOf(webhook, services.clock().nowMs());
    Parcel parcel;
    parcel.deliveryId = result.id;
    parcel.webhookId = webhook.id;
    parcel.messageId = result.id;
    parcel.event = kTestEvent;
    slot.parcels.push_back(std::move(parcel));
    const Outcome outcome = courier.deliver(std::move(slot), Permit(kNeverStopping));
    if (outcome.tries.empty())
        throw ApiError::unavailable("this server has too many names to look up to send a test now; try again",
                                    kRetryAfterSeconds);
    result.attempt = outcome.tries.at(0);
    return result;
}

}  // namespace inkwell::webhooks
