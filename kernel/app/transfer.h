#pragma once

#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "inkwell/error.h"
#include "inkwell/json.h"
#include "kernel/app/server.h"

namespace inkwell::kernel {

/// What an import did, by section of the file.
struct ImportSummary {
    struct Counts {
        int created = 0;
        int updated = 0;
        int unchanged = 0;
    };
    bool bucketCreated = false;
    std::vector<std::pair<std::string, Counts>> sections;
    std::map<std::string, int> notes;  // remark -> how often
};

/// The file cannot be imported: lists every problem with its path. Nothing was imported.
class ImportError : public std::runtime_error {
public:
    explicit ImportError(const std::vector<Problem>& problems);
};

/// Called while an import runs: `done` of the section's `total` items are imported.
using ImportProgress = std::function<void(const std::string& section, std::size_t done, std::size_t total)>;

/// Imports a bucket export (Inkwell's own form or the older one) into the bucket `slug`; a missing bucket is created,
/// with `ownerId`, if not empty, as its admin. One transaction; importing the same file again changes nothing. Throws
/// ImportError, or ApiError from a service.
ImportSummary importBucket(Server& server, const Json& file, const std::string& slug, const std::string& ownerId,
                           const ImportProgress& progress);

/// The bucket in Inkwell's own form, {"format": "inkwell-bucket/1", "bucket": {...}}. Throws ApiError 404.
JsonObject exportBucket(Server& server, const std::string& slug);

}  // namespace inkwell::kernel
