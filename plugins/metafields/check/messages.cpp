#include "check/messages.h"

namespace inkwell::metafields {

namespace {

constexpr std::size_t kMaxQuotedBytes = 100;

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

}  // namespace inkwell::metafields
