#include "inkwell/media_address.h"

namespace inkwell {

namespace {

constexpr std::string_view kNotInAddress = "\"'<>()[]{}\\ \t\r\n,;|`=";

}  // namespace

std::optional<std::size_t> baseBefore(std::string_view text, std::size_t at, std::string_view baseUrl) {
    if (baseUrl.empty()) return 0;
    const std::string_view before = text.substr(0, at);
    if (before.ends_with(baseUrl)) return baseUrl.size();
    const std::size_t end = before.find_last_of(kNotInAddress);
    const std::string_view own = end == std::string_view::npos ? before : before.substr(end + 1);
    return own.find("//") == std::string_view::npos ? std::optional<std::size_t>(0) : std::nullopt;
}

}  // namespace inkwell
