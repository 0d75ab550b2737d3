#pragma once

#include <cstddef>
#include <functional>
#include <iosfwd>
#include <stdexcept>
#include <string>
#include <vector>

#include "inkwell/bucket_file_writer.h"
#include "inkwell/bucket_import.h"
#include "inkwell/error.h"
#include "inkwell/json.h"
#include "kernel/app/server.h"

namespace inkwell::kernel {

/// What an import did.
struct BucketImported : ImportSummary {
    bool bucketCreated = false;
};

/// The file cannot be imported: lists every problem with its path. Nothing was imported.
class ImportError : public std::runtime_error {
public:
    /// `count`: how many problems there are, of which these are the first.
    ImportError(const std::vector<Problem>& problems, std::size_t count);
};

/// Called while an import runs: `done` of the section's `total` items are imported.
using ImportProgress = std::function<void(const std::string& section, std::size_t done, std::size_t total)>;

/// Imports a bucket export (Inkwell's own form or the older one) into the bucket `slug`; a missing bucket is created,
/// with `ownerId`, if not empty, as its admin. One transaction; importing the same file again changes nothing. Throws
/// ImportError, or ApiError from a service.
BucketImported importBucket(Server& server, std::istream& file, const std::string& slug, const std::string& ownerId,
                            const ImportProgress& progress);
/// The same with a file that is in memory.
BucketImported importBucket(Server& server, const Json& file, const std::string& slug, const std::string& ownerId,
                            const ImportProgress& progress);

/// Writes the bucket in Inkwell's own form, {"format": "inkwell-bucket/1", "bucket": {...}}, as of one moment. Throws
/// ApiError 404, and std::system_error where the file takes no more.
void exportBucket(Server& server, const std::string& slug, std::ostream& file,
                  BucketFileForm form = BucketFileForm::Compact);

}  // namespace inkwell::kernel
