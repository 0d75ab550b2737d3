#include "delivery.h"

#include <algorithm>
#include <cctype>

#include "inkwell/html.h"

namespace inkwell::dashboard {

namespace {

std::string tidy(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c != ' ' && c != '\t') out.push_back(static_cast<char>(std::tolower(static_cast<unsigned char>(c))));
    }
    return out;
}

bool takes(const std::string& accepted, std::string_view coding) {
    std::size_t begin = 0;
    while (begin <= accepted.size()) {
        const std::size_t end = std::min(accepted.find(',', begin), accepted.size());
        const std::string_view one = std::string_view(accepted).substr(begin, end - begin);
        const std::size_t semicolon = std::min(one.find(';'), one.size());
        if (one.substr(0, semicolon) == coding) {
            const std::string_view quality = one.substr(semicolon);
            return !quality.starts_with(";q=0") || quality.find_first_of("123456789", 4) != std::string_view::npos;
        }
        begin = end + 1;
    }
    return false;
}

}  // namespace

Delivery deliver(const Asset& asset, const std::optional<std::string>& acceptEncoding) {
    const std::string accepted = tidy(acceptEncoding.value_or(""));
    if (takes(accepted, "br")) return {asset.brotli, "br"};
    if (takes(accepted, "gzip")) return {asset.gzip, "gzip"};
    return {asset.text, ""};
}

std::string pageFor(const Asset& page, const Placeholders& placeholders) {
    std::string out(page.text);
    for (const auto& [name, text] : placeholders) {
        const std::string safe = escapedHtml(text);
        for (std::size_t at = out.find(name); at != std::string::npos; at = out.find(name, at + safe.size())) {
            out.replace(at, name.size(), safe);
        }
    }
    return out;
}

}  // namespace inkwell::dashboard
