#include "inkwell/slug.h"

#include <glib.h>

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

#include "inkwell/database.h"
#include "inkwell/error.h"
#include "inkwell/text.h"

namespace inkwell {

namespace {

constexpr std::size_t kMaxDerivedLength = kMaxSlugLength - 10;
constexpr int kMaxAttempts = 50;

struct FreeText {
    void operator()(char* text) const { g_free(text); }
};
using OwnedText = std::unique_ptr<char, FreeText>;

bool isLowerAlnum(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }

// Letters of Latin alphabets that g_str_to_ascii has no letters for: they are no others with an accent.
constexpr std::pair<std::string_view, std::string_view> kLetters[] = {
    {"đ", "d"},  {"Đ", "d"},  {"ð", "d"},  {"Ð", "d"},  {"þ", "th"}, {"Þ", "th"}, {"ı", "i"},  {"ħ", "h"},  {"Ħ", "h"},
    {"ŧ", "t"},  {"Ŧ", "t"},  {"ŋ", "n"},  {"Ŋ", "n"},  {"ŀ", "l"},  {"Ŀ", "l"},  {"ẞ", "ss"}, {"ə", "e"},  {"Ə", "e"},
    {"ǆ", "dz"}, {"ǅ", "dz"}, {"Ǆ", "dz"}, {"ǉ", "lj"}, {"ǈ", "lj"}, {"Ǉ", "lj"}, {"ǌ", "nj"}, {"ǋ", "nj"}, {"Ǌ", "nj"},
};

std::string withAsciiLetters(std::string_view text) {
    std::string changed;
    while (!text.empty()) {
        const auto* letter = std::find_if(std::begin(kLetters), std::end(kLetters),
                                          [&](const auto& one) { return text.starts_with(one.first); });
        const bool isLetter = letter != std::end(kLetters);
        changed += isLetter ? letter->second : text.substr(0, 1);
        text.remove_prefix(isLetter ? letter->first.size() : 1);
    }
    return changed;
}

std::string toAscii(std::string_view text) {
    // A file name of an upload may be anything, and g_str_to_ascii wants valid UTF-8.
    const OwnedText valid(g_utf8_make_valid(text.data(), static_cast<gssize>(text.size())));
    const OwnedText ascii(g_str_to_ascii(withAsciiLetters(valid.get()).c_str(), "C"));
    return ascii.get();
}

void cutAtWord(std::string& slug) {
    if (slug.size() <= kMaxDerivedLength) return;
    const std::size_t hyphen = slug.rfind('-', kMaxDerivedLength);
    // One endless word is cut inside, rather than losing most of the title.
    slug.resize(hyphen != std::string::npos && hyphen > kMaxDerivedLength / 2 ? hyphen : kMaxDerivedLength);
    while (!slug.empty() && slug.back() == '-') slug.pop_back();
}

}  // namespace

std::string deriveSlug(std::string_view title, std::string_view fallback) {
    std::string slug;
    for (const char c : asciiLower(toAscii(title))) {
        if (isLowerAlnum(c)) {
            slug += c;
        } else if (!slug.empty() && slug.back() != '-') {
            slug += '-';
        }
    }
    if (!slug.empty() && slug.back() == '-') slug.pop_back();
    cutAtWord(slug);
    return slug.empty() ? std::string(fallback) : slug;
}

std::string numberedSlug(const std::string& slug, int n) { return n <= 1 ? slug : slug + "-" + std::to_string(n); }

std::string freeSlug(const std::string& slug, const std::vector<std::string>& taken) {
    const std::set<std::string> all(taken.begin(), taken.end());
    return freeSlug(slug, [&](const std::string& one) { return all.contains(one); });
}

std::string freeSlug(const std::string& slug, const std::function<bool(const std::string&)>& isTaken) {
    int n = 1;
    while (isTaken(numberedSlug(slug, n))) ++n;
    return numberedSlug(slug, n);
}

std::string endOfSlugsLike(const std::string& slug) { return slug + "."; }

void insertWithDerivedSlug(std::string& slug, const std::function<void()>& insert,
                           const std::function<std::vector<std::string>(const std::string&)>& slugsLike) {
    const std::string derived = slug;
    for (int attempt = 1; attempt <= kMaxAttempts; ++attempt) {
        try {
            return insert();
        } catch (const DatabaseError& error) {
            // Another writer took the number in between; it has committed, so the next look sees it.
            if (error.kind() != DatabaseError::Kind::Duplicate) throw;
        }
        slug = freeSlug(derived, slugsLike(derived));
    }
    throw ApiError::conflict("others take every slug like '" + derived + "' right now; try again");
}

bool isSlug(std::string_view text) {
    if (text.empty() || text.size() > kMaxSlugLength) return false;
    if (!isLowerAlnum(text.front()) || !isLowerAlnum(text.back())) return false;
    return std::all_of(text.begin(), text.end(), [](char c) { return isLowerAlnum(c) || c == '-' || c == '_'; });
}

}  // namespace inkwell
