#include "kernel/runtime/log_format.h"

#include <spdlog/fmt/fmt.h>
#include <spdlog/pattern_formatter.h>

#include <iterator>

#include "kernel/runtime/log_line.h"

namespace inkwell::kernel {

namespace {

using Buffer = spdlog::memory_buf_t;
using Message = spdlog::details::log_msg;

// %K level, %N component, %Q request, %V message: ours, because spdlog's say "warning" and escape nothing.
constexpr const char* kTextPattern = "%Y-%m-%dT%H:%M:%S.%eZ %-5K %N%Q %V";
constexpr const char* kJsonPattern =
    R"({"time":"%Y-%m-%dT%H:%M:%S.%eZ","level":"%K","component":"%N"%Q,"message":"%V"})";
constexpr const char* kTextAccessPattern = "%Y-%m-%dT%H:%M:%S.%eZ %-5K access%v";
constexpr const char* kJsonAccessPattern = R"({"time":"%Y-%m-%dT%H:%M:%S.%eZ","level":"%K","component":"access"%v})";

void append(Buffer& out, std::string_view text) { out.append(text.data(), text.data() + text.size()); }

void appendEscaped(Buffer& out, std::string_view text, LogForm form) {
    while (!text.empty()) {
        const std::string_view safe = safeStart(text);
        append(out, safe);
        text.remove_prefix(safe.size());
        if (text.empty()) return;
        std::size_t length = 0;
        append(out, escapeOf(text, form == LogForm::Json, length));
        text.remove_prefix(length);
    }
}

void appendMember(Buffer& out, std::string_view name, std::string_view value) {
    append(out, ",\"");
    append(out, name);
    append(out, "\":\"");
    appendEscaped(out, value, LogForm::Json);
    append(out, "\"");
}

void appendMembers(Buffer& out, const LoggedRequest& request) {
    if (!request.id.empty()) appendMember(out, "request_id", request.id);
    if (request.traceId.empty()) return;
    appendMember(out, "trace_id", request.traceId);
    appendMember(out, "parent_id", request.parentId);
}

void appendWords(Buffer& out, const LoggedRequest& request) {
    if (request.id.empty()) return;
    append(out, " [");
    appendEscaped(out, request.id, LogForm::Text);
    if (!request.traceId.empty()) {
        append(out, " trace=");
        appendEscaped(out, request.traceId, LogForm::Text);
    }
    append(out, "]");
}

LogLevel levelOf(spdlog::level::level_enum level) {
    if (level >= spdlog::level::err) return LogLevel::Error;
    if (level == spdlog::level::warn) return LogLevel::Warn;
    return level == spdlog::level::info ? LogLevel::Info : LogLevel::Debug;
}

class LevelFlag : public spdlog::custom_flag_formatter {
public:
    void format(const Message& message, const std::tm&, Buffer& out) override {
        const std::string_view name = levelName(levelOf(message.level));
        append(out, name);
        for (std::size_t width = name.size(); width < padinfo_.width_; ++width) out.push_back(' ');
    }
    std::unique_ptr<custom_flag_formatter> clone() const override { return std::make_unique<LevelFlag>(*this); }
};

/// A text of the message, escaped.
class TextFlag : public spdlog::custom_flag_formatter {
public:
    TextFlag(spdlog::string_view_t Message::*text, LogForm form) : text_(text), form_(form) {}
    void format(const Message& message, const std::tm&, Buffer& out) override {
        const spdlog::string_view_t text = message.*text_;
        appendEscaped(out, {text.data(), text.size()}, form_);
    }
    std::unique_ptr<custom_flag_formatter> clone() const override { return std::make_unique<TextFlag>(*this); }

private:
    spdlog::string_view_t Message::*text_;
    LogForm form_;
};

class RequestFlag : public spdlog::custom_flag_formatter {
public:
    RequestFlag(LoggedRequest (*request)(), LogForm form) : request_(request), form_(form) {}
    void format(const Message&, const std::tm&, Buffer& out) override {
        form_ == LogForm::Json ? appendMembers(out, request_()) : appendWords(out, request_());
    }
    std::unique_ptr<custom_flag_formatter> clone() const override { return std::make_unique<RequestFlag>(*this); }

private:
    LoggedRequest (*request_)();
    LogForm form_;
};

std::unique_ptr<spdlog::pattern_formatter> formatterOf(const char* pattern,
                                                       spdlog::pattern_formatter::custom_flags flags) {
    flags['K'] = std::make_unique<LevelFlag>();
    return std::make_unique<spdlog::pattern_formatter>(pattern, spdlog::pattern_time_type::utc, "\n", std::move(flags));
}

}  // namespace

std::unique_ptr<spdlog::formatter> lineFormatter(LogForm form, LoggedRequest (*request)()) {
    spdlog::pattern_formatter::custom_flags flags;
    flags['N'] = std::make_unique<TextFlag>(&Message::logger_name, form);
    flags['Q'] = std::make_unique<RequestFlag>(request, form);
    flags['V'] = std::make_unique<TextFlag>(&Message::payload, form);
    return formatterOf(form == LogForm::Json ? kJsonPattern : kTextPattern, std::move(flags));
}

std::unique_ptr<spdlog::formatter> accessFormatter(LogForm form) {
    return formatterOf(form == LogForm::Json ? kJsonAccessPattern : kTextAccessPattern, {});
}

void appendAccess(Buffer& out, const AccessLogLine& line, LogForm form) {
    const LoggedRequest request{line.requestId, line.traceId, line.parentId};
    if (form == LogForm::Json) {
        appendMember(out, "method", line.method);
        appendMember(out, "route", line.route);
        fmt::format_to(std::back_inserter(out), R"(,"status":{},"bytes":{},"ms":{:.3f})", line.status, line.bytes,
                       line.milliseconds);
        appendMembers(out, request);
        appendMember(out, "address", line.clientAddress);
        appendMember(out, "plugin", line.plugin);
        return;
    }
    const auto word = [&out](std::string_view name, std::string_view value) {
        if (value.empty()) return;
        append(out, name);
        appendEscaped(out, value, LogForm::Text);
    };
    appendWords(out, request);
    word(" ", line.method);
    word(" ", line.route);
    fmt::format_to(std::back_inserter(out), " {} {}B {:.3f}ms", line.status, line.bytes, line.milliseconds);
    word(" address=", line.clientAddress);
    word(" plugin=", line.plugin);
}

void appendIgnored(Buffer& out, const AccessLogLine& line, LogForm form) {
    if (line.ignored.empty()) return;
    if (form == LogForm::Json) return appendMember(out, "ignored", line.ignored);
    append(out, " ignored=");
    appendEscaped(out, line.ignored, form);
}

spdlog::level::level_enum spdlogLevel(LogLevel level) {
    switch (level) {
        case LogLevel::Debug:
            return spdlog::level::debug;
        case LogLevel::Info:
            return spdlog::level::info;
        case LogLevel::Warn:
            return spdlog::level::warn;
        case LogLevel::Error:
            return spdlog::level::err;
    }
    return spdlog::level::err;
}

}  // namespace inkwell::kernel
