#pragma once

#include <optional>
#include <string>

#include "inkwell/json.h"
#include "kernel/config/config.h"

namespace inkwell::kernel {

/// The exit code of a command that no server answered: what it changed holds from the next start on.
inline constexpr int kWaitsForNextStart = 3;

/// The server that runs on the data directory of a configuration, if one does. Commands ask it, and say on standard
/// error which configuration and which server that was: standard output is for their results. One thread.
class AddressedServer {
public:
    /// Reads the data directory from the configuration. Throws ConfigError.
    explicit AddressedServer(const std::string& configFile);

    /// As askRunningServer; the first call prints the line about configuration and server, also when it throws.
    std::optional<JsonObject> ask(const JsonObject& request);

private:
    void announce(const std::string& server);
    void warnOfAnother(const JsonObject& reply) const;

    std::string configFile_;     // absolute
    std::string dataDirectory_;  // as configured: the path of a socket must be short
    bool isAnnounced_ = false;
};

/// What a server says of itself in each reply of its admin socket, as the member "server".
JsonObject describeServer(const std::string& address, const std::string& configFile);

/// That member of a reply as "the server at http://127.0.0.1:8080 (process 4711)".
std::string serverText(const JsonObject& reply);

/// The line of a command that opens the database itself, whether or not a server runs.
void announceDatabase(const Config& config, const std::string& configFile);

}  // namespace inkwell::kernel
