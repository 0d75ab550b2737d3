#pragma once

#include <string>
#include <string_view>

#include "inkwell/database.h"
#include "inkwell/export.h"
#include "inkwell/list_query.h"

namespace inkwell {

/// Length of the text columns of a table of field values: of longer texts they keep a prefix.
inline constexpr std::size_t kIndexedTextLength = 190;
inline constexpr std::size_t kIndexedPathLength = 500;
/// Of a path as it is given: indexedText adds two.
inline constexpr std::size_t kQueryKeyLength = kIndexedPathLength - 2;

/// A text as a column of field values keeps it. No such text is a prefix of another one, so that the padding of MySQL's
/// comparisons has no effect and the order is that of the bytes. Any thread.
INKWELL_API std::string indexedText(std::string_view text);
/// indexedText of the first kIndexedTextLength code points.
INKWELL_API std::string indexedPrefix(std::string_view text);

/// For a store: SQL of the single conditions. Used by one renderSql at a time.
class INKWELL_API QueryConditionSql {
public:
    virtual ~QueryConditionSql() = default;
    /// SQL that is true or false for each row, never NULL, with its values appended to `params`.
    virtual std::string render(const QueryCondition& condition, SqlParams& params) = 0;
    /// A superset, for a condition that isSqlExact refuses: may also select rows that do not match.
    virtual std::string renderWider(const QueryCondition& condition, SqlParams& params) = 0;
};

/// A wider condition for an index of prefixes: of two long texts with the same prefix, either may be the greater one.
INKWELL_API QueryCondition widened(QueryCondition condition);

/// Of a condition that asks for an object: whether what equals the object has rows in a table of field values. Neither
/// null, nor an empty list or object, has one, an unset text may have none, and paths that are too long are not kept.
/// Any thread.
INKWELL_API bool leavesRows(const QueryCondition& condition);

/// False for a pattern, and for a comparison with a text of which the index keeps only a prefix.
INKWELL_API bool isSqlExact(const QueryCondition& condition);
/// Whether all conditions of a query are exact. If not, renderSql selects a superset and ListQuery::matches
/// decides.
INKWELL_API bool isSqlExact(const ListQuery& query);

/// A WHERE condition for the query, made of constant texts and `?` only. Any thread.
INKWELL_API std::string renderSql(const ListQuery& query, QueryConditionSql& conditions, SqlParams& params);

/// Conditions on one value, for the store's render. `alias` is the prefix ("f.") of the columns text_value,
/// number_value and flag of a table of field values. Present becomes "1=1", a pattern any text.
INKWELL_API std::string fieldValueSql(const QueryCondition& condition, std::string_view alias, SqlParams& params);
/// fieldValueSql with a condition on the column path of the table: it must be the condition's key or, for Present, that
/// or anything below it.
INKWELL_API std::string fieldSql(const QueryCondition& condition, std::string_view alias, SqlParams& params);
/// For a text column that holds neither blanks nor control characters. NULL gives NULL.
INKWELL_API std::string textColumnSql(const QueryCondition& condition, std::string_view column, SqlParams& params);
/// For a column of UTC milliseconds, compared as the ISO text that reads show. NULL gives NULL.
INKWELL_API std::string timeColumnSql(const QueryCondition& condition, std::string_view column, SqlParams& params);
/// For a column of whole numbers. NULL gives NULL.
INKWELL_API std::string wholeColumnSql(const QueryCondition& condition, std::string_view column, SqlParams& params);

/// The value in the columns text_value, number_value and flag of a table of field values, in this order.
INKWELL_API SqlRow fieldValueColumns(const Json& value);

}  // namespace inkwell
