#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "inkwell/json.h"
#include "tool_calls.h"

namespace inkwell::mcp {

/// Of a request without the header MCP-Protocol-Version; the only one with batches.
inline constexpr std::string_view kAssumedVersion = "2025-03-26";

/// Whether this server speaks that version of the protocol. Any thread.
bool isKnownVersion(std::string_view version);
/// All of them, newest first, for messages.
std::string knownVersions();

/// Answers a method of the protocol: initialize, ping, tools/list, tools/call. Throws RpcError for others, and for
/// params that are none. `serverVersion` is the program's.
Json answerMethod(std::string_view method, const JsonObject& params, ToolCalls& tools,
                  const std::string& serverVersion);

}  // namespace inkwell::mcp
