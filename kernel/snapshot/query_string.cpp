#include "kernel/snapshot/query_string.h"

#include "inkwell/error.h"
#include "kernel/runtime/clean_text.h"

namespace inkwell::kernel {

namespace {

int hexValue(char c) noexcept {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

}  // namespace

std::string percentDecode(std::string_view text, bool plusIsSpace) {
    std::string decoded;
    decoded.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const bool escape = c == '%' && i + 2 < text.size() && hexValue(text[i + 1]) >= 0 && hexValue(text[i + 2]) >= 0;
        if (escape) {
            decoded += static_cast<char>(hexValue(text[i + 1]) * 16 + hexValue(text[i + 2]));
            i += 2;
        } else {
            decoded += plusIsSpace && c == '+' ? ' ' : c;
        }
    }
    return decoded;
}

std::vector<std::pair<std::string, std::string>> parseQueryString(std::string_view text) {
    std::vector<std::pair<std::string, std::string>> pairs;
    while (!text.empty()) {
        const std::size_t end = text.find('&');
        const std::string_view pair = text.substr(0, end);
        text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
        if (pair.empty()) continue;
        const std::size_t equals = pair.find('=');
        std::string name = percentDecode(pair.substr(0, equals), true);
        if (!isCleanText(name)) throw ApiError::badRequest("a query parameter's name is not valid UTF-8");
        std::string value =
            equals == std::string_view::npos ? std::string{} : percentDecode(pair.substr(equals + 1), true);
        if (!isCleanText(value)) {
            throw ApiError::badRequest("query parameter '" + name + "' is not valid UTF-8 or contains NUL");
        }
        pairs.emplace_back(std::move(name), std::move(value));
    }
    return pairs;
}

std::pair<std::string_view, std::string_view> splitTarget(std::string_view target) noexcept {
    const std::size_t question = target.find('?');
    std::string_view path = target.substr(0, question);
    const std::string_view query =
        question == std::string_view::npos ? std::string_view{} : target.substr(question + 1);
    const std::size_t scheme = path.find("://");
    if (!path.empty() && path.front() != '/' && scheme != std::string_view::npos) {
        const std::size_t slash = path.find('/', scheme + 3);
        path = slash == std::string_view::npos ? std::string_view("/") : path.substr(slash);
    }
    return {path, query};
}

}  // namespace inkwell::kernel
