#include "types/preview_link.h"

#include <algorithm>
#include <array>

#include "input.h"

namespace inkwell::objects {

namespace {

constexpr const char* kMember = "preview_link";
constexpr std::size_t kMaxLength = 2000;
constexpr std::array<std::string_view, 5> kPlaceholders = {"{id}", "{slug}", "{token}", "{bucket}", "{locale}"};

// Editors turn it into a link.
bool isWebAddress(std::string_view text) {
    const bool isWeb = text.starts_with("https://") || text.starts_with("http://");
    return isWeb && std::none_of(text.begin(), text.end(), [](char c) {
               return static_cast<unsigned char>(c) <= 0x20 || c == 0x7F || c == '"' || c == '<' || c == '>' ||
                      c == '\\';
           });
}

std::string withoutPlaceholders(std::string text) {
    for (const std::string_view placeholder : kPlaceholders) {
        for (std::size_t at = 0; (at = text.find(placeholder, at)) != std::string::npos;)
            text.erase(at, placeholder.size());
    }
    return text;
}

}  // namespace

std::optional<std::string> readPreviewLink(JsonReader& reader, const JsonObject& body) {
    std::optional<std::string> link = readClearable(reader, body, kMember, kMaxLength);
    if (!link || link->empty()) return link;
    if (!isWebAddress(*link)) reader.problem(kMember, "must be an http or https address");
    if (withoutPlaceholders(*link).find_first_of("{}") != std::string::npos)
        reader.problem(kMember, "may contain {id}, {slug}, {token}, {bucket} and {locale}, and no other braces");
    return link;
}

}  // namespace inkwell::objects
