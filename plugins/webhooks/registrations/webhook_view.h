#pragma once

#include "inkwell/json.h"
#include "records/webhook.h"

namespace inkwell::webhooks {

/// Without the secret.
JsonObject renderWebhook(const Webhook& webhook);
/// Only for the responses to creation and rotation.
JsonObject renderWebhookWithSecret(const Webhook& webhook);
/// {time, status, error, duration_ms}.
JsonObject renderAttempt(const Attempt& attempt);
JsonObject renderDelivery(const Delivery& delivery);

}  // namespace inkwell::webhooks
