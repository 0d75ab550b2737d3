#include "contents/file_name.h"

#include <algorithm>

#include "inkwell/error.h"
#include "inkwell/json.h"
#include "inkwell/slug.h"
#include "inkwell/text.h"

namespace inkwell::media {

namespace {

constexpr std::size_t kMaxCleanLength = 120;
constexpr const char* kNameless = "file";
constexpr std::size_t kMaxEndLength = 20;  // of a cut name, what is kept behind

bool isAlnum(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }
bool isPlain(char c) { return isAlnum(c) || c == '-' || c == '_' || c == '.'; }
bool isAscii(char c) { return static_cast<unsigned char>(c) < 0x80; }
bool isControl(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }

void append(std::string& clean, char c) {
    const bool joins = c == '-' || c == '.';
    if (joins && (clean.empty() || clean.back() == '-' || clean.back() == '.')) {
        if (c == '.' && !clean.empty()) clean.back() = '.';
        return;
    }
    clean += c;
}

std::string cleaned(std::string_view name) {
    std::string clean;
    for (std::size_t at = 0; at < name.size();) {
        // Of "日本.png" something stays to stand in front of the dot; ".hidden" is no end of a name.
        if (name[at] == '.' && clean.empty() && name.find_first_not_of('.') < at) clean = kNameless;
        if (isAscii(name[at])) {
            append(clean, isPlain(name[at]) ? name[at] : '-');
            ++at;
            continue;
        }
        const auto end = std::find_if(name.begin() + static_cast<std::ptrdiff_t>(at), name.end(), isAscii);
        const std::size_t next = static_cast<std::size_t>(end - name.begin());
        const std::string ascii = deriveSlug(name.substr(at, next - at), "");
        for (const char c : ascii.empty() ? std::string("-") : ascii) append(clean, c);
        at = next;
    }
    while (!clean.empty() && !isAlnum(clean.back())) clean.pop_back();
    return clean;
}

}  // namespace

std::string storedName(std::string_view prefix, std::string_view originalName) {
    std::string clean = cleaned(originalName);
    if (clean.size() > kMaxCleanLength) {
        const std::size_t dot = clean.rfind('.');
        const bool hasEnd = dot != std::string::npos && clean.size() - dot <= kMaxEndLength;
        const std::string end = hasEnd ? clean.substr(dot) : "";
        clean = clean.substr(0, kMaxCleanLength - end.size()) + end;
    }
    return std::string(prefix) + "-" + (clean.empty() ? kNameless : clean);
}

std::string parseOriginalName(std::string_view given) {
    const std::string_view name = trimmed(given.substr(given.find_last_of("/\\") + 1));
    if (name.empty()) throw ApiError::badRequest("the file name is empty");
    if (std::any_of(name.begin(), name.end(), isControl)) {
        throw ApiError::badRequest("the file name holds control characters");
    }
    try {
        parseJson(writeJson(Json(name)), "file name");
    } catch (const ApiError&) {
        throw ApiError::badRequest("the file name is not UTF-8");
    }
    if (codePoints(name) > kMaxNameLength) {
        throw ApiError::badRequest("the file name is longer than " + std::to_string(kMaxNameLength) + " characters");
    }
    return std::string(name);
}

std::string extensionOf(std::string_view name) {
    const std::size_t dot = name.rfind('.');
    return dot == std::string_view::npos ? "" : asciiLower(name.substr(dot + 1));
}

}  // namespace inkwell::media
