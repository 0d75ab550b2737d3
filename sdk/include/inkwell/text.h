#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "inkwell/export.h"

namespace inkwell {

inline constexpr std::size_t kMaxTitleLength = 1000;  // interface/resources.md, "Ids, times and slugs"
inline constexpr std::size_t kMaxKeyLength = 200;

/// True for 24 lower-case hex digits.
INKWELL_API bool isId(std::string_view text);

/// True for one of the 435 codes of interface/locales.md, "Locales"; case-sensitive.
INKWELL_API bool isLocale(std::string_view text);

/// True for a single emoji, with its modifiers and joiners (object type field `emoji`).
INKWELL_API bool isEmoji(std::string_view text);

/// True for a real calendar date YYYY-MM-DD.
INKWELL_API bool isDate(std::string_view text);

/// Number of Unicode code points of valid UTF-8.
INKWELL_API std::size_t codePoints(std::string_view utf8);

/// UTC milliseconds <-> "2026-01-31T09:30:00.000Z". Parsing also takes a date without milliseconds or time, and an
/// offset such as +02:00 for the Z. Writing clamps to the years 0000 to 9999, whose texts sort like the times.
INKWELL_API std::string isoTime(std::int64_t unixMs);
INKWELL_API std::optional<std::int64_t> parseIsoTime(std::string_view text);

/// ASCII only: 'É' stays as it is. For e-mail addresses and header names, which compare byte by byte.
INKWELL_API std::string asciiLower(std::string_view text);
INKWELL_API std::string_view trimmed(std::string_view text);
/// Whether nothing of `text`, valid UTF-8, is seen: it is Unicode's white space, what has no width, or nothing.
INKWELL_API bool isBlank(std::string_view text);

/// 'text', for a message: of a text with more than `mostBytes` bytes as many whole code points as are within them, and
/// "..." behind them. Any thread.
INKWELL_API std::string quotedText(std::string_view text, std::size_t mostBytes);

/// Calls `each` with every id of a comma-separated list, in order. Skips spaces around ids and empty entries.
template <class F>
void forEachId(std::string_view list, F&& each) {
    while (!list.empty()) {
        const std::size_t comma = list.find(',');
        const std::string_view id = trimmed(list.substr(0, comma));
        if (!id.empty()) each(id);
        if (comma == std::string_view::npos) return;
        list.remove_prefix(comma + 1);
    }
}

/// Whether it is a token of RFC 9110, 5.6.2, such as the name of a header. Any thread.
INKWELL_API bool isToken(std::string_view text) noexcept;
/// "/cms" of "https://example.com/cms/": what stands behind the host of an address, without a slash at its end; "" if
/// nothing does. Any thread.
INKWELL_API std::string pathOfAddress(std::string_view address);
/// `text` with every byte except the unreserved ones of RFC 3986 (letters, digits, -._~) as %XX. Any thread.
INKWELL_API std::string percentEncoded(std::string_view text);

}  // namespace inkwell
