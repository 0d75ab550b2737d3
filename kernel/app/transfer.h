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

/// A file that cannot be imported: every problem with its place. Nothing was kept.
class ImportError : public std::runtime_error {
public:
    explicit ImportError(const std::vector<Problem>& problems);
};

/// Called while an import runs: section, how many of how many.
using ImportProgress = std::function<void(const std::string& section, std::size_t done, std::size_t total)>;

/// Reads a bucket export (our own form or the older one) into the bucket `slug`, which is created when it is missing
/// (`ownerId` becomes its admin, may be empty). One transaction; importing the same file again changes nothing.
/// Throws ImportError, or ApiError from a service.
ImportSummary importBucket(Server& server, const Json& file, const std::string& slug, const std::string& ownerId,
                           const ImportProgress& progress);

/// The bucket in our own form, {"format": "inkwell-bucket/1", "bucket": {...}}. Throws ApiError 404.
JsonObject exportBucket(Server& server, const std::string& slug);

}  // namespace inkwell::kernel
