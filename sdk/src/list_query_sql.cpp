#include "inkwell/list_query_sql.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "inkwell/text.h"

namespace inkwell {

namespace {

using Test = QueryCondition::Test;
using Kind = QueryNode::Kind;

constexpr const char* kTrue = "1=1";
constexpr const char* kFalse = "1=0";

// Whether the rows selected may be too many or too few where SQL cannot tell.
enum class Bound { Wider, Narrower };

std::string renderNode(const QueryNode& node, Bound bound, QueryConditionSql& conditions, SqlParams& params) {
    if (node.kind == Kind::Condition) {
        if (isSqlExact(node.condition)) return conditions.render(node.condition, params);
        if (bound == Bound::Wider && node.condition.asksForObject() && !leavesRows(node.condition)) return kTrue;
        return bound == Bound::Wider ? conditions.renderWider(node.condition, params) : kFalse;
    }
    if (node.kind == Kind::Not) {
        const Bound other = bound == Bound::Wider ? Bound::Narrower : Bound::Wider;
        return "NOT (" + renderNode(node.children.front(), other, conditions, params) + ")";
    }
    if (node.children.empty()) return node.kind == Kind::All ? kTrue : kFalse;
    std::string text;
    for (const QueryNode& child : node.children) {
        if (!text.empty()) text += node.kind == Kind::All ? " AND " : " OR ";
        text += renderNode(child, bound, conditions, params);
    }
    return node.children.size() == 1 ? text : "(" + text + ")";
}

bool isExactNode(const QueryNode& node) {
    if (node.kind == Kind::Condition) return isSqlExact(node.condition);
    return std::all_of(node.children.begin(), node.children.end(), isExactNode);
}

const char* signOf(Test test) {
    switch (test) {
        case Test::Less:
            return " < ?";
        case Test::LessOrEqual:
            return " <= ?";
        case Test::Greater:
            return " > ?";
        default:
            return " >= ?";
    }
}

bool isText(const Json& value) { return value.is_string(); }

std::string textOf(const Json& value) { return std::string(value.get_string()); }

// A column of doubles keeps other numbers from here on as the same one.
bool isTold(const Json& operand) {
    constexpr double kWholeNumbers = 9007199254740992;  // 2^53
    return !operand.is_number() || std::abs(operand.to_number<double>()) < kWholeNumbers;
}

std::string joined(const std::vector<std::string>& parts) {
    if (parts.empty()) return kFalse;
    std::string text;
    for (const std::string& part : parts) text += (text.empty() ? "" : " OR ") + part;
    return parts.size() == 1 ? text : "(" + text + ")";
}

// One test however many the values are: SQLite takes a thousand levels of OR. The list is padded as sqlIn's; nothing
// for no values.
void addOneOf(const std::string& column, const SqlParams& values, std::vector<std::string>& parts, SqlParams& params) {
    if (values.empty()) return;
    params.insert(params.end(), values.begin(), values.end());
    if (values.size() == 1) {
        parts.push_back(column + " = ?");
        return;
    }
    const std::size_t padded = std::bit_ceil(values.size());
    params.insert(params.end(), padded - values.size(), values.back());
    std::string list = "?";
    for (std::size_t i = 1; i < padded; ++i) list += ",?";
    parts.push_back(column + " IN (" + list + ")");
}

std::string oneOfFieldSql(const QueryCondition& condition, const std::string& alias, SqlParams& params) {
    SqlParams texts;
    SqlParams numbers;
    SqlParams flags;
    for (const Json& operand : condition.operands) {
        if (isText(operand)) {
            texts.emplace_back(indexedPrefix(textOf(operand)));
        } else if (operand.is_number()) {
            numbers.emplace_back(operand.to_number<double>());
        } else {
            flags.emplace_back(operand.get_bool());
        }
    }
    std::vector<std::string> parts;
    addOneOf(alias + "text_value", texts, parts, params);
    addOneOf(alias + "number_value", numbers, parts, params);
    if (!flags.empty()) {
        std::vector<std::string> flag;
        addOneOf(alias + "flag", flags, flag, params);
        parts.push_back("(" + alias + "text_value IS NULL AND " + flag.front() + ")");
    }
    return joined(parts);
}

using ColumnSql = std::string (*)(const QueryCondition&, std::string_view, SqlParams&);

std::string withUpper(std::string lower, const QueryCondition& condition, ColumnSql sql, std::string_view column,
                      SqlParams& params) {
    if (!condition.upper) return lower;
    return "(" + lower + " AND " + sql(*condition.upper, column, params) + ")";
}

// The smallest time whose text is not below `text`; one past the last when there is none.
std::int64_t firstTimeFrom(std::string_view text) {
    std::int64_t low = *parseIsoTime("0000-01-01T00:00:00.000Z");
    std::int64_t high = *parseIsoTime("9999-12-31T23:59:59.999Z") + 1;
    while (low < high) {
        const std::int64_t middle = low + (high - low) / 2;
        if (isoTime(middle) < text) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

std::string timeOrderSql(Test test, std::string_view operand, const std::string& column, SqlParams& params) {
    const std::int64_t time = firstTimeFrom(operand);
    const bool isTime = isoTime(time) == operand;
    params.emplace_back(time);
    // Between two times a text is above the one and below the other, whether or not it may be equal.
    if (test == Test::Greater || test == Test::GreaterOrEqual) {
        return column + (isTime && test == Test::Greater ? " > ?" : " >= ?");
    }
    return column + (isTime && test == Test::LessOrEqual ? " <= ?" : " < ?");
}

bool isPlain(std::string_view text) {
    return std::none_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) <= ' '; });
}

// Whole numbers are compared with whole numbers: MariaDB takes a bound -1e-300 for 0 beside a whole column.
std::int64_t wholeBound(Test test, double bound) {
    constexpr double kFar = 4e18;
    const double whole = test == Test::Less || test == Test::GreaterOrEqual ? std::ceil(bound) : std::floor(bound);
    return static_cast<std::int64_t>(std::clamp(whole, -kFar, kFar));
}

std::string hexOf(std::string_view text) {
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    std::string hex;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        hex += kDigits[byte >> 4];
        hex += kDigits[byte & 15];
    }
    return hex;
}

}  // namespace

std::string indexedText(std::string_view text) {
    std::string kept;
    kept.reserve(text.size() + 2);
    for (const char c : text) {
        kept += c;
        if (c == '\x01') kept += '\x02';
    }
    return kept += "\x01\x01";
}

std::string indexedPrefix(std::string_view text) {
    // Four bytes make a code point at most, so that no more needs to be looked at.
    std::string kept = indexedText(text.substr(0, 4 * kIndexedTextLength));
    std::size_t points = 0;
    for (std::size_t at = 0; at < kept.size(); ++at) {
        if ((static_cast<unsigned char>(kept[at]) & 0xC0) == 0x80) continue;
        if (points++ == kIndexedTextLength) {
            kept.resize(at);
            break;
        }
    }
    return kept;
}

QueryCondition widened(QueryCondition condition) {
    if (condition.asksForObject()) return {condition.key, Test::Present, {}, nullptr, nullptr};
    if (condition.test == Test::Less) condition.test = Test::LessOrEqual;
    if (condition.test == Test::Greater) condition.test = Test::GreaterOrEqual;
    if (condition.upper) condition.upper = std::make_shared<const QueryCondition>(widened(*condition.upper));
    return condition;
}

bool leavesRows(const QueryCondition& condition) {
    std::vector<FieldValue> leaves;
    addFieldValues(condition.key, condition.operands.front(), leaves);
    return std::any_of(leaves.begin(), leaves.end(), [](const FieldValue& leaf) {
        return leaf.value != Json("") && codePoints(indexedText(leaf.path)) <= kIndexedPathLength;
    });
}

bool isSqlExact(const QueryCondition& condition) {
    if (condition.test == Test::Pattern || condition.asksForObject()) return false;
    if (condition.upper && !isSqlExact(*condition.upper)) return false;
    return std::all_of(condition.operands.begin(), condition.operands.end(), [](const Json& operand) {
        return isText(operand) ? codePoints(indexedText(textOf(operand))) <= kIndexedTextLength : isTold(operand);
    });
}

bool isSqlExact(const ListQuery& query) { return isExactNode(query.root()); }

std::string renderSql(const ListQuery& query, QueryConditionSql& conditions, SqlParams& params) {
    return renderNode(query.root(), Bound::Wider, conditions, params);
}

std::string fieldValueSql(const QueryCondition& condition, std::string_view alias, SqlParams& params) {
    const std::string columns(alias);
    if (condition.test == Test::Present) return kTrue;
    if (condition.test == Test::Pattern) return columns + "text_value IS NOT NULL";
    if (condition.test == Test::OneOf) return oneOfFieldSql(condition, columns, params);
    const Json& operand = condition.operands.front();
    std::string bound = columns;
    if (isText(operand)) {
        params.emplace_back(indexedPrefix(textOf(operand)));
        bound += "text_value";
    } else {
        params.emplace_back(operand.to_number<double>());
        bound += "number_value";
    }
    bound += signOf(condition.test);
    return condition.upper ? bound + " AND " + fieldValueSql(*condition.upper, alias, params) : bound;
}

std::string fieldSql(const QueryCondition& condition, std::string_view alias, SqlParams& params) {
    const std::string column = std::string(alias) + "path";
    std::string path = column + " = ?";
    params.emplace_back(indexedText(condition.key));
    if (condition.test == Test::Present) {
        // '/' follows '.': the range holds what is below the key.
        path = "(" + column + " = ? OR (" + column + " >= ? AND " + column + " < ?))";
        params.emplace_back(indexedText(condition.key + "."));
        params.emplace_back(indexedText(condition.key + "/"));
    }
    return path + " AND " + fieldValueSql(condition, alias, params);
}

SqlRow fieldValueColumns(const Json& value) {
    SqlRow columns(3);
    if (const auto* text = value.if_string()) {
        columns[0] = indexedPrefix(std::string_view(*text));
    } else if (value.is_bool()) {
        columns[2] = value.get_bool();
    } else {
        columns[1] = value.to_number<double>();
    }
    return columns;
}

std::string textColumnSql(const QueryCondition& condition, std::string_view column, SqlParams& params) {
    if (condition.test == Test::Present) return kTrue;
    const std::string name(column);
    SqlParams plain;
    SqlParams hex;
    for (const Json& operand : condition.operands) {
        if (!isText(operand)) continue;
        const std::string text = textOf(operand);
        // An engine may pad with blanks what it compares, which tells on operands with blanks and control characters.
        if (isPlain(text)) {
            plain.emplace_back(text);
        } else {
            hex.emplace_back(hexOf(text));
        }
    }
    std::vector<std::string> parts;
    if (condition.test == Test::OneOf) {
        addOneOf(name, plain, parts, params);
        addOneOf("HEX(" + name + ")", hex, parts, params);
    } else if (!plain.empty() || !hex.empty()) {
        params.push_back(plain.empty() ? hex.front() : plain.front());
        parts.push_back((plain.empty() ? "HEX(" + name + ")" : name) + signOf(condition.test));
    }
    return withUpper(joined(parts), condition, textColumnSql, column, params);
}

std::string timeColumnSql(const QueryCondition& condition, std::string_view column, SqlParams& params) {
    if (condition.test == Test::Present) return kTrue;
    SqlParams times;
    std::vector<std::string> parts;
    for (const Json& operand : condition.operands) {
        if (!isText(operand)) continue;
        const std::string text = textOf(operand);
        if (condition.test != Test::OneOf) {
            parts.push_back(timeOrderSql(condition.test, text, std::string(column), params));
        } else if (const std::int64_t time = firstTimeFrom(text); isoTime(time) == text) {
            times.emplace_back(time);
        }
    }
    addOneOf(std::string(column), times, parts, params);
    return withUpper(joined(parts), condition, timeColumnSql, column, params);
}

std::string wholeColumnSql(const QueryCondition& condition, std::string_view column, SqlParams& params) {
    if (condition.test == Test::Present) return kTrue;
    SqlParams values;
    std::vector<std::string> parts;
    for (const Json& operand : condition.operands) {
        if (!operand.is_number()) continue;
        const double number = operand.to_number<double>();
        const std::int64_t whole = wholeBound(condition.test, number);
        if (condition.test != Test::OneOf) {
            params.emplace_back(whole);
            parts.push_back(std::string(column) + signOf(condition.test));
        } else if (static_cast<double>(whole) == number) {
            values.emplace_back(whole);
        }
    }
    addOneOf(std::string(column), values, parts, params);
    return withUpper(joined(parts), condition, wholeColumnSql, column, params);
}

}  // namespace inkwell
