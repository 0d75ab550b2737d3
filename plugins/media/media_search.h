#pragma once

#include <string>

#include "inkwell/list_query.h"
#include "media_store.h"

namespace inkwell::media {

/// A page of the records that match. Where SQL cannot tell exactly, what may match is loaded in parts and matched in
/// memory, so that `total` is right. On the thread of the unit of work; throws DatabaseError.
MediaPage searchMedia(Sql& sql, const std::string& bucketId, const ListParams& params, const ListQuery& query);

}  // namespace inkwell::media
