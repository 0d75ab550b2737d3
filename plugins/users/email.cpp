#include "email.h"

#include <algorithm>

#include "inkwell/text.h"

namespace inkwell::users {

namespace {

constexpr std::size_t kMaxLocalPartBytes = 64;

bool isAllowed(char c) {
    constexpr std::string_view kDelimiters = "<>()[],;:\\\"";
    return c > 0x20 && c < 0x7F && kDelimiters.find(c) == std::string_view::npos;
}

bool hasEmptyLabel(std::string_view dotted) {
    return dotted.empty() || dotted.front() == '.' || dotted.back() == '.' ||
           dotted.find("..") != std::string_view::npos;
}

}  // namespace

std::optional<std::string> parseEmail(std::string_view text) {
    std::size_t at = text.find('@');
    if (text.size() > kMaxEmailBytes || at == std::string_view::npos || text.rfind('@') != at) return std::nullopt;
    if (at > kMaxLocalPartBytes || !std::all_of(text.begin(), text.end(), isAllowed)) return std::nullopt;
    if (hasEmptyLabel(text.substr(0, at)) || hasEmptyLabel(text.substr(at + 1))) return std::nullopt;
    return asciiLower(text);
}

}  // namespace inkwell::users
