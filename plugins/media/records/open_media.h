#pragma once

#include <optional>
#include <string>

#include "contents/content_service.h"
#include "inkwell/bucket_directory.h"
#include "inkwell/media_library.h"
#include "inkwell/services.h"

namespace inkwell::media {

/// Nothing when the bucket has no such media or its content is unknown. A name that a file had before it was replaced
/// opens the new one, under its new name. Any thread. Throws ApiError 503 when the store is disabled, DatabaseError.
std::optional<MediaContent> openMedia(Services& services, ContentService& contents, const Bucket& bucket,
                                      const std::string& name);

}  // namespace inkwell::media
