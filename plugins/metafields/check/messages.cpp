#include "check/messages.h"

#include <algorithm>

namespace inkwell::metafields {

namespace {

constexpr std::size_t kMaxQuotedBytes = 100;
constexpr std::size_t kMaxListed = 30;

bool isContinuation(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

}  // namespace

std::string quoted(std::string_view text) {
    if (text.size() <= kMaxQuotedBytes) return "'" + std::string(text) + "'";
    std::size_t end = kMaxQuotedBytes;
    while (end > 0 && isContinuation(text[end])) --end;
    return "'" + std::string(text.substr(0, end)) + "...'";
}

std::string mustBe(std::string_view what, const Json& given) {
    return "must be " + std::string(what) + ", not " + std::string(jsonKindName(given));
}

std::string quotedList(const std::vector<std::string_view>& texts) {
    std::string list;
    for (std::size_t i = 0; i < std::min(texts.size(), kMaxListed); ++i) {
        list += (list.empty() ? "" : ", ") + quoted(texts[i]);
    }
    if (texts.size() > kMaxListed) list += " and " + std::to_string(texts.size() - kMaxListed) + " more";
    return list;
}

std::string missingType(std::string_view key, const JsonArray* templates) {
    if (templates == nullptr || key.empty()) return {};
    std::vector<std::string_view> keys;
    for (const Json& field : *templates) {
        if (field.is_object()) keys.push_back(textOf(field.get_object(), "key"));
    }
    return "is required: the type of the object defines no metafield " + quoted(key) + " here" +
           (keys.empty() ? "" : "; it defines " + quotedList(keys));
}

}  // namespace inkwell::metafields
