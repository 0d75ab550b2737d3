#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "inkwell/list_query.h"
#include "media_store.h"

namespace inkwell::media {

/// Values of one record's metadata beyond this number are not found: its json may hold a million.
inline constexpr std::size_t kMaxFieldsPerMedia = 10'000;

/// The parameter `query` of a list of media (where-silent.md, "Reads"). ApiError 400 names what is wrong.
ListQuery parseMediaQuery(std::string_view text);

/// A column of the table media that queries know by `key`.
struct QueryColumn {
    enum class Kind { Text, Time, Number };
    std::string_view key;
    std::string_view column;
    Kind kind;
    std::string_view present;  // "": always; otherwise what follows the column where there is a value
};

/// nullptr for a key whose values are rows of media_fields.
const QueryColumn* findQueryColumn(std::string_view key);

/// What a query finds the record by beside its columns: name, original_name, type and "metadata.<key>", each value
/// once, the name first. The same for the table and for matching in memory. Any thread.
std::vector<FieldValue> fieldsOf(const StoredMedia& media);

/// Matches in memory as the database would: for what SQL cannot tell. Any thread.
bool matches(const ListQuery& query, const StoredMedia& media);

}  // namespace inkwell::media
