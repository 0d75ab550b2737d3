#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "inkwell/list_query.h"
#include "inkwell/query_columns.h"
#include "records/media_record_store.h"

namespace inkwell::media {

/// Values of one record's metadata beyond this number cannot be found: its JSON may hold a million.
inline constexpr std::size_t kMaxFieldsPerMedia = 10'000;

/// Parses the parameter `query` of a list of media (interface/reads-and-queries.md, "Queries"). Throws ApiError 400
/// that names the problem.
ListQuery parseMediaQuery(std::string_view text);

/// A column of the table media; nullptr for a key whose values are in media_fields.
const QueryColumn* findQueryColumn(std::string_view key);

/// The values, besides columns, that queries can find the record by: name, original_name, type and "metadata.<key>",
/// each value once, the name first. Used for the table and for matching in memory. Any thread.
std::vector<FieldValue> fieldsOf(const StoredMedia& media);

/// Matches in memory as the database would, for queries that SQL cannot express. Any thread.
bool matches(const ListQuery& query, const StoredMedia& media);

}  // namespace inkwell::media
