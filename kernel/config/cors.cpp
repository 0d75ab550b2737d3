#include "kernel/config/cors.h"

#include <algorithm>
#include <regex>

#include "inkwell/text.h"

namespace inkwell::kernel {

namespace {

// What a page may read beside the headers that every page may.
constexpr const char* kExposed =
    "ETag, X-Request-Id, Location, Allow, Retry-After, RateLimit, RateLimit-Policy, Accept-Ranges, Content-Range, "
    "Upload-Offset, Upload-Length, Upload-Metadata, Upload-Expires, Tus-Resumable, Tus-Version, Tus-Extension, "
    "Tus-Max-Size, Inkwell-Media-Id, Inkwell-Ignored, Idempotent-Replayed";

bool isHeaderList(const std::string& text) {
    return std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
               c == ',' || c == ' ';
    });
}

bool has(const Cors::Headers& headers, const std::string& wanted) {
    return std::any_of(headers.begin(), headers.end(),
                       [&](const auto& header) { return asciiLower(header.first) == wanted; });
}

void addVary(Cors::Headers& headers) {
    for (auto& [name, value] : headers) {
        if (asciiLower(name) != "vary") continue;
        value += ", Origin";
        return;
    }
    headers.emplace_back("Vary", "Origin");
}

}  // namespace

bool isCorsOrigin(const std::string& text) {
    static const std::regex origin(R"([a-z][a-z0-9+.-]*://([a-z0-9._-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?)");
    return text == "*" || std::regex_match(text, origin);
}

Cors::Cors(std::vector<std::string> origins, std::int64_t maxAgeSeconds)
    : origins_(std::move(origins)),
      everyone_(std::find(origins_.begin(), origins_.end(), "*") != origins_.end()),
      maxAgeSeconds_(maxAgeSeconds) {}

bool Cors::allows(const std::string& origin) const {
    return everyone_ || std::find(origins_.begin(), origins_.end(), origin) != origins_.end();
}

void Cors::addTo(Headers& headers, const std::string& origin) const {
    if (origins_.empty() || has(headers, "access-control-allow-origin")) return;
    // A cache between, or the browser's, must not give one origin the answer for another. With one answer for all of
    // them it may have been asked by what sends no Origin, such as a picture or a script of another server.
    if (!everyone_) addVary(headers);
    if (!allows(origin)) return;
    headers.emplace_back("Access-Control-Allow-Origin", everyone_ ? "*" : origin);
    headers.emplace_back("Access-Control-Expose-Headers", kExposed);
}

void Cors::addPreflightTo(Headers& headers, const std::string& origin, const std::string& methods,
                          const std::string& wanted) const {
    if (origin.empty() || !allows(origin)) return;
    headers.emplace_back("Access-Control-Allow-Methods", methods);
    if (!wanted.empty() && isHeaderList(wanted)) headers.emplace_back("Access-Control-Allow-Headers", wanted);
    headers.emplace_back("Access-Control-Max-Age", std::to_string(maxAgeSeconds_));
}

}  // namespace inkwell::kernel
