#pragma once

#include "comments_entry.h"
#include "inkwell/http.h"
#include "inkwell/json.h"

namespace comments_plugin {

/// An entry as responses and bucket files show it.
inkwell::JsonObject renderEntry(const CommentsEntry& entry);

inkwell::Response entryResponse(const CommentsEntry& entry);
inkwell::Response pageResponse(const CommentsPage& page);

}  // namespace comments_plugin
