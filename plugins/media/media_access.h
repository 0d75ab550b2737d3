#pragma once

#include "inkwell/identity.h"

namespace inkwell::media {

struct StoredUpload;

// What a role allows beyond Access::requireWriteMedia, which is to upload (decision 0007). Called by the services;
// ApiError 403.

/// To make media folders: contributors upload only.
void requireManageMedia(const Access& access);
/// To edit or delete media and folders too: they have no drafts, so who may not publish leaves them as they are.
void requireChangeMedia(const Access& access);
/// To look at, go on with or give up this resumable upload: contributors their own only.
void requireUseUpload(const Access& access, const StoredUpload& upload);

}  // namespace inkwell::media
