#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "inkwell/api.h"

namespace inkwell {

inline constexpr std::size_t kMaxTitleLength = 1000;  // where-silent.md, "Answers and errors"
inline constexpr std::size_t kMaxSlugLength = 200;
inline constexpr std::size_t kMaxKeyLength = 200;

/// A slug for a title: lower case, accents to ASCII, hyphens; at most kMaxSlugLength - 10 long, so that a suffix fits.
/// `fallback` stands in when nothing of the title survives (emoji, non-Latin scripts). Any thread.
INKWELL_API std::string deriveSlug(std::string_view title, std::string_view fallback);

/// The n-th try for a derived slug that is taken: n = 1 gives the slug itself, then "-2", "-3", ...
INKWELL_API std::string numberedSlug(const std::string& slug, int n);

/// True for what a client may give as a slug: lower-case ASCII letters, digits, '-' and '_', beginning and ending
/// with a letter or digit, 1 to 200 long.
INKWELL_API bool isSlug(std::string_view text);

/// True for 24 lower-case hex digits.
INKWELL_API bool isId(std::string_view text);

/// True for one of the 435 codes of the specification's "Locale codes"; case-sensitive.
INKWELL_API bool isLocale(std::string_view text);

/// True for a single emoji, with its modifiers and joiners (object type field `emoji`).
INKWELL_API bool isEmoji(std::string_view text);

/// True for a real calendar date YYYY-MM-DD.
INKWELL_API bool isDate(std::string_view text);

/// Number of Unicode code points of valid UTF-8.
INKWELL_API std::size_t codePoints(std::string_view utf8);

/// UTC milliseconds <-> "2026-01-31T09:30:00.000Z". Parsing also takes a date without milliseconds or time, and an
/// offset such as +02:00 for the Z. Writing keeps to the years 0000 to 9999, whose texts sort like the times.
INKWELL_API std::string isoTime(std::int64_t unixMs);
INKWELL_API std::optional<std::int64_t> parseIsoTime(std::string_view text);

/// ASCII only: 'É' stays as it is. For e-mail addresses and header names, which compare byte by byte.
INKWELL_API std::string asciiLower(std::string_view text);
INKWELL_API std::string_view trimmed(std::string_view text);

/// Every byte but the unreserved ones of RFC 3986 (letters, digits, -._~) as %XX. Any thread.
INKWELL_API std::string percentEncoded(std::string_view text);

/// Compares secrets without telling by the time taken how much of them agreed.
INKWELL_API bool equalInConstantTime(std::string_view a, std::string_view b);

/// `length` letters and digits from the system's random source (keys, tokens). Any thread.
INKWELL_API std::string randomToken(std::size_t length);

}  // namespace inkwell
