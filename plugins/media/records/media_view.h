#pragma once

#include <optional>
#include <string>

#include "inkwell/bucket_directory.h"
#include "inkwell/json.h"
#include "inkwell/runtime.h"
#include "records/folder_store.h"
#include "records/media_record_store.h"

namespace inkwell::media {

/// The media record in a response. `publicAddress` is the store's own URL of the file; it replaces `url`. Any
/// thread.
JsonObject renderMedia(const StoredMedia& media, const Bucket& bucket, const ServerInfo& server,
                       const std::optional<std::string>& publicAddress = std::nullopt);

JsonObject renderFolder(const StoredFolder& folder);

}  // namespace inkwell::media
