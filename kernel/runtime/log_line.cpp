#include "kernel/runtime/log_line.h"

#include <algorithm>
#include <cstdio>

#include "inkwell/text.h"

namespace inkwell::kernel {

namespace {

struct CodePoint {
    std::uint32_t value;
    std::size_t length;  // 0: no valid UTF-8 begins here
};

CodePoint decode(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char first = byte(0);
    if (first < 0x80) return {first, 1};
    const std::size_t length = first >= 0xF0 && first < 0xF5   ? 4
                               : first >= 0xE0 && first < 0xF0 ? 3
                               : first >= 0xC2 && first < 0xE0 ? 2
                                                               : 0;
    if (length == 0 || text.size() < length) return {0, 0};
    std::uint32_t value = first & (0x7Fu >> length);
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xC0) != 0x80) return {0, 0};
        value = (value << 6) | (byte(i) & 0x3Fu);
    }
    constexpr std::uint32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
    const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
    if (value < kSmallest[length] || value > 0x10FFFF || surrogate) return {0, 0};
    return {value, length};
}

bool isSafe(std::uint32_t codePoint) {
    const bool control = codePoint < 0x20 || (codePoint >= 0x7F && codePoint <= 0x9F);
    const bool separatorOrDirection =
        (codePoint >= 0x2028 && codePoint <= 0x202E) || (codePoint >= 0x2066 && codePoint <= 0x2069);
    return !control && !separatorOrDirection;
}

// Both forms write escapes as JSON does; a quote needs one only inside JSON. The backslash always does, or "\n" from a
// client would look like our escape.
void appendEscaped(std::string& out, std::string_view text, bool json) {
    for (std::size_t i = 0; i < text.size();) {
        const CodePoint point = decode(text.substr(i));
        char escape[8] = "";
        if (point.length == 0) {
            std::snprintf(escape, sizeof escape, "\\ufffd");
        } else if (!isSafe(point.value)) {
            std::snprintf(escape, sizeof escape, "\\u%04x", point.value);
        } else if (point.value == '\\' || (json && point.value == '"')) {
            out += '\\';
        }
        if (escape[0] != '\0') {
            out += escape;
        } else {
            out.append(text, i, point.length);
        }
        i += point.length == 0 ? 1 : point.length;
    }
}

void appendMember(std::string& out, std::string_view name, std::string_view value) {
    out += out.empty() ? "{\"" : ",\"";
    out += name;
    out += "\":\"";
    appendEscaped(out, value, true);
    out += '"';
}

void appendNumber(std::string& out, std::string_view name, const std::string& value) {
    out += ",\"";
    out += name;
    out += "\":" + value;
}

std::string msText(double milliseconds) {
    char text[32];
    std::snprintf(text, sizeof text, "%.3f", milliseconds);
    return text;
}

std::string lineStart(std::int64_t timeMs, LogLevel level, std::string_view component) {
    std::string out = isoTime(timeMs) + " ";
    out += levelName(level);
    out.append(6 - levelName(level).size(), ' ');
    appendEscaped(out, component, false);
    return out;
}

std::string objectStart(std::int64_t timeMs, LogLevel level, std::string_view component) {
    std::string out;
    appendMember(out, "time", isoTime(timeMs));
    appendMember(out, "level", levelName(level));
    appendMember(out, "component", component);
    return out;
}

void appendTrace(std::string& out, std::string_view traceId, std::string_view parentId) {
    if (traceId.empty()) return;
    appendMember(out, "trace_id", traceId);
    appendMember(out, "parent_id", parentId);
}

void appendRequest(std::string& out, std::string_view requestId, std::string_view traceId) {
    if (requestId.empty()) return;
    out += " [";
    appendEscaped(out, requestId, false);
    if (!traceId.empty()) {
        out += " trace=";
        appendEscaped(out, traceId, false);
    }
    out += ']';
}

}  // namespace

std::string validUtf8(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = decode(text.substr(i)).length;
        out.append(length == 0 ? "\xEF\xBF\xBD" : text.substr(i, length));
        i += std::max<std::size_t>(length, 1);
    }
    return out;
}

std::string_view levelName(LogLevel level) {
    switch (level) {
        case LogLevel::Debug:
            return "debug";
        case LogLevel::Info:
            return "info";
        case LogLevel::Warn:
            return "warn";
        case LogLevel::Error:
            return "error";
    }
    return "error";
}

std::string textLine(const LogLine& line) {
    std::string out = lineStart(line.timeMs, line.level, line.component);
    appendRequest(out, line.requestId, line.traceId);
    out += ' ';
    appendEscaped(out, line.message, false);
    return out;
}

std::string jsonLine(const LogLine& line) {
    std::string out = objectStart(line.timeMs, line.level, line.component);
    if (!line.requestId.empty()) appendMember(out, "request_id", line.requestId);
    appendTrace(out, line.traceId, line.parentId);
    appendMember(out, "message", line.message);
    return out + "}";
}

std::string textAccessLine(std::int64_t timeMs, const AccessLogLine& line) {
    std::string out = lineStart(timeMs, LogLevel::Info, "access");
    const auto word = [&out](std::string_view name, std::string_view value) {
        if (value.empty()) return;
        out += ' ';
        out += name;
        appendEscaped(out, value, false);
    };
    appendRequest(out, line.requestId, line.traceId);
    word("", line.method);
    word("", line.route);
    out +=
        " " + std::to_string(line.status) + " " + std::to_string(line.bytes) + "B " + msText(line.milliseconds) + "ms";
    word("address=", line.clientAddress);
    word("plugin=", line.plugin);
    return out;
}

std::string jsonAccessLine(std::int64_t timeMs, const AccessLogLine& line) {
    std::string out = objectStart(timeMs, LogLevel::Info, "access");
    appendMember(out, "method", line.method);
    appendMember(out, "route", line.route);
    appendNumber(out, "status", std::to_string(line.status));
    appendNumber(out, "bytes", std::to_string(line.bytes));
    appendNumber(out, "ms", msText(line.milliseconds));
    appendMember(out, "request_id", line.requestId);
    appendTrace(out, line.traceId, line.parentId);
    appendMember(out, "address", line.clientAddress);
    appendMember(out, "plugin", line.plugin);
    return out + "}";
}

}  // namespace inkwell::kernel
