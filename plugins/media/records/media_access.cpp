#include "records/media_access.h"

#include "inkwell/error.h"
#include "tus/tus_store.h"

namespace inkwell::media {

namespace {

bool isContributor(const Access& access) {
    return access.membership() && access.membership()->role == Role::Contributor;
}

}  // namespace

void requireManageMedia(const Access& access) {
    access.requireWriteMedia();
    if (isContributor(access)) {
        throw ApiError::forbidden(
            "your role in this bucket does not allow to change media and media folders, only to upload");
    }
}

void requireChangeMedia(const Access& access) {
    requireManageMedia(access);
    access.requirePublish();
}

void requireUseUpload(const Access& access, const StoredUpload& upload) {
    if (isContributor(access) && upload.actor != access.actor()) {
        throw ApiError::forbidden("upload '" + upload.id + "' was begun by somebody else");
    }
}

}  // namespace inkwell::media
