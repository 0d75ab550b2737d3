#include "sending/trial.h"

#include <utility>

#include "inkwell/error.h"
#include "inkwell/json.h"

namespace inkwell::webhooks {

namespace {

constexpr int kRetryAfterSeconds = 5;

std::string bodyOf(const Webhook& webhook, std::int64_t nowMs) {
    const JsonObject data{{"id", webhook.id}, {"title", webhook.title}};
    return writeJson(JsonObject{{"type", kTestEvent}, {"created_at", nowMs}, {"data", data}});
}

}  // namespace

TrialResult tryOut(Services& services, const Courier& courier, const Webhook& webhook, Recipient recipient,
                   const std::atomic<bool>& stopping) {
    TrialResult result;
    result.id = services.ids().next();
    Slot slot;
    slot.lane = webhook.lane;
    slot.bucketId = webhook.bucketId;
    slot.recipients[webhook.id] = std::move(recipient);
    slot.bodies[result.id] = bodyOf(webhook, services.clock().nowMs());
    Parcel parcel;
    parcel.deliveryId = result.id;
    parcel.webhookId = webhook.id;
    parcel.messageId = result.id;
    parcel.event = kTestEvent;
    slot.parcels.push_back(std::move(parcel));
    const Outcome outcome = courier.deliver(std::move(slot), Permit(stopping));
    if (outcome.tries.empty() && stopping)
        throw ApiError::unavailable("the test was given up, because this server or its webhooks are being switched off",
                                    kRetryAfterSeconds);
    if (outcome.tries.empty())
        throw ApiError::unavailable("this server has too many names to look up to send a test now; try again",
                                    kRetryAfterSeconds);
    result.attempt = outcome.tries.at(0);
    return result;
}

}  // namespace inkwell::webhooks
