#pragma once

#include <optional>
#include <string>
#include <vector>

#include "inkwell/error.h"
#include "inkwell/json.h"
#include "records/webhook.h"

namespace inkwell::webhooks {

inline constexpr std::size_t kMaxEndpointLength = 2000;
inline constexpr std::size_t kMaxEvents = 100;
inline constexpr std::size_t kMaxObjectTypes = 100;
inline constexpr std::size_t kMaxHeaders = 20;
inline constexpr std::size_t kMaxHeaderName = 100;
inline constexpr std::size_t kMaxHeaderValue = 2000;

/// What the body of a creation or an edit gives (interface/webhooks.md, "Routes"). `problems` holds those of the body
/// itself; the service adds those of the endpoint's URL and the object types.
struct WebhookInput {
    std::optional<std::string> title;
    std::optional<std::vector<std::string>> events;  // of `event` or `events`, each once
    std::optional<std::string> endpoint;
    std::optional<std::vector<std::string>> objectTypes;  // each once, kMaxObjectTypes at most
    std::optional<std::string> props;
    std::optional<Headers> headers;
    std::optional<bool> enabled;
    Problems problems;
};

/// Called by the routes. They throw nothing: see `problems`.
WebhookInput parseNewWebhook(const JsonObject& body);
WebhookInput parseWebhookEdit(const JsonObject& body);

/// For a POST that takes nothing but `pretty`. Throws ApiError 400 with every problem.
void checkEmptyBody(const JsonObject& body);

}  // namespace inkwell::webhooks
