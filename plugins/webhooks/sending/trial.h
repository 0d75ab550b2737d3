#pragma once

#include <atomic>
#include <string>

#include "inkwell/services.h"
#include "records/slot.h"
#include "records/webhook.h"
#include "sending/courier.h"

namespace inkwell::webhooks {

inline constexpr const char* kTestEvent = "webhook.test";

/// A test event, as it was sent and answered.
struct TrialResult {
    std::string id;  // sent as Webhook-Id
    Attempt attempt;
};

/// Sends one signed test event to a webhook's endpoint at once, disabled or not: beside the queue, under the rules of
/// every delivery for endpoints. The log of deliveries and the circuit do not notice it. Blocks for up to 15 s, and no
/// longer once `stopping` is true. Any thread; throws ApiError 503 where this server could not send it or wait for the
/// answer, and nothing of the receiver's making.
TrialResult tryOut(Services& services, const Courier& courier, const Webhook& webhook, Recipient recipient,
                   const std::atomic<bool>& stopping);

}  // namespace inkwell::webhooks
