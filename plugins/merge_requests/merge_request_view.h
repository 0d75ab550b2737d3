#pragma once

#include "inkwell/json.h"
#include "merge_request_store.h"

namespace inkwell::merge_requests {

/// The merge request in a response. `targetSlug` is the slug of its bucket.
JsonObject renderMergeRequest(const MergeRequest& request, const std::string& targetSlug);

}  // namespace inkwell::merge_requests
