#pragma once

#include <optional>
#include <string>
#include <vector>

#include "inkwell/error.h"
#include "inkwell/json.h"
#include "webhook.h"

namespace inkwell::webhooks {

inline constexpr std::size_t kMaxEndpointLength = 2000;
inline constexpr std::size_t kMaxObjectTypes = 100;
inline constexpr std::size_t kMaxHeaders = 20;
inline constexpr std::size_t kMaxHeaderName = 100;
inline constexpr std::size_t kMaxHeaderValue = 2000;

/// The body of a creation or an edit: what it gives (where-silent.md, "Webhooks"). Problems are those of the form; the
/// service adds what is wrong with the endpoint's address and the object types.
struct WebhookInput {
    std::optional<std::string> title;
    std::optional<std::vector<std::string>> events;  // of `event` or `events`, each once
    std::optional<std::string> endpoint;
    std::optional<std::vector<std::string>> objectTypes;  // each once
    std::optional<std::string> props;
    std::optional<Headers> headers;
    std::optional<bool> enabled;
    Problems problems;
};

/// Called by the routes; throw nothing.
WebhookInput parseNewWebhook(const JsonObject& body);
WebhookInput parseWebhookEdit(const JsonObject& body);

/// For a POST that takes nothing but `pretty`. ApiError 400 with every problem.
void checkEmptyBody(const JsonObject& body);

}  // namespace inkwell::webhooks
