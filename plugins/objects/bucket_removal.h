#pragma once

#include <string>

#include "inkwell/services.h"

namespace inkwell::objects {

/// For BucketDeleting, and for buckets that are no more: removes types and objects of the bucket, and what could be
/// undone. Joins the unit of work. Any thread. Throws DatabaseError.
void removeOfBucket(Services& services, const std::string& bucketId);

}  // namespace inkwell::objects
