#include "kernel/runtime/trace_context.h"

#include <algorithm>

namespace inkwell::kernel {

namespace {

// "00-" trace id "-" parent id "-" flags
constexpr std::size_t kTraceAt = 3;
constexpr std::size_t kTraceLength = 32;
constexpr std::size_t kParentAt = kTraceAt + kTraceLength + 1;
constexpr std::size_t kParentLength = 16;
constexpr std::size_t kFlagsAt = kParentAt + kParentLength + 1;
constexpr std::size_t kLength = kFlagsAt + 2;

bool isHex(std::string_view text) {
    return std::all_of(text.begin(), text.end(),
                       [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

bool isZero(std::string_view text) { return text.find_first_not_of('0') == std::string_view::npos; }

}  // namespace

TraceContext parseTraceparent(std::string_view header) {
    if (header.size() < kLength) return {};
    const std::string_view version = header.substr(0, 2);
    const std::string_view trace = header.substr(kTraceAt, kTraceLength);
    const std::string_view parent = header.substr(kParentAt, kParentLength);
    const bool cut = header[kTraceAt - 1] == '-' && header[kParentAt - 1] == '-' && header[kFlagsAt - 1] == '-';
    if (!cut || !isHex(version) || !isHex(trace) || !isHex(parent) || !isHex(header.substr(kFlagsAt, 2))) return {};
    if (version == "ff" || isZero(trace) || isZero(parent)) return {};
    // Later versions may say more, after a hyphen.
    const bool more = header.size() > kLength;
    if (more && (version == "00" || header[kLength] != '-')) return {};
    return {std::string(trace), std::string(parent)};
}

}  // namespace inkwell::kernel
