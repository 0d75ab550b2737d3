#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "inkwell/runtime.h"
#include "kernel/runtime/log.h"

namespace inkwell::kernel {

/// One line of the log before it is written. No line end: the sink adds it.
struct LogLine {
    std::int64_t timeMs;
    LogLevel level;
    std::string_view component;
    std::string_view requestId;  // "" outside a request
    std::string_view message;
    std::string_view traceId = {}, parentId = {};  // "" outside a trace
};

// The four forms of a line; any thread. Whatever could end a line, steer a terminal, reverse the reading direction or
// is no valid UTF-8 is escaped, so that nobody can forge lines through a title or a header.

/// "2026-01-31T09:30:00.000Z info  objects [request id] message", or "[request id trace=trace id]"
std::string textLine(const LogLine& line);
/// {"time","level","component","request_id","trace_id","parent_id","message"}; request_id only inside a request, the
/// other ids only inside a trace.
std::string jsonLine(const LogLine& line);
std::string textAccessLine(std::int64_t timeMs, const AccessLogLine& line);
/// {"time","level","component":"access","method","route","status","bytes","ms","request_id","trace_id","parent_id",
/// "address","plugin"}
std::string jsonAccessLine(std::int64_t timeMs, const AccessLogLine& line);

std::string_view levelName(LogLevel level);

/// `text` with U+FFFD in place of every byte that is no valid UTF-8. Any thread.
std::string validUtf8(std::string_view text);

}  // namespace inkwell::kernel
