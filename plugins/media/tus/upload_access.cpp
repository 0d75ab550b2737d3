#include "tus/upload_access.h"

#include "inkwell/error.h"
#include "records/media_access.h"

namespace inkwell::media {

void requireUseUpload(const Access& access, const StoredUpload& upload) {
    if (isContributor(access) && upload.actor != access.actor()) {
        throw ApiError::forbidden("upload '" + upload.id + "' was begun by somebody else");
    }
}

}  // namespace inkwell::media
