#include "kernel/http/shared_caching.h"

#include <algorithm>

#include "inkwell/text.h"

namespace inkwell::kernel {

std::string sharedCacheControl(const Config::Http& http) {
    if (http.sharedCacheSeconds == 0) return {};
    // max-age: what a browser keeps no purge reaches.
    return "public, max-age=0, s-maxage=" + std::to_string(http.sharedCacheSeconds) +
           ", stale-while-revalidate=" + std::to_string(http.staleWhileRevalidateSeconds);
}

bool isPublicRead(const RequestParts& parts) {
    const Access& access = parts.access;
    // A token of the bucket may come in place of the read key.
    if (parts.method != Method::Get || !access.actor().empty() || !parts.bucket) return false;
    const bool tellsWho = std::any_of(parts.headers.begin(), parts.headers.end(),
                                      [](const auto& header) { return asciiLower(header.first) == "authorization"; });
    if (tellsWho) return false;
    bool hasReadKey = false;
    for (const auto& [name, value] : parts.query) {
        hasReadKey = hasReadKey || (name == "read_key" && !value.empty());
        if (name == "status" && value != "published") return false;
        if (name == "use_cache" && value != "true") return false;
    }
    return hasReadKey;
}

}  // namespace inkwell::kernel
