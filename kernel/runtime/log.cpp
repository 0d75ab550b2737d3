#include "kernel/runtime/log.h"

#include <spdlog/logger.h>
#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/stdout_sinks.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stdexcept>

#include "kernel/runtime/log_line.h"

namespace inkwell::kernel {

namespace {

// Of lines that wait while another is written; past it threads wait for a slow disk.
constexpr std::size_t kMaxWaitingBytes = 1024 * 1024;

// Only the waiting lines change once it is published, so that a line being written while the log is set up anew goes
// whole to the old or the new.
struct LogTarget {
    LogTarget(std::shared_ptr<spdlog::logger> givenLogger, bool givenJson, LogLevel givenLowest)
        : logger(std::move(givenLogger)), json(givenJson), lowest(givenLowest) {}

    const std::shared_ptr<spdlog::logger> logger;
    const bool json;
    const LogLevel lowest;
    mutable std::mutex mutex;
    mutable std::condition_variable room;
    mutable std::string waiting;
    mutable bool isWriting = false;
};

thread_local std::string threadRequestId;
thread_local TraceContext threadTrace;

std::shared_ptr<const LogTarget> makeTarget(spdlog::sink_ptr sink, bool json, LogLevel lowest) {
    // The line arrives finished; spdlog brings the lock and the file.
    sink->set_pattern("%v");
    auto logger = std::make_shared<spdlog::logger>("inkwell", std::move(sink));
    logger->set_level(spdlog::level::trace);
    logger->flush_on(spdlog::level::trace);
    return std::make_shared<const LogTarget>(std::move(logger), json, lowest);
}

std::shared_ptr<const LogTarget>& targetSlot() {
    // Never destroyed: threads may log until the process is gone.
    static auto* const slot = new std::shared_ptr<const LogTarget>(
        makeTarget(std::make_shared<spdlog::sinks::stderr_sink_mt>(), false, LogLevel::Info));
    return *slot;
}

LogLevel parseLevel(const std::string& name) {
    for (const LogLevel level : {LogLevel::Debug, LogLevel::Info, LogLevel::Warn, LogLevel::Error}) {
        if (levelName(level) == name) return level;
    }
    throw std::runtime_error("log.level must be debug, info, warn or error, not '" + name + "'");
}

spdlog::sink_ptr makeSink(const std::string& file) {
    if (file.empty()) return std::make_shared<spdlog::sinks::stderr_sink_mt>();
    try {
        return std::make_shared<spdlog::sinks::basic_file_sink_mt>(file);
    } catch (const spdlog::spdlog_ex& error) {
        throw std::runtime_error("the log file '" + file + "' cannot be opened: " + error.what());
    }
}

std::int64_t nowMs() {
    const auto sinceEpoch = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::milliseconds>(sinceEpoch).count();
}

// Whoever writes takes along what comes meanwhile: under load threads would else queue at the file, one system call
// after the other. No line waits without somebody at work on it.
void put(const LogTarget& target, const std::string& line) {
    std::unique_lock lock(target.mutex);
    target.room.wait(lock, [&target] { return target.waiting.size() < kMaxWaitingBytes; });
    if (!target.waiting.empty()) target.waiting += '\n';
    target.waiting += line;
    if (target.isWriting) return;
    target.isWriting = true;
    std::string batch;
    while (!target.waiting.empty()) {
        batch.clear();
        batch.swap(target.waiting);
        lock.unlock();
        target.room.notify_all();
        try {
            target.logger->log(spdlog::level::info, batch);
        } catch (...) {
            // The lines are lost, the next ones may not be.
        }
        lock.lock();
    }
    target.isWriting = false;
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
    explicit ComponentLog(std::string component) : component_(std::move(component)) {}

    void write(LogLevel level, std::string_view text) noexcept override {
        try {
            countLine(component_, level);
            const std::shared_ptr<const LogTarget> target = std::atomic_load(&targetSlot());
            if (level < target->lowest) return;
            const LogLine line{
                nowMs(), level, component_, threadRequestId, text, threadTrace.traceId, threadTrace.parentId};
            put(*target, target->json ? jsonLine(line) : textLine(line));
        } catch (...) {
            // A log that cannot be written must not stop the work it tells of.
        }
    }

private:
    std::string component_;
};

}  // namespace

std::function<void()> prepareLog(const LogOptions& options) {
    if (options.format != "text" && options.format != "json")
        throw std::runtime_error("log.format must be text or json, not '" + options.format + "'");
    const LogLevel lowest = parseLevel(options.level);
    return [target = makeTarget(makeSink(options.file), options.format == "json", lowest)] {
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
        if (target->lowest > LogLevel::Info) return;
        put(*target, target->json ? jsonAccessLine(nowMs(), line) : textAccessLine(nowMs(), line));
    } catch (...) {
        // As above.
    }
}

}  // namespace inkwell::kernel
