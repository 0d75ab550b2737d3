#pragma once

#include "inkwell/identity.h"

namespace inkwell::media {

// What roles allow beyond Access::requireWriteMedia, which covers uploading (decision 0007). Called by the services.
// Throw ApiError 403.

bool isContributor(const Access& access);

/// May create media folders; contributors may only upload.
void requireManageMedia(const Access& access);
/// May edit and delete media and folders. These have no drafts, so it requires the right to publish.
void requireChangeMedia(const Access& access);
}  // namespace inkwell::media
