#include "messages.h"

#include <algorithm>

#include "inkwell/text.h"

namespace inkwell::metafields {

namespace {

constexpr std::size_t kMaxQuotedBytes = 100;
constexpr std::size_t kMaxListed = 30;

}  // namespace

std::string quoted(std::string_view text) { return quotedText(text, kMaxQuotedBytes); }

std::string mustBe(std::string_view what, const Json& given) {
    return "must be " + std::string(what) + ", not " + std::string(jsonKindName(given));
}

std::string quotedList(const std::vector<std::string_view>& texts, std::size_t others) {
    std::string list;
    const std::size_t listed = std::min(texts.size(), kMaxListed);
    for (std::size_t i = 0; i < listed; ++i) list += (list.empty() ? "" : ", ") + quoted(texts[i]);
    others += texts.size() - listed;
    if (others != 0) list += " and " + std::to_string(others) + " more";
    return list;
}

std::string missingType(std::string_view key, const JsonArray* templates) {
    if (templates == nullptr || key.empty()) return {};
    // Each of thousands may be unknown among thousands.
    std::vector<std::string_view> keys;
    const std::size_t named = std::min(templates->size(), kMaxListed);
    for (std::size_t i = 0; i < named; ++i)
        if (const JsonObject* field = (*templates)[i].if_object()) keys.push_back(textOf(*field, "key"));
    return "is required: the type of the object defines no metafield " + quoted(key) + " here" +
           (keys.empty() ? "" : "; it defines " + quotedList(keys, templates->size() - named));
}

}  // namespace inkwell::metafields
