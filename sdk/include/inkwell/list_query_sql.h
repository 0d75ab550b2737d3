#pragma once

#include <string>
#include <string_view>

#include "inkwell/api.h"
#include "inkwell/database.h"
#include "inkwell/list_query.h"

namespace inkwell {

/// Length of the text columns of a table of field values: longer texts are kept by a prefix.
inline constexpr std::size_t kIndexedTextLength = 190;
inline constexpr std::size_t kIndexedPathLength = 500;

/// A text as a column of field values keeps it: none is the beginning of another one, so that the padding of
/// MySQL's comparisons never counts and the order is that of the bytes. Any thread.
INKWELL_API std::string indexedText(std::string_view text);
/// The same, cut to kIndexedTextLength code points.
INKWELL_API std::string indexedPrefix(std::string_view text);

/// For a store: SQL of the single conditions. Used by one renderSql at a time.
class INKWELL_API QueryConditionSql {
public:
    virtual ~QueryConditionSql() = default;
    /// SQL that is true or false for each row, never NULL, with its values appended to `params`.
    virtual std::string render(const QueryCondition& condition, SqlParams& params) = 0;
    /// The same for a condition that isSqlExact refuses: true wherever the condition is.
    virtual std::string renderWider(const QueryCondition& condition, SqlParams& params) = 0;
};

/// A condition for an index of prefixes: where two long texts begin alike, either may be the greater one.
INKWELL_API QueryCondition widened(QueryCondition condition);

/// False for a pattern, and for a comparison with a text of which the index keeps only a prefix.
INKWELL_API bool isSqlExact(const QueryCondition& condition);
/// The same for all conditions of a query. Where it is false, renderSql selects too much and ListQuery::matches
/// decides.
INKWELL_API bool isSqlExact(const ListQuery& query);

/// A WHERE condition for the query: constant text but for `?`. Any thread.
INKWELL_API std::string renderSql(const ListQuery& query, QueryConditionSql& conditions, SqlParams& params);

/// Conditions on one value, for the store's render. `alias` is what the columns text_value, number_value and flag of
/// a table of field values stand behind ("f."); Present is "1=1", a pattern wants any text.
INKWELL_API std::string fieldValueSql(const QueryCondition& condition, std::string_view alias, SqlParams& params);
/// The same with the path: for a table of field values that has the column path too, with the condition's key or, for
/// Present, anything below it.
INKWELL_API std::string fieldSql(const QueryCondition& condition, std::string_view alias, SqlParams& params);
/// For a text column that holds neither blanks nor control characters. NULL gives NULL.
INKWELL_API std::string textColumnSql(const QueryCondition& condition, std::string_view column, SqlParams& params);
/// For a column of UTC milliseconds, which compares as the ISO text that reads show. NULL gives NULL.
INKWELL_API std::string timeColumnSql(const QueryCondition& condition, std::string_view column, SqlParams& params);
/// For a column of whole numbers. NULL gives NULL.
INKWELL_API std::string wholeColumnSql(const QueryCondition& condition, std::string_view column, SqlParams& params);

/// The value in the columns text_value, number_value and flag of a table of field values, in this order.
INKWELL_API SqlRow fieldValueColumns(const Json& value);

}  // namespace inkwell
