#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "inkwell/database.h"
#include "inkwell/export.h"
#include "inkwell/list_query.h"

// For a plugin whose records keep some of the values that queries know in columns of their table, and the others in a
// table of field values (list_query_sql.h). Any thread.

namespace inkwell {

/// A column that queries know by `key`.
struct QueryColumn {
    enum class Kind { Text, Time, Number };
    std::string_view key;
    std::string_view column;
    Kind kind;
    std::string_view present;  // "": always; otherwise what follows the column where there is a value
};

/// nullptr for a key whose values are not in a column.
INKWELL_API const QueryColumn* findColumn(std::span<const QueryColumn> columns, std::string_view key);

/// SQL of a condition on `column`, which the statement calls `name` ("p.slug"): true or false for each row, a superset
/// for a pattern, with its values appended to `params`.
INKWELL_API std::string columnSql(const QueryColumn& column, std::string_view name, const QueryCondition& condition,
                                  SqlParams& params);

/// Appends those of `found` that the table of field values keeps: each value of a path once, no path longer than
/// kIndexedPathLength, until `fields` has `most` entries.
INKWELL_API void addIndexedFields(std::vector<FieldValue> found, std::size_t most, std::vector<FieldValue>& fields);

/// A record that queries match in memory as the database would. Keeps references to its constructor's arguments.
class INKWELL_API RecordDocument : public QueryDocument {
public:
    /// The value of a column as reads show it; null when there is none.
    using ColumnValue = std::function<Json(std::string_view key)>;

    /// Whether an object that stands under a key passes.
    using AnyObject = std::function<bool(std::string_view key, const JsonTest& test)>;

    /// Without `anyObject` there are no objects.
    RecordDocument(std::span<const QueryColumn> columns, ColumnValue columnValue, const std::vector<FieldValue>& fields,
                   AnyObject anyObject = {})
        : columns_(columns), columnValue_(std::move(columnValue)), fields_(fields), anyObject_(std::move(anyObject)) {}

    bool any(std::string_view key, const JsonTest& test) const override;
    bool anyObject(std::string_view key, const JsonTest& test) const override;
    bool has(std::string_view key) const override;

private:
    std::span<const QueryColumn> columns_;
    ColumnValue columnValue_;
    const std::vector<FieldValue>& fields_;
    AnyObject anyObject_;
};

}  // namespace inkwell
