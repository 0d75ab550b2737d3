#pragma once

#include <memory>
#include <string>

#include "inkwell/bucket_directory.h"
#include "inkwell/error.h"
#include "kernel/app/server.h"

namespace inkwell::kernel {

/// What a command asks of the plugins of a server that is open. `what` says it in words, as in "provides buckets".
/// Throws ApiError 503 when no plugin that is enabled provides it.
template <class Service>
Service& serviceOf(Server& server, const std::string& what) {
    Service* service = server.plugins().find<Service>();
    if (service == nullptr) throw ApiError::unavailable("no enabled plugin " + what, 0);
    return *service;
}

/// Throws ApiError 404, and 503 as above.
inline std::shared_ptr<const Bucket> bucketCalled(Server& server, const std::string& slug) {
    std::shared_ptr<const Bucket> bucket = serviceOf<BucketDirectory>(server, "provides buckets").findBySlug(slug);
    if (!bucket) throw ApiError::notFound("bucket", slug);
    return bucket;
}

}  // namespace inkwell::kernel
