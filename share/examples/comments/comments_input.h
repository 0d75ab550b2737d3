#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "comments_entry.h"
#include "inkwell/json.h"

namespace comments_plugin {

/// What a client says of a new entry.
struct NewEntry {
    std::string author;
    std::string text;
};

/// The body of a POST: author and text, each 1 to its largest number of characters. ApiError 400 with every problem.
NewEntry parseNewEntry(const inkwell::JsonObject& body, std::int64_t maxTextLength);

/// The body of a PATCH: whether readers are to see the entry. ApiError 400 with every problem.
bool parseApproval(const inkwell::JsonObject& body);

/// An entry of a bucket file, at `path`, without its bucket; its object id is the one of the file. Adds what is wrong
/// to `problems`.
CommentsEntry parseFileEntry(const inkwell::Json& item, const std::string& path, inkwell::Problems& problems);

}  // namespace comments_plugin
