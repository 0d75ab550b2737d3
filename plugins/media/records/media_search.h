#pragma once

#include <string>

#include "inkwell/list_query.h"
#include "records/media_record_store.h"

namespace inkwell::media {

/// A page of matching records. When SQL cannot decide the query, candidates are loaded in batches and matched in
/// memory, so that `total` is exact. On the thread of the unit of work. Throws DatabaseError.
MediaPage searchMedia(Sql& sql, const std::string& bucketId, const ListParams& params, const ListQuery& query);

}  // namespace inkwell::media
