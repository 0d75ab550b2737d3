#include "page.h"

#include "inkwell/crypto.h"
#include "inkwell/text.h"

namespace inkwell::docs {

namespace {

constexpr std::size_t kTagBytes = 16;

std::string pathOf(const std::string& url) {
    const std::size_t host = url.find("://");
    const std::size_t slash = host == std::string::npos ? host : url.find('/', host + 3);
    return slash == std::string::npos ? "" : url.substr(slash);
}

}  // namespace

std::string textFor(const File& file, const std::string& baseUrl) {
    std::string text(file.text);
    const std::string prefix = pathOf(baseUrl);
    if (!file.isPage || prefix.empty()) return text;
    const std::string local = "=\"/";
    for (std::size_t at = text.find(local); at != std::string::npos; at = text.find(local, at + prefix.size() + 1)) {
        text.insert(at + 2, prefix);
    }
    return text;
}

std::string tagOf(const std::string& text) {
    return '"' + toHex(std::string_view(Digest::of(text)).substr(0, kTagBytes)) + '"';
}

}  // namespace inkwell::docs
