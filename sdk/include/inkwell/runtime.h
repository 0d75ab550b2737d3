#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "inkwell/export.h"

namespace inkwell {

/// Wall clock in UTC milliseconds; replaced in tests. Any thread.
class INKWELL_API Clock {
public:
    virtual ~Clock() = default;
    virtual std::int64_t nowMs() const = 0;
};

/// New ids: 24 lower-case hex digits, ordered by time and unique across servers. Any thread.
class INKWELL_API Ids {
public:
    virtual ~Ids() = default;
    virtual std::string next() = 0;
};

enum class LogLevel { Debug, Info, Warn, Error };

/// The plugin's log; lines carry its id and, on a request thread, the request id. Never pass keys, tokens or
/// passwords. Any thread; never throws.
class INKWELL_API Log {
public:
    virtual ~Log() = default;
    virtual void write(LogLevel level, std::string_view text) noexcept = 0;
    void info(std::string_view text) noexcept { write(LogLevel::Info, text); }
    void warn(std::string_view text) noexcept { write(LogLevel::Warn, text); }
    void error(std::string_view text) noexcept { write(LogLevel::Error, text); }
};

/// Facts about this server that appear in responses.
struct ServerInfo {
    std::string version;
    std::string baseUrl;  // no slash at the end
    std::string uploadUrl;
    std::string dataDirectory;
    bool hostedClients = false;  // compatibility.hosted_clients
    std::int64_t maxLimit = 1000;
    bool tellsCaches = false;  // http.shared_cache_seconds: answers to readers carry Surrogate-Key
};

}  // namespace inkwell
