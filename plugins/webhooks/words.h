#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "webhook.h"

// How the table webhooks keeps lists. Any thread.
namespace inkwell::webhooks {

/// Of names without blanks (events, slugs): "a b".
std::string joinWords(const std::vector<std::string>& words);
std::vector<std::string> wordsOf(std::string_view text);

/// Headers as a JSON object.
std::string writeHeaders(const Headers& headers);
Headers parseHeaders(std::string_view text);

}  // namespace inkwell::webhooks
