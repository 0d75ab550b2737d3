#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "inkwell/json.h"

namespace inkwell::mcp {

/// The codes of JSON-RPC 2.0.
enum class RpcCode { ParseError = -32700, InvalidRequest = -32600, MethodNotFound = -32601, InvalidParams = -32602 };

/// Thrown by a method: becomes the member `error` of its answer.
struct RpcError {
    RpcCode code;
    std::string message;
};

/// What a method answers. `params` is an object, empty where the client gave none. Throws RpcError.
using RpcMethods = std::function<Json(std::string_view method, const JsonObject& params)>;

/// What is sent back for a body.
struct RpcAnswer {
    std::optional<Json> json;  // nothing: the body held notifications and responses alone
    bool isRefused = false;    // the body as a whole, or its only message, is none of the protocol
};

/// The answer to a body of JSON-RPC 2.0 that cannot be read.
RpcAnswer refuse(RpcCode code, std::string message);

/// Answers the messages of `body`: one, or with `mayBatch` up to kMaxBatch in an array, one after the other. Throws
/// what `methods` throws besides RpcError. `memory`: where the methods make what they answer. Any thread.
inline constexpr std::size_t kMaxBatch = 20;
RpcAnswer answerBody(const Json& body, bool mayBatch, const RpcMethods& methods, const JsonMemory& memory = {});

}  // namespace inkwell::mcp
