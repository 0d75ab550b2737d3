#pragma once

#include <span>
#include <string>
#include <string_view>

#include "inkwell/bucket_directory.h"
#include "inkwell/json.h"
#include "inkwell/services.h"

namespace inkwell::merge_requests {

inline constexpr const char* kObjectsMember = "objects";  // of what is exported

/// What a merge copies, where to, and who does it.
struct Merge {
    const Bucket& target;
    std::span<const std::string> objectIds;  // in the source
    const std::string& userId;
};

/// How refusals name an object: 'id' ("title"), where a title is known.
std::string idWithTitle(std::string_view id, std::string_view title);

/// The objects and what they need, by the sections that plugins contribute for bucket files. Joins the caller's unit of
/// work. Throws ApiError 409 for too many.
JsonObject exportObjects(Services& services, const Bucket& source, const Bucket& target,
                         std::span<const std::string> objectIds);

/// Imports what was exported of the source into the target. Creates or updates the objects themselves; of what they
/// need, creates only what is missing. Inside Database::write, which rolls everything back when this throws: ApiError
/// 409 that says what does not fit, and why it is needed.
void mergeObjects(Services& services, const Merge& merge, JsonObject content);

}  // namespace inkwell::merge_requests
