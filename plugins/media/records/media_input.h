#pragma once

#include <optional>
#include <string>

#include "inkwell/bucket_transfer.h"
#include "inkwell/json.h"
#include "records/folder_store.h"
#include "records/media_record_store.h"

namespace inkwell::media {

// Parse a bucket file's items, in both forms, to records without ids; nothing, with problems reported, for a bad item.

/// Our own form, strictly: name, original_name, size, type, folder, created, location, metadata. Other members of the
/// older form (`_id`) are dropped.
std::optional<StoredMedia> parseMedia(const Json& json, const std::string& path, ImportContext& context);

/// Our own form: title, slug, created_at. The older form may lack the slug.
std::optional<StoredFolder> parseFolder(const Json& json, const std::string& path, ImportContext& context);

bool isOlder(const Json& json);

}  // namespace inkwell::media
