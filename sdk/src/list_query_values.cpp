#include <re2/re2.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "inkwell/list_query.h"

namespace inkwell {

namespace {

// A query may hold fifty patterns, each with a program and the states it has met.
constexpr std::int64_t kMaxPatternBytes = 1 << 20;

re2::StringPiece pieceOf(std::string_view text) { return {text.data(), text.size()}; }

RE2::Options quiet() {
    RE2::Options options;
    options.set_log_errors(false);
    options.set_max_mem(kMaxPatternBytes);
    return options;
}

std::string withFlags(std::string_view pattern, std::string_view options) {
    std::string flagged = options.empty() ? "" : "(?" + std::string(options) + ")";
    return flagged.append(pattern);
}

// A double does not tell whole numbers above 2^53 apart, which reads show exactly.
long double exact(const Json& number) {
    static_assert(std::numeric_limits<long double>::digits >= std::numeric_limits<std::uint64_t>::digits);
    if (number.is_int64()) return static_cast<long double>(number.get_int64());
    if (number.is_uint64()) return static_cast<long double>(number.get_uint64());
    return static_cast<long double>(number.get_double());
}

bool sameScalar(const Json& value, const Json& operand) {
    if (value.is_string()) {
        return operand.is_string() && std::string_view(value.get_string()) == std::string_view(operand.get_string());
    }
    if (value.is_bool()) return operand.is_bool() && value.get_bool() == operand.get_bool();
    return value.is_number() && operand.is_number() && exact(value) == exact(operand);
}

bool sameValue(const Json& value, const Json& operand);

bool sameArray(const JsonArray& value, const JsonArray& operand) {
    return std::equal(value.begin(), value.end(), operand.begin(), operand.end(), sameValue);
}

bool sameObject(const JsonObject& value, const JsonObject& operand) {
    return value.size() == operand.size() && std::all_of(operand.begin(), operand.end(), [&](const auto& member) {
               const Json* found = value.if_contains(member.key());
               return found != nullptr && sameValue(*found, member.value());
           });
}

bool sameValue(const Json& value, const Json& operand) {
    if (value.is_object()) return operand.is_object() && sameObject(value.get_object(), operand.get_object());
    if (value.is_array()) return operand.is_array() && sameArray(value.get_array(), operand.get_array());
    if (value.is_null()) return operand.is_null();
    return sameScalar(value, operand);
}

template <class T>
bool inOrder(QueryCondition::Test test, const T& value, const T& operand) {
    switch (test) {
        case QueryCondition::Test::Less:
            return value < operand;
        case QueryCondition::Test::LessOrEqual:
            return value <= operand;
        case QueryCondition::Test::Greater:
            return value > operand;
        case QueryCondition::Test::GreaterOrEqual:
            return value >= operand;
        default:
            return false;
    }
}

}  // namespace

void addFieldValues(const std::string& path, const Json& value, std::vector<FieldValue>& values) {
    if (const JsonArray* array = value.if_array()) {
        for (const Json& element : *array) addFieldValues(path, element, values);
    } else if (const JsonObject* object = value.if_object()) {
        for (const auto& [key, member] : *object) {
            addFieldValues(path.empty() ? std::string(key) : path + "." + std::string(key), member, values);
        }
    } else if (!value.is_null()) {
        values.push_back({path, value, false});
    }
}

bool anyObjectIn(const Json& value, std::string_view path, const JsonTest& test) {
    if (const JsonArray* array = value.if_array()) {
        return std::any_of(array->begin(), array->end(),
                           [&](const Json& element) { return anyObjectIn(element, path, test); });
    }
    if (!value.is_object()) return false;
    return path.empty() ? test(value) : anyObjectIn(value.get_object(), path, test);
}

bool anyObjectIn(const JsonObject& value, std::string_view path, const JsonTest& test) {
    // A key may hold dots itself, as in addFieldValues.
    return std::any_of(value.begin(), value.end(), [&](const auto& member) {
        const std::string_view key = member.key();
        if (!path.starts_with(key)) return false;
        if (path.size() == key.size()) return anyObjectIn(member.value(), "", test);
        return path[key.size()] == '.' && anyObjectIn(member.value(), path.substr(key.size() + 1), test);
    });
}

ApiError wrongQuery(const std::string& what) {
    return ApiError::badRequest("the parameter 'query' is wrong: " + what, {{"query", what}});
}

struct TextPattern::Impl {
    RE2 regex;
};

TextPattern::TextPattern(const std::string& key, std::string_view pattern, std::string_view options)
    : impl_(new Impl{{pieceOf(withFlags(pattern, options)), quiet()}}) {
    if (impl_->regex.ok()) return;
    throw wrongQuery("the operand of '$regex' for '" + key +
                     "' is not a regular expression that can run: " + impl_->regex.error());
}

TextPattern::~TextPattern() = default;

bool TextPattern::isIn(std::string_view text) const { return RE2::PartialMatch(pieceOf(text), impl_->regex); }

bool QueryCondition::asksForObject() const {
    return std::any_of(operands.begin(), operands.end(), [](const Json& operand) { return operand.is_object(); });
}

bool QueryCondition::accepts(const Json& value) const {
    if (upper && !upper->accepts(value)) return false;
    switch (test) {
        case Test::Present:
            return true;
        case Test::Pattern:
            return value.is_string() && pattern->isIn(value.get_string());
        case Test::OneOf:
            for (const Json& operand : operands)
                if (sameValue(value, operand)) return true;
            return false;
        default:
            break;
    }
    const Json& operand = operands.front();
    if (value.is_string() && operand.is_string()) {
        return inOrder(test, std::string_view(value.get_string()), std::string_view(operand.get_string()));
    }
    return value.is_number() && operand.is_number() && inOrder(test, exact(value), exact(operand));
}

}  // namespace inkwell
