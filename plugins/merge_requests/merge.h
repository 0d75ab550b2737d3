#pragma once

#include <span>
#include <string>

#include "inkwell/bucket_directory.h"
#include "inkwell/services.h"

namespace inkwell::merge_requests {

/// What a merge copies, from where to where, and who does it.
struct Merge {
    const Bucket& source;
    const Bucket& target;
    std::span<const std::string> objectIds;  // in the source
    const std::string& userId;
};

/// Exports the objects and what they need from the source and imports that into the target, using the sections that
/// plugins contribute for bucket files. Creates or updates the objects themselves; of what they need, creates only what
/// is missing. Inside Database::write, which rolls everything back when this throws: ApiError 409 that says what does
/// not fit, and why it is needed.
void mergeObjects(Services& services, const Merge& merge);

}  // namespace inkwell::merge_requests
