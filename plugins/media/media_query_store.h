#pragma once

#include <string>

#include "inkwell/list_query_sql.h"

namespace inkwell::media {

/// "WHERE ..." on the table media for a list, with its values: bucket and query. Where the query is not isSqlExact it
/// selects too much.
struct MediaFilter {
    std::string where;
    SqlParams params;

    static MediaFilter of(const std::string& bucketId, const ListQuery& query);
};

}  // namespace inkwell::media
