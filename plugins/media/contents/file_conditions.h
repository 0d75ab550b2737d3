#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "inkwell/http.h"

namespace inkwell::media {

/// The state of a file that conditions are compared with.
struct FileState {
    std::string etag;                        // strong, with its quotes
    std::optional<std::int64_t> modifiedMs;  // without it no condition with a date holds
    std::int64_t sizeBytes = 0;
};

/// What a client gets of a file, by RFC 9110, 13.2.2 (conditions, in that order) and 14 (ranges).
struct FilePart {
    int status = 200;  // 200, 206, 304, 412, 416
    std::int64_t offset = 0;
    std::int64_t length = 0;
};
FilePart choosePart(const Request& request, const FileState& file);

/// Evaluates a Range header: 200 (none, malformed or several ranges: the whole file), 206 or 416.
FilePart parseRange(const std::string& range, std::int64_t sizeBytes);

/// "Sat, 31 Jan 2026 09:30:00 GMT"
std::string httpDate(std::int64_t unixMs);

}  // namespace inkwell::media
