#pragma once

#include "inkwell/json.h"
#include "webhook.h"

namespace inkwell::webhooks {

/// Without the secret.
JsonObject renderWebhook(const Webhook& webhook);
/// For the answers to creation and rotation only.
JsonObject renderWebhookWithSecret(const Webhook& webhook);
JsonObject renderDelivery(const Delivery& delivery);

}  // namespace inkwell::webhooks
