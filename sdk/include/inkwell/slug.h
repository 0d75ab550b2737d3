#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "inkwell/export.h"

// Slugs that clients give, and slugs derived from titles (interface/resources.md, "Ids, times and slugs"). Any thread.

namespace inkwell {

inline constexpr std::size_t kMaxSlugLength = 200;  // interface/resources.md, "Ids, times and slugs"

/// A slug for a title: lower case, accents to ASCII, hyphens; at most kMaxSlugLength - 10 long, so that a suffix fits.
/// `fallback` is used when nothing of the title is left (emoji, non-Latin scripts).
INKWELL_API std::string deriveSlug(std::string_view title, std::string_view fallback);

/// The n-th candidate for a derived slug: n = 1 gives the slug itself, then "-2", "-3", ...
INKWELL_API std::string numberedSlug(const std::string& slug, int n);

/// True for what a client may give as a slug: lower-case ASCII letters, digits, '-' and '_', beginning and ending
/// with a letter or digit, 1 to 200 long.
INKWELL_API bool isSlug(std::string_view text);

/// The first of slug, slug-2, slug-3, ... that is not in `taken`.
INKWELL_API std::string freeSlug(const std::string& slug, const std::vector<std::string>& taken);
/// freeSlug with a function that says whether a slug is taken.
INKWELL_API std::string freeSlug(const std::string& slug, const std::function<bool(const std::string&)>& isTaken);

/// For a store: the upper bound in "slug >= ? AND slug < ?", which with the slug as lower bound includes it and all
/// that begin with "slug-", since '.' follows '-'. Works on an index.
INKWELL_API std::string endOfSlugsLike(const std::string& slug);

/// Creates a record whose slug is derived from its title. `slug` is the derived one and becomes the first free one;
/// `insert` inserts the record with it and throws DatabaseError Duplicate if it is taken; only then `slugsLike` is
/// called, which returns the taken ones (endOfSlugsLike). Inside the caller's unit of work. Throws ApiError 409 after
/// fifty failed attempts, and what the two functions throw.
INKWELL_API void insertWithDerivedSlug(std::string& slug, const std::function<void()>& insert,
                                       const std::function<std::vector<std::string>(const std::string&)>& slugsLike);

}  // namespace inkwell
