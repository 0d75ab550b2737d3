#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "inkwell/json.h"

namespace inkwell::kernel {

/// The running server's door for the operator: a Unix socket in the data directory that only the server's own user (and
/// root) may open. One JSON object per line in each direction.
class AdminSocket {
public:
    using Answer = std::function<JsonObject(const JsonObject&)>;

    /// Listens at `path` and answers on its own thread, one request at a time. What `answer` throws becomes
    /// {"error": message}. Replaces a socket that a killed server left: ask first whether one is running. Throws
    /// std::runtime_error when the path cannot be bound.
    AdminSocket(std::string path, Answer answer);
    ~AdminSocket();

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// Sends one request to a running server; nothing when none listens at `path`. Throws std::runtime_error for a broken
/// conversation, a socket that this user may not open, or no answer within `patience`: switching a plugin off waits for
/// its running requests.
std::optional<JsonObject> askRunningServer(const std::string& path, const JsonObject& request,
                                           std::chrono::seconds patience = std::chrono::seconds(60));

/// Where the socket of a data directory lies.
std::string adminSocketPath(const std::string& dataDirectory);

}  // namespace inkwell::kernel
