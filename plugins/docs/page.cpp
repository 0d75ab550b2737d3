#include "page.h"

#include "inkwell/text.h"

namespace inkwell::docs {

std::string textFor(const File& file, const std::string& baseUrl) {
    std::string text(file.text);
    const std::string prefix = pathOfAddress(baseUrl);
    if (!file.isPage || prefix.empty()) return text;
    const std::string local = "=\"/";
    for (std::size_t at = text.find(local); at != std::string::npos; at = text.find(local, at + prefix.size() + 1)) {
        text.insert(at + 2, prefix);
    }
    return text;
}

}  // namespace inkwell::docs
