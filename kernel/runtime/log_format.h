#pragma once

#include <spdlog/common.h>
#include <spdlog/formatter.h>

#include <memory>
#include <string_view>

#include "inkwell/runtime.h"
#include "kernel/runtime/log.h"

namespace inkwell::kernel {

// The forms of a line, for the sinks of spdlog. The logger's name is the component. Whatever could end a line, control
// a terminal or reverse the reading direction is escaped, as is invalid UTF-8, so that nobody can forge lines through a
// title or a header.

enum class LogForm { Text, Json };

/// The request that a thread works for; the texts live while the line is written.
struct LoggedRequest {
    std::string_view id;                 // "" outside a request
    std::string_view traceId, parentId;  // "" outside a trace
};

/// Text: "2026-01-31T09:30:00.000Z info  objects [request id] message", or "[request id trace=trace id]".
/// JSON: {"time","level","component","request_id","trace_id","parent_id","message"}; request_id only inside a request,
/// the other ids only inside a trace. `request` is called on the thread that logs. One thread at a time.
std::unique_ptr<spdlog::formatter> lineFormatter(LogForm form, LoggedRequest (*request)());

/// For lines whose message appendAccess has made in the same form. One thread at a time.
std::unique_ptr<spdlog::formatter> accessFormatter(LogForm form);

/// Text: " [request id] GET /route 200 2531B 1.500ms address=... plugin=...". JSON: the members "method","route",
/// "status","bytes","ms","request_id","trace_id","parent_id","address","plugin". Any thread.
void appendAccess(spdlog::memory_buf_t& out, const AccessLogLine& line, LogForm form);

/// Adds to that " ignored=..." or the member "ignored"; nothing when nothing was ignored. Any thread.
void appendIgnored(spdlog::memory_buf_t& out, const AccessLogLine& line, LogForm form);

spdlog::level::level_enum spdlogLevel(LogLevel level);

}  // namespace inkwell::kernel
