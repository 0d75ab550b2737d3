#pragma once

#include <Poco/Dynamic/Var.h>

#include <string>
#include <string_view>

#include "inkwell/json.h"
#include "tests/support/http_client.h"

namespace inkwell::test {

// Poco::JSON::Parser as a second opinion: what we write must mean the same to a reader that shares no code with ours.

/// "" or where the two differ first, as "objects[3].title: ours is 1, theirs \"1\"". Keys must have the same order.
std::string readingDifference(const Json& ours, const Poco::Dynamic::Var& theirs);

/// Reads `text`, an object or array, with both and compares; "" or the difference, or who refuses it.
std::string readersDisagree(std::string_view text);

/// The same for an answer; "" for one without a JSON body, a compressed one, and one above kMaxSecondReading.
std::string readersDisagree(const Reply& reply);

// Poco takes ten times as long as we do, and its time with many keys in one object grows with their square.
inline constexpr std::size_t kMaxSecondReading = 1024 * 1024;

}  // namespace inkwell::test
