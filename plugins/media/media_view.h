#pragma once

#include <optional>
#include <string>

#include "inkwell/bucket_directory.h"
#include "inkwell/json.h"
#include "inkwell/runtime.h"
#include "media_store.h"

namespace inkwell::media {

/// The media record of a response. `publicAddress` is where the store itself serves it: it stands in for `url`. Any
/// thread.
JsonObject renderMedia(const StoredMedia& media, const Bucket& bucket, const ServerInfo& server,
                       const std::optional<std::string>& publicAddress = std::nullopt);

JsonObject renderFolder(const StoredFolder& folder);

}  // namespace inkwell::media
