#include "inkwell/http.h"
#include "inkwell/text.h"

namespace inkwell {

std::string_view bearerToken(std::string_view authorization) noexcept {
    constexpr std::string_view kScheme = "bearer";
    std::string_view text = trimmed(authorization);
    for (std::size_t i = 0; i < kScheme.size(); ++i)
        if (i >= text.size() || (text[i] | 0x20) != kScheme[i]) return text;
    std::string_view rest = text.substr(kScheme.size());
    bool schemeEnds = rest.empty() || rest.front() == ' ' || rest.front() == '\t';
    return schemeEnds ? trimmed(rest) : text;
}

}  // namespace inkwell
