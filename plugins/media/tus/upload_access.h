#pragma once

#include "inkwell/identity.h"
#include "tus/tus_store.h"

namespace inkwell::media {

/// May look at, continue or delete this resumable upload; contributors only their own. Called by the
/// service. Throws ApiError 403 (decision 0007).
void requireUseUpload(const Access& access, const StoredUpload& upload);

}  // namespace inkwell::media
