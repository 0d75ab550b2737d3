#include "registrations/webhook_view.h"

#include "inkwell/text.h"

namespace inkwell::webhooks {

JsonObject renderAttempt(const Attempt& attempt) {
    JsonObject json;
    json["time"] = isoTime(attempt.startedAtMs);
    json["status"] = attempt.status == 0 ? Json() : Json(attempt.status);
    json["error"] = textOrNull(attempt.error);
    json["duration_ms"] = attempt.durationMs;
    return json;
}

JsonObject renderWebhook(const Webhook& webhook) {
    JsonObject json;
    json["id"] = webhook.id;
    json["title"] = webhook.title;
    json["events"] = JsonArray(webhook.events.begin(), webhook.events.end());
    json["endpoint"] = webhook.endpoint;
    json["object_types"] = JsonArray(webhook.objectTypes.begin(), webhook.objectTypes.end());
    json["props"] = webhook.props;
    JsonObject headers;
    for (const auto& [name, value] : webhook.headers) headers[name] = value;
    json["headers"] = std::move(headers);
    json["enabled"] = webhook.enabled;
    json["disabled_reason"] = textOrNull(webhook.disabledReason);
    json["created_at"] = isoTime(webhook.createdAtMs);
    json["created_by"] = webhook.createdBy;
    json["modified_at"] = isoTime(webhook.modifiedAtMs);
    return json;
}

JsonObject renderWebhookWithSecret(const Webhook& webhook) {
    JsonObject json = renderWebhook(webhook);
    json["secret"] = webhook.secret;
    return json;
}

JsonObject renderDelivery(const Delivery& delivery) {
    JsonObject json;
    json["id"] = delivery.id;
    json["event"] = delivery.event;
    json["state"] = delivery.state;
    json["reason"] = textOrNull(delivery.reason);
    json["created_at"] = isoTime(delivery.createdAtMs);
    json["next_attempt_at"] = isoTimeOrNull(delivery.nextAttemptAtMs);
    json["ended_at"] = isoTimeOrNull(delivery.endedAtMs);
    JsonArray attempts;
    for (const Attempt& attempt : delivery.attempts) attempts.push_back(renderAttempt(attempt));
    json["attempts"] = std::move(attempts);
    return json;
}

}  // namespace inkwell::webhooks
