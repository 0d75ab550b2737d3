#pragma once

#include <optional>
#include <string>

#include "inkwell/bucket_transfer.h"
#include "inkwell/json.h"
#include "media_store.h"

namespace inkwell::media {

// A bucket's file -> records, without ids. Both forms; nothing, with the problems told to the context, for a bad item.

/// Our own form, strictly: name, original_name, size, type, folder, created, location, metadata. The older form (`_id`)
/// may hold more, which is dropped.
std::optional<StoredMedia> parseMedia(const Json& json, const std::string& path, ImportContext& context);

/// Our own form: title, slug, created_at. The older form may lack the slug.
std::optional<StoredFolder> parseFolder(const Json& json, const std::string& path, ImportContext& context);

bool isOlder(const Json& json);

}  // namespace inkwell::media
