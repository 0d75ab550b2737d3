#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "records/webhook.h"

// How lists are kept in the table webhooks. Any thread.
namespace inkwell::webhooks {

/// For names without spaces (events, slugs): "a b".
std::string joinWords(const std::vector<std::string>& words);
std::vector<std::string> wordsOf(std::string_view text);

/// Headers as a JSON object.
std::string writeHeaders(const Headers& headers);
Headers parseHeaders(std::string_view text);

}  // namespace inkwell::webhooks
