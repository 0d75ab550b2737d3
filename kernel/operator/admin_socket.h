#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

#include "inkwell/json.h"

namespace inkwell::kernel {

/// The running server's command socket: a Unix socket in the data directory that only the server's own user (and root)
/// may open. One JSON object per line in each direction.
class AdminSocket {
public:
    using Answer = std::function<JsonObject(const JsonObject&)>;

    /// Listens at `path` and calls `answer` on threads of its own, for several requests at once: a reload waits for a
    /// command that switches a plugin, and that one for its answer. What it throws becomes {"error": message}. Each
    /// reply has `about` as its member "server". Replaces a socket that a killed server left: check first that none is
    /// running. Throws std::runtime_error when the path cannot be bound.
    AdminSocket(std::string path, JsonObject about, Answer answer);
    ~AdminSocket();

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// The server ended while it was asked.
class ServerEnded : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Sends one request to a running server; nothing when none listens at `path`. Throws ServerEnded when the connection
/// breaks, std::runtime_error when this user may not open the socket, or no result comes within `patience`: switching a
/// plugin off waits for its running requests.
std::optional<JsonObject> askRunningServer(const std::string& path, const JsonObject& request,
                                           std::chrono::seconds patience = std::chrono::seconds(60));

/// The path of a data directory's socket. Throws std::runtime_error when it would be too long for the system.
std::string adminSocketPath(const std::string& dataDirectory);

}  // namespace inkwell::kernel
