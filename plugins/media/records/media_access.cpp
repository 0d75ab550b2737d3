#include "records/media_access.h"

#include "inkwell/error.h"

namespace inkwell::media {

bool isContributor(const Access& access) {
    return access.membership() && access.membership()->role == Role::Contributor;
}

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

}  // namespace inkwell::media
