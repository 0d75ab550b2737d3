#include "email.h"

#include "inkwell/text.h"

namespace inkwell::users {

namespace {

constexpr std::size_t kMaxLocalPartBytes = 64;

// Besides the ASCII ones, the controls U+0080 to U+009F and the no-break space, which are C2 80 to C2 A0 in UTF-8.
bool hasForbiddenCharacter(std::string_view text) {
    constexpr std::string_view kDelimiters = "<>()[],;:\\\"";
    unsigned char previous = 0;
    for (unsigned char c : text) {
        if (c <= 0x20 || c == 0x7F || kDelimiters.find(static_cast<char>(c)) != std::string_view::npos) return true;
        if (previous == 0xC2 && c <= 0xA0) return true;
        previous = c;
    }
    return false;
}

bool hasEmptyLabel(std::string_view dotted) {
    return dotted.empty() || dotted.front() == '.' || dotted.back() == '.' ||
           dotted.find("..") != std::string_view::npos;
}

}  // namespace

std::optional<std::string> parseEmail(std::string_view text) {
    std::size_t at = text.find('@');
    if (text.size() > kMaxEmailBytes || at == std::string_view::npos || text.rfind('@') != at) return std::nullopt;
    if (at > kMaxLocalPartBytes || hasForbiddenCharacter(text)) return std::nullopt;
    if (hasEmptyLabel(text.substr(0, at)) || hasEmptyLabel(text.substr(at + 1))) return std::nullopt;
    return asciiLower(text);
}

}  // namespace inkwell::users
