#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "inkwell/json.h"

namespace inkwell::autosave {

/// Body of PUT .../autosave (interface/drafts-and-revisions.md, "Autosave").
struct AutosaveEdit {
    std::string document;  // the member `object`, as JSON
    std::optional<std::int64_t> baseVersion;
};

/// Called by the routes. Throws ApiError 400 with every problem, 413 when `object` is larger than `maxBytes`.
AutosaveEdit parseAutosaveEdit(const JsonObject& body, std::int64_t maxBytes);

}  // namespace inkwell::autosave
