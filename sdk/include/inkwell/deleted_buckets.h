#pragma once

#include <functional>
#include <string>
#include <vector>

#include "inkwell/export.h"
#include "inkwell/registrar.h"

namespace inkwell {

/// For setup() of a plugin that removes what is of a bucket on BucketDeleting, and has BucketDirectory under `needs`:
/// looks for what is of buckets that are no more all the same, because they were deleted while the plugin was off, or
/// while another node of a cluster stored something in them (decision 0038). The job "deleted_buckets" does so within a
/// minute of the start, of a deletion, once more a minute later, and every hour. `bucketIds`, outside Database::write,
/// says of which buckets there is something; `remove`, in a write of its own for each, removes it. What they throw is
/// logged as that of any job.
INKWELL_API void followDeletedBuckets(Registrar& registrar, std::function<std::vector<std::string>()> bucketIds,
                                      std::function<void(const std::string& bucketId)> remove);

}  // namespace inkwell
