#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "inkwell/list_query.h"
#include "object_store.h"

namespace inkwell::objects {

/// The parameter `query` of a list of objects (where-silent.md, "Reads"). ApiError 400 names what is wrong, also a key
/// that reaches through more than two related objects.
ListQuery parseObjectQuery(std::string_view text);

/// A column of the table objects that queries know by `key`.
struct QueryColumn {
    enum class Kind { Text, Time };
    std::string_view key;
    std::string_view column;
    Kind kind;
    std::string_view present;  // "": always; otherwise what follows the column where there is a value
};

/// nullptr for a key whose values are rows of objects_fields.
const QueryColumn* findQueryColumn(std::string_view key);
/// The value of a column as reads show it; null when there is none. Not for other keys.
Json columnValue(const StoredObject& object, std::string_view key);

/// "metadata.author.title" asks objects related by "metadata.author" for "title"; "metadata.author.metadata.city.name"
/// asks them for "metadata.city.name". Nothing for a key that can only be the object's own.
struct RelatedKey {
    std::string relation;
    std::string key;
};
std::optional<RelatedKey> relatedKey(std::string_view key);

}  // namespace inkwell::objects
