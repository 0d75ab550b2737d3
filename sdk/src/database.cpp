#include "inkwell/database.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <stdexcept>

#include "inkwell/engine_support.h"
#include "inkwell/sql_rows.h"

namespace inkwell {

namespace {

std::int64_t toInteger(double value) {
    constexpr double kLimit = 9223372036854775808.0;  // 2^63: converting from there on is undefined
    if (!(value > -kLimit)) return std::isnan(value) ? 0 : INT64_MIN;
    return value < kLimit ? static_cast<std::int64_t>(value) : INT64_MAX;
}

std::string toText(double value) {
    char buffer[32];
    const auto result = std::to_chars(buffer, buffer + sizeof buffer, value);
    return {buffer, result.ptr};
}

}  // namespace

std::int64_t SqlValue::integer() const {
    if (const auto* number = std::get_if<std::int64_t>(&value_)) return *number;
    if (const auto* real = std::get_if<double>(&value_)) return toInteger(*real);
    if (const auto* text = std::get_if<std::string>(&value_)) return std::strtoll(text->c_str(), nullptr, 10);
    return 0;
}

double SqlValue::number() const {
    if (const auto* real = std::get_if<double>(&value_)) return *real;
    if (const auto* number = std::get_if<std::int64_t>(&value_)) return static_cast<double>(*number);
    double parsed = 0;
    if (const auto* text = std::get_if<std::string>(&value_)) {
        // Not strtod: that one listens to the process's locale.
        std::from_chars(text->data(), text->data() + text->size(), parsed);
    }
    return parsed;
}

std::string SqlValue::text() && {
    if (auto* text = std::get_if<std::string>(&value_)) return std::move(*text);
    if (auto* bytes = std::get_if<SqlBytes>(&value_)) return std::move(bytes->bytes);
    return static_cast<const SqlValue&>(*this).text();
}

std::string SqlValue::text() const& {
    if (const auto* number = std::get_if<std::int64_t>(&value_)) return std::to_string(*number);
    if (const auto* real = std::get_if<double>(&value_)) return toText(*real);
    return std::string(view());
}

std::optional<std::string> SqlValue::optionalText() const {
    if (isNull()) return std::nullopt;
    return text();
}

std::optional<std::int64_t> SqlValue::optionalInteger() const {
    if (isNull()) return std::nullopt;
    return integer();
}

std::string_view SqlValue::view() const noexcept {
    if (const auto* text = std::get_if<std::string>(&value_)) return *text;
    if (const auto* bytes = std::get_if<SqlBytes>(&value_)) return bytes->bytes;
    return {};
}

std::optional<SqlRow> Sql::selectOne(std::string_view statement, const SqlParams& params) {
    std::vector<SqlRow> rows = select(statement, params);
    if (rows.empty()) return std::nullopt;
    return std::move(rows.front());
}

std::string sqlIn(std::span<const std::string> values, SqlParams& params) {
    if (values.empty()) return "(NULL)";
    const std::size_t count = std::bit_ceil(values.size());
    std::string text = "(";
    for (std::size_t i = 0; i < count; ++i) {
        text += i == 0 ? "?" : ",?";
        params.emplace_back(i < values.size() ? values[i] : values.back());
    }
    return text + ")";
}

void insertRows(Sql& sql, std::string_view insert, std::span<const SqlRow> rows) {
    constexpr std::size_t kRowsPerStatement = 500;
    for (std::size_t at = 0; at < rows.size(); at += kRowsPerStatement) {
        const std::span<const SqlRow> part = rows.subspan(at, std::min(kRowsPerStatement, rows.size() - at));
        std::string row = " (?";
        for (std::size_t column = 1; column < part.front().size(); ++column) row += ", ?";
        row += ")";
        std::string statement(insert);
        SqlParams params;
        params.reserve(part.size() * part.front().size());
        for (const SqlRow& one : part) {
            statement.append(params.empty() ? "" : ",").append(row);
            params.insert(params.end(), one.begin(), one.end());
        }
        sql.execute(statement, params);
    }
}

std::string_view shortenedStatement(std::string_view statement) {
    constexpr std::size_t kMost = 60;
    return statement.substr(0, std::min(statement.find(" ("), kMost));
}

std::string expandWords(std::string_view ddl,
                        const std::function<std::string(std::string_view, std::string_view)>& meaning) {
    std::string expanded;
    for (std::size_t at = 0; at < ddl.size();) {
        const std::size_t open = ddl.find('{', at);
        expanded += ddl.substr(at, open - at);
        if (open == std::string_view::npos) break;
        const std::size_t close = ddl.find('}', open);
        if (close == std::string_view::npos) {
            throw std::logic_error("the column word at '" + std::string(ddl.substr(open)) + "' is not closed");
        }
        const std::string_view word = ddl.substr(open + 1, close - open - 1);
        const std::size_t colon = word.find(':');
        const bool argued = colon != std::string_view::npos;
        expanded += meaning(word.substr(0, colon), argued ? word.substr(colon + 1) : std::string_view());
        at = close + 1;
    }
    return expanded;
}

}  // namespace inkwell
