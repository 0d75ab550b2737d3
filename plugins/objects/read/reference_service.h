#pragma once

#include <string>

#include "inkwell/bucket_directory.h"
#include "inkwell/list_params.h"
#include "inkwell/services.h"
#include "read/reference_store.h"

namespace inkwell::objects {

/// Where an object is used (interface/reads-and-queries.md, "Where an object is used"). Any thread; one unit of work.
class ReferenceService {
public:
    explicit ReferenceService(Services& services) : services_(services) {}

    /// Throws ApiError 404 when the object itself does not exist or is not visible.
    ReferencePage list(const Bucket& bucket, const std::string& objectId, Visibility visibility,
                       const ListParams& params);

private:
    Services& services_;
};

}  // namespace inkwell::objects
