#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "inkwell/list_query.h"
#include "inkwell/query_columns.h"
#include "store/object_store.h"

namespace inkwell::objects {

/// Parses the parameter `query` of a list of objects (interface/reads-and-queries.md, "Queries"). Throws ApiError 400
/// that names the problem, such as a key that passes through more than two related objects.
ListQuery parseObjectQuery(std::string_view text);

/// The columns of the table objects that queries can use.
std::span<const QueryColumn> queryColumns();
/// nullptr for a key whose values are in objects_fields.
const QueryColumn* findQueryColumn(std::string_view key);
/// The value of a column as reads show it; null when unset. Only for keys of columns.
Json columnValue(const StoredObject& object, std::string_view key);

/// Whether the key is a time at which the object is published or unpublished by itself.
bool isSchedule(std::string_view key);

/// Whether the condition asks for one of several slugs.
bool asksForSlugs(const QueryCondition& condition);

/// Whether the query can be decided without documents: by what a row has beside them.
bool asksForRowsAlone(const ListQuery& query);

/// The condition on the type, by equality or $in, that every match passes; nullptr when there is none. Part of `query`.
const QueryCondition* findPinnedTypes(const ListQuery& query);

/// "metadata.author.title" asks objects related by "metadata.author" for "title"; "metadata.author.metadata.city.name"
/// asks them for "metadata.city.name". Nothing for a key that can only be the object's own.
struct RelatedKey {
    std::string relation;
    std::string key;
};
std::optional<RelatedKey> relatedKey(std::string_view key);

}  // namespace inkwell::objects
