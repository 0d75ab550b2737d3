#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "inkwell/runtime.h"
#include "kernel/runtime/trace_context.h"

namespace inkwell::kernel {

struct LogOptions {
    std::string format = "text";  // text | json
    std::string level = "info";   // debug | info | warn | error
    std::string file;             // "" is standard error
};

/// Sets up the process's log; may be called again, on any thread. Everything before the first call goes to standard
/// error as text. Throws std::runtime_error for an unknown format or level, or a file that cannot be opened.
void configureLog(const LogOptions& options);

/// configureLog in two steps: opens the file (again, if it was renamed away) and throws like configureLog; calling the
/// result switches the process's log to it and cannot fail.
std::function<void()> prepareLog(const LogOptions& options);

/// A log whose lines carry `component` ("kernel", a plugin's id) and the thread's request id.
std::unique_ptr<Log> makeLog(std::string component);

/// Text for the kernel's own lines.
Log& kernelLog();

/// How many warnings and errors there were since the process began, by component and level, whatever log.level says.
std::map<std::pair<std::string, LogLevel>, std::uint64_t> logLineCounts();

/// Names the request that this thread works for, and its trace, while the object lives.
class LogRequestScope {
public:
    explicit LogRequestScope(std::string requestId, TraceContext trace = {});
    ~LogRequestScope();
    LogRequestScope(const LogRequestScope&) = delete;
    LogRequestScope& operator=(const LogRequestScope&) = delete;

private:
    std::string outer_;
    TraceContext outerTrace_;
};

/// Whether this thread works for a request: whether a LogRequestScope lives on it. Any thread.
bool threadServesRequest() noexcept;

/// One line of the access log. `route` is the template, never the URL: URLs can contain keys.
struct AccessLogLine {
    std::string_view method, route, requestId, clientAddress, plugin;
    int status;
    std::int64_t bytes;
    double milliseconds;
    std::string_view traceId = {}, parentId = {};  // "" outside a trace
    std::string_view ignored = {};                 // parameters that were ignored; written at debug
};
void writeAccessLog(const AccessLogLine& line) noexcept;

}  // namespace inkwell::kernel
