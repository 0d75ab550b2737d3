#include "inkwell/query_columns.h"

#include <algorithm>
#include <set>

#include "inkwell/list_query_sql.h"
#include "inkwell/text.h"

namespace inkwell {

namespace {

bool isAtOrBelow(std::string_view path, std::string_view key) {
    return path.starts_with(key) && (path.size() == key.size() || path[key.size()] == '.');
}

bool fits(const std::string& path) { return codePoints(indexedText(path)) <= kIndexedPathLength; }

std::string testedSql(QueryColumn::Kind kind, std::string_view name, const QueryCondition& condition,
                      SqlParams& params) {
    switch (kind) {
        case QueryColumn::Kind::Time:
            return timeColumnSql(condition, name, params);
        case QueryColumn::Kind::Number:
            return wholeColumnSql(condition, name, params);
        case QueryColumn::Kind::Text:
            break;
    }
    return textColumnSql(condition, name, params);
}

}  // namespace

const QueryColumn* findColumn(std::span<const QueryColumn> columns, std::string_view key) {
    const auto found =
        std::find_if(columns.begin(), columns.end(), [&](const QueryColumn& column) { return column.key == key; });
    return found == columns.end() ? nullptr : &*found;
}

std::string columnSql(const QueryColumn& column, std::string_view name, const QueryCondition& condition,
                      SqlParams& params) {
    // No number matches a pattern.
    if (condition.test == QueryCondition::Test::Pattern)
        return column.kind == QueryColumn::Kind::Number ? "1=0" : "1=1";
    const std::string tested = testedSql(column.kind, name, condition, params);
    if (column.present.empty()) return tested;
    return "(" + std::string(name) + std::string(column.present) + " AND " + tested + ")";
}

void addIndexedFields(std::vector<FieldValue> found, std::size_t most, std::vector<FieldValue>& fields) {
    std::set<std::pair<std::string, std::string>> seen;
    for (FieldValue& field : found) {
        if (!fits(field.path) || !seen.emplace(field.path, writeJson(field.value)).second) continue;
        fields.push_back(std::move(field));
        if (fields.size() == most) break;
    }
}

bool RecordDocument::any(std::string_view key, const JsonTest& test) const {
    if (findColumn(columns_, key) != nullptr) {
        const Json value = columnValue_(key);
        return !value.is_null() && test(value);
    }
    return std::any_of(fields_.begin(), fields_.end(),
                       [&](const FieldValue& field) { return field.path == key && test(field.value); });
}

bool RecordDocument::anyObject(std::string_view key, const JsonTest& test) const {
    return anyObject_ && findColumn(columns_, key) == nullptr && anyObject_(key, test);
}

bool RecordDocument::has(std::string_view key) const {
    if (findColumn(columns_, key) != nullptr) return !columnValue_(key).is_null();
    return std::any_of(fields_.begin(), fields_.end(),
                       [&](const FieldValue& field) { return isAtOrBelow(field.path, key); });
}

}  // namespace inkwell
