#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "inkwell/bucket_directory.h"
#include "inkwell/bucket_transfer.h"
#include "inkwell/export.h"

namespace inkwell {

enum class BucketFileForm { Compact, Pretty };

/// Writes all of the bucket, as the sections export it (interface/import-and-export.md, "The file"), entry by entry, so
/// that none of them is in memory. `baseUrl` is ServerInfo's. Called inside one Database::read, on its thread. Throws
/// std::system_error with the reason where `file` takes no more, and what a section throws.
INKWELL_API void writeBucketFile(std::ostream& file, const Bucket& bucket, const std::string& baseUrl,
                                 const std::vector<BucketTransfer*>& sections,
                                 BucketFileForm form = BucketFileForm::Compact);

}  // namespace inkwell
