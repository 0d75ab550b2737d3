#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "inkwell/content_parts.h"
#include "inkwell/export.h"

namespace inkwell {

/// What a cache between server and readers (a CDN) knows an answer by, and what it is asked to forget: keys of letters,
/// digits, '.', '_' and '-' (interface/errors-and-limits.md, "Caches between"). An answer carries a key that a change's
/// purge names whenever the change makes the answer outdated.

/// Of an answer that was made of these parts of the bucket; without them, of all of it. Separated by blanks, at most
/// kMaxSurrogateKeysBytes: with more parts it has the key that every change names. Any thread.
INKWELL_API std::string surrogateKeysOf(std::string_view bucketId, const std::optional<ContentParts>& madeOf);
inline constexpr std::size_t kMaxSurrogateKeysBytes = 2048;

/// Of an answer with the file of a media record, or with a picture made of it, which needs no read key: that of the
/// file and that of all files of the bucket. For the header Surrogate-Key, while ServerInfo::tellsCaches. Any thread.
INKWELL_API std::string surrogateKeysOfFile(std::string_view bucketId, std::string_view mediaId);

/// What a purge for this change names. Any thread.
INKWELL_API std::vector<std::string> purgedKeysOf(const Change& change);

/// Guard: any change, in its transaction, before the listeners to its fact. Delivered only while the server lets caches
/// keep its answers (`http.shared_cache_seconds`).
struct ChangeRecorded {
    static constexpr const char* kEventId = "change.recorded";
    const Change& change;
};

}  // namespace inkwell
