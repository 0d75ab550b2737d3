#include "kernel/runtime/log.h"

#include <fcntl.h>
#include <spdlog/logger.h>
#include <unistd.h>

#include <mutex>
#include <stdexcept>

#include "kernel/runtime/crash_report.h"
#include "kernel/runtime/log_format.h"
#include "kernel/runtime/log_line.h"
#include "kernel/runtime/log_sink.h"

namespace inkwell::kernel {

namespace {

thread_local std::string threadRequestId;
thread_local TraceContext threadTrace;

LoggedRequest requestOfThread() { return {threadRequestId, threadTrace.traceId, threadTrace.parentId}; }

// Immutable once it is published, so that a line being written while the log is set up anew goes whole to the old or
// the new.
struct LogTarget {
    LogTarget(const std::string& file, LogForm givenForm, LogLevel lowest)
        : form(givenForm), writer(std::make_shared<LineWriter>(file)) {
        lines.set_level(spdlogLevel(lowest));
        access.set_level(spdlogLevel(lowest));
        if (!file.empty()) descriptor = ::open(file.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
    }
    ~LogTarget() {
        if (descriptor >= 0) ::close(descriptor);
    }
    LogTarget(const LogTarget&) = delete;
    LogTarget& operator=(const LogTarget&) = delete;

    const LogForm form;
    const std::shared_ptr<LineWriter> writer;
    int descriptor = -1;  // of the same file, for the last line of a crash
    mutable LineSink lines{writer, lineFormatter(form, requestOfThread)};
    mutable spdlog::logger access{"access", std::make_shared<LineSink>(writer, accessFormatter(form))};
};

std::shared_ptr<const LogTarget>& targetSlot() {
    // Never destroyed: threads may log until the process is gone.
    static auto* const slot =
        new std::shared_ptr<const LogTarget>(std::make_shared<const LogTarget>("", LogForm::Text, LogLevel::Info));
    return *slot;
}

// What the loggers of all components share: it knows the log as it is set up now.
class CurrentSink : public spdlog::sinks::base_sink<spdlog::details::null_mutex> {
private:
    void sink_it_(const spdlog::details::log_msg& message) override {
        const std::shared_ptr<const LogTarget> target = std::atomic_load(&targetSlot());
        if (target->lines.should_log(message.level)) target->lines.log(message);
    }
    void flush_() override {}
};

spdlog::logger makeLogger(std::string component) {
    static const auto* const sink = new std::shared_ptr<CurrentSink>(std::make_shared<CurrentSink>());
    spdlog::logger logger(std::move(component), *sink);
    logger.set_level(spdlog::level::trace);  // log.level may change later, and is the sink's
    return logger;
}

LogLevel parseLevel(const std::string& name) {
    for (const LogLevel level : {LogLevel::Debug, LogLevel::Info, LogLevel::Warn, LogLevel::Error}) {
        if (levelName(level) == name) return level;
    }
    throw std::runtime_error("log.level must be debug, info, warn or error, not '" + name + "'");
}

std::shared_ptr<const LogTarget> makeTarget(const std::string& file, LogForm form, LogLevel lowest) {
    try {
        return std::make_shared<const LogTarget>(file, form, lowest);
    } catch (const spdlog::spdlog_ex& error) {
        throw std::runtime_error("the log file '" + file + "' cannot be opened: " + error.what());
    }
}

struct LineCounts {
    std::mutex mutex;
    std::map<std::pair<std::string, LogLevel>, std::uint64_t> byComponent;
};

LineCounts& lineCounts() {
    static auto* const counts = new LineCounts;  // as long as the log itself
    return *counts;
}

void countLine(const std::string& component, LogLevel level) {
    if (level < LogLevel::Warn) return;
    LineCounts& counts = lineCounts();
    const std::lock_guard lock(counts.mutex);
    ++counts.byComponent[{component, level}];
}

class ComponentLog : public Log {
public:
    explicit ComponentLog(std::string component) : logger_(makeLogger(std::move(component))) {}

    void write(LogLevel level, std::string_view text) noexcept override {
        try {
            countLine(logger_.name(), level);
            logger_.log(spdlogLevel(level), spdlog::string_view_t(text.data(), text.size()));
        } catch (...) {
            // A log that cannot be written must not stop the work it tells of.
        }
    }

private:
    spdlog::logger logger_;
};

}  // namespace

std::function<void()> prepareLog(const LogOptions& options) {
    if (options.format != "text" && options.format != "json")
        throw std::runtime_error("log.format must be text or json, not '" + options.format + "'");
    const LogLevel lowest = parseLevel(options.level);
    const LogForm form = options.format == "json" ? LogForm::Json : LogForm::Text;
    return [target = makeTarget(options.file, form, lowest)] {
        directCrashReport(target->descriptor, target->form == LogForm::Json);
        std::atomic_store(&targetSlot(), target);
    };
}

void configureLog(const LogOptions& options) { prepareLog(options)(); }

std::map<std::pair<std::string, LogLevel>, std::uint64_t> logLineCounts() {
    LineCounts& counts = lineCounts();
    const std::lock_guard lock(counts.mutex);
    return counts.byComponent;
}

std::unique_ptr<Log> makeLog(std::string component) { return std::make_unique<ComponentLog>(std::move(component)); }

Log& kernelLog() {
    static Log* const log = makeLog("kernel").release();
    return *log;
}

bool threadServesRequest() noexcept { return !threadRequestId.empty(); }

LogRequestScope::LogRequestScope(std::string requestId, TraceContext trace)
    : outer_(std::exchange(threadRequestId, std::move(requestId))),
      outerTrace_(std::exchange(threadTrace, std::move(trace))) {}

LogRequestScope::~LogRequestScope() {
    threadRequestId = std::move(outer_);
    threadTrace = std::move(outerTrace_);
}

void writeAccessLog(const AccessLogLine& line) noexcept {
    try {
        const std::shared_ptr<const LogTarget> target = std::atomic_load(&targetSlot());
        if (!target->access.should_log(spdlog::level::info)) return;
        spdlog::memory_buf_t text;
        appendAccess(text, line, target->form);
        if (target->access.should_log(spdlog::level::debug)) appendIgnored(text, line, target->form);
        target->access.log(spdlog::level::info, spdlog::string_view_t(text.data(), text.size()));
    } catch (...) {
        // As above.
    }
}

}  // namespace inkwell::kernel
