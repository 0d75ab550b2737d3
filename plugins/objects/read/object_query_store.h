#pragma once

#include <string>
#include <utility>
#include <vector>

#include "inkwell/list_query_sql.h"
#include "read/field_count_store.h"
#include "read/object_query.h"
#include "store/object_order.h"

namespace inkwell::objects {

/// The WHERE clause and its values for a list of objects: scope and query. If the query is not isExact, it also
/// selects rows that do not match.
struct ObjectFilter {
    std::string where;
    SqlParams params;
    // What the condition leaves an index of one type's objects, or of all, to find best.
    enum class Walk { None, All, OneType };
    Walk best = Walk::None;
    bool hasFields = false;  // looks into objects_fields

    /// With `counts`, of several conditions on values the one that finds fewest is the way in; without, the one that
    /// does so as a rule.
    static ObjectFilter of(const ObjectScope& scope, const ListQuery& query, FieldCountStore* counts = nullptr);
    /// What follows "FROM objects" and names the index of an order, for MySQL: with a LIMIT it takes any. "" when a
    /// condition has a better way in.
    std::string walk(std::string_view sort) const;
};

/// Whether SQL decides the query. If not, ObjectFilter also selects rows that do not match.
bool isExact(const ListQuery& query);

}  // namespace inkwell::objects
