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

/// Exports the objects with what they need from the source and imports that into the target, through the sections that
/// plugins contribute for bucket files. The objects themselves are edited or created; of what they need only the
/// missing is created. Inside Database::write, which rolls all of it back when this throws: ApiError 409 that says what
/// does not fit, and why it stands where it does.
void mergeObjects(Services& services, const Merge& merge);

}  // namespace inkwell::merge_requests
