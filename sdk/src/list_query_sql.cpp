#include "inkwell/list_query_sql.h"

#include <algorithm>

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

std::string joined(const std::vector<std::string>& parts) {
    if (parts.empty()) return kFalse;
    std::string text;
    for (const std::string& part : parts) text += (text.empty() ? "" : " OR ") + part;
    return parts.size() == 1 ? text : "(" + text + ")";
}

std::string oneOfFieldSql(const QueryCondition& condition, const std::string& alias, SqlParams& params) {
    std::vector<std::string> texts;
    std::vector<std::string> parts;
    for (const Json& operand : condition.operands)
        if (isText(operand)) texts.push_back(indexedPrefix(textOf(operand)));
    if (texts.size() == 1) {
        params.emplace_back(texts.front());
        parts.push_back(alias + "text_value = ?");
    } else if (!texts.empty()) {
        parts.push_back(alias + "text_value IN " + sqlIn(texts, params));
    }
    for (const Json& operand : condition.operands) {
        if (operand.is_number()) {
            params.emplace_back(operand.to_number<double>());
            parts.push_back(alias + "number_value = ?");
        } else if (operand.is_bool()) {
            params.emplace_back(operand.get_bool());
            parts.push_back("(" + alias + "text_value IS NULL AND " + alias + "flag = ?)");
        }
    }
    return joined(parts);
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

std::string oneTimeSql(Test test, std::string_view operand, const std::string& column, SqlParams& params) {
    const std::int64_t time = firstTimeFrom(operand);
    const bool isTime = isoTime(time) == operand;
    if (test == Test::OneOf && !isTime) return kFalse;
    params.emplace_back(time);
    if (test == Test::OneOf) return column + " = ?";
    // Between two times a text is above the one and below the other, whether or not it may be equal.
    if (test == Test::Greater || test == Test::GreaterOrEqual) {
        return column + (isTime && test == Test::Greater ? " > ?" : " >= ?");
    }
    return column + (isTime && test == Test::LessOrEqual ? " <= ?" : " < ?");
}

bool isPlain(std::string_view text) {
    return std::none_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) <= ' '; });
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

bool isSqlExact(const QueryCondition& condition) {
    if (condition.test == Test::Pattern) return false;
    return std::all_of(condition.operands.begin(), condition.operands.end(), [](const Json& operand) {
        return !isText(operand) || codePoints(indexedText(textOf(operand))) <= kIndexedTextLength;
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
    if (isText(operand)) {
        params.emplace_back(indexedPrefix(textOf(operand)));
        return columns + "text_value" + signOf(condition.test);
    }
    params.emplace_back(operand.to_number<double>());
    return columns + "number_value" + signOf(condition.test);
}

std::string textColumnSql(const QueryCondition& condition, std::string_view column, SqlParams& params) {
    if (condition.test == Test::Present) return kTrue;
    std::vector<std::string> parts;
    for (const Json& operand : condition.operands) {
        if (!isText(operand)) continue;
        const std::string text = textOf(operand);
        // MySQL pads with blanks what it compares, which tells on operands with blanks and control characters only.
        const bool plain = isPlain(text);
        params.emplace_back(plain ? text : hexOf(text));
        const std::string compared = plain ? std::string(column) : "HEX(" + std::string(column) + ")";
        parts.push_back(compared + (condition.test == Test::OneOf ? " = ?" : signOf(condition.test)));
    }
    return joined(parts);
}

std::string timeColumnSql(const QueryCondition& condition, std::string_view column, SqlParams& params) {
    if (condition.test == Test::Present) return kTrue;
    std::vector<std::string> parts;
    for (const Json& operand : condition.operands) {
        if (isText(operand)) parts.push_back(oneTimeSql(condition.test, textOf(operand), std::string(column), params));
    }
    return joined(parts);
}

}  // namespace inkwell
