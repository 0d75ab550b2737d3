#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "inkwell/json.h"

namespace inkwell::objects {

// Readers shared by the inputs of types and objects. Each reader of a member adds a problem for a bad one and returns
// nothing.

/// A title: not blank, at most kMaxTitleLength.
std::optional<std::string> readTitle(JsonReader& reader, std::string_view key, bool required);
/// A slug given by a client.
std::optional<std::string> readSlug(JsonReader& reader, std::string_view key);
/// A text that null or "" clears; returns "" then.
std::optional<std::string> readClearable(JsonReader& reader, const JsonObject& body, std::string_view key,
                                         std::size_t maxLength);
/// The nested object `options` {slug_field, content_editor}.
void readOptions(JsonReader& reader, Problems& problems, std::optional<bool>& slugField,
                 std::optional<bool>& contentEditor);

/// The body of a request that takes `trigger_webhook` alone. Throws ApiError 400 with all problems, which begins with
/// `refusal`.
bool parseWebhookFlag(const JsonObject& body, const std::string& refusal);

}  // namespace inkwell::objects
