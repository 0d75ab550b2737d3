#pragma once

#include <string>

#include "inkwell/list_query_sql.h"

namespace inkwell::media {

/// The WHERE clause and its values for a list of media: bucket and query. If the query is not isSqlExact, it also
/// selects rows that do not match.
struct MediaFilter {
    std::string where;
    SqlParams params;

    static MediaFilter of(const std::string& bucketId, const ListQuery& query);
};

}  // namespace inkwell::media
