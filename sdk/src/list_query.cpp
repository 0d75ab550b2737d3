#include "inkwell/list_query.h"

#include <algorithm>
#include <array>
#include <utility>

#include "inkwell/list_query_sql.h"
#include "inkwell/nearest_word.h"
#include "inkwell/text.h"

namespace inkwell {

namespace {

using Test = QueryCondition::Test;
using Kind = QueryNode::Kind;

constexpr std::size_t kMaxBytes = 16 * 1024;
constexpr int kMaxConditions = 50;
constexpr int kMaxLevels = 8;
constexpr int kMaxJsonLevels = 32;  // eight levels with their arrays are at home in it
constexpr std::size_t kShownBytes = 100;

// In the order of ASCII.
constexpr std::array<std::string_view, 16> kOperators = {"$all", "$and",     "$eq",  "$exists", "$gt",  "$gte",
                                                         "$in",  "$lt",      "$lte", "$ne",     "$nin", "$nor",
                                                         "$not", "$options", "$or",  "$regex"};

// What people know from elsewhere, lower-case.
constexpr std::array<std::pair<std::string_view, std::string_view>, 22> kSynonyms = {{
    {"$like", "$regex"},        {"$ilike", "$regex"},     {"$contains", "$regex"},   {"$containsi", "$regex"},
    {"$startswithi", "$regex"}, {"$endswithi", "$regex"}, {"$eqi", "$regex"},        {"$search", "$regex"},
    {"$match", "$regex"},       {"$text", "$regex"},      {"$startswith", "$regex"}, {"$endswith", "$regex"},
    {"$equals", "$eq"},         {"$is", "$eq"},           {"$neq", "$ne"},           {"$greaterthan", "$gt"},
    {"$lessthan", "$lt"},       {"$before", "$lt"},       {"$after", "$gt"},         {"$oneof", "$in"},
    {"$notin", "$nin"},         {"$null", "$exists"},
}};

bool isGroup(std::string_view name) { return name == "$and" || name == "$or" || name == "$nor"; }

bool isOperator(std::string_view name) { return std::binary_search(kOperators.begin(), kOperators.end(), name); }

// The operator itself too, in whatever case; "" for none.
std::string_view operatorCalled(const std::string& lowerName) {
    const auto synonym =
        std::find_if(kSynonyms.begin(), kSynonyms.end(), [&](const auto& one) { return one.first == lowerName; });
    if (synonym != kSynonyms.end()) return synonym->second;
    const auto found = std::lower_bound(kOperators.begin(), kOperators.end(), lowerName);
    return found != kOperators.end() && *found == lowerName ? *found : std::string_view();
}

// " (did you mean '$regex'?)", or "".
std::string suggestion(std::string_view name) {
    std::string_view meant = operatorCalled(asciiLower(name));
    if (meant.empty()) meant = nearestWord(name, kOperators);
    return meant.empty() ? "" : " (did you mean '" + std::string(meant) + "'?)";
}

std::string listOf(bool groups) {
    std::string list;
    for (const std::string_view name : kOperators) {
        if (isGroup(name) == groups) list += (list.empty() ? "" : ", ") + std::string(name);
    }
    return list;
}

std::string quoted(std::string_view text) { return quotedText(text, kShownBytes); }

bool hasOperator(const JsonObject& object) {
    return std::any_of(object.begin(), object.end(), [](const auto& member) { return member.key().starts_with("$"); });
}

QueryNode negated(QueryNode node) {
    QueryNode result{Kind::Not, {}, {}};
    result.children.push_back(std::move(node));
    return result;
}

class Parser {
public:
    Parser(const QueryKeys& keys, std::set<std::string>& used) : keys_(keys), used_(used) {}

    /// {"type": "posts", "$or": [...]}
    QueryNode query(const JsonObject& given, int level) {
        checkLevel(level);
        QueryNode all;
        for (const auto& [name, value] : given) {
            all.children.push_back(name.starts_with("$") ? group(name, value, level) : key(name, value, level));
        }
        return all;
    }

private:
    QueryNode group(std::string_view name, const Json& value, int level);
    QueryNode key(std::string_view name, const Json& value, int level);
    QueryNode operators(const std::string& key, const JsonObject& given, int level);
    QueryNode oneOperator(const std::string& key, std::string_view name, const Json& operand, const JsonObject& given,
                          int level);
    static void checkWhole(const std::string& key, const Json& value);
    QueryNode oneOf(const std::string& key, std::string_view name, const Json& operand);
    QueryNode allOf(const std::string& key, const Json& operand);
    QueryNode equal(const std::string& key, std::string_view name, const Json& operand);
    QueryNode pattern(const std::string& key, const Json& operand, const JsonObject& given);
    QueryNode condition(const std::string& key, Test test, std::vector<Json> operands = {});
    static void joinBounds(std::vector<QueryNode>& nodes);

    void checkKey(std::string_view name) const;
    static void checkLevel(int level) {
        if (level > kMaxLevels) throw wrongQuery("it nests deeper than " + std::to_string(kMaxLevels) + " levels");
    }
    void count() {
        if (++conditions_ > kMaxConditions) {
            throw wrongQuery("it has more than " + std::to_string(kMaxConditions) + " conditions");
        }
    }
    static ApiError wrongOperand(const std::string& key, std::string_view name, const std::string& mustBe,
                                 const Json& operand) {
        return wrongQuery("the operand of '" + std::string(name) + "' for " + quoted(key) + " must be " + mustBe +
                          ", not " + std::string(jsonKindName(operand)));
    }

    const QueryKeys& keys_;
    std::set<std::string>& used_;
    int conditions_ = 0;
};

ApiError wrongBesideKeys(std::string_view name) {
    const std::string allowed = "; beside keys there may be " + listOf(true);
    if (!isOperator(name)) return wrongQuery("unknown operator " + quoted(name) + suggestion(name) + allowed);
    return wrongQuery("the operator " + quoted(name) + " stands inside a field, as in {\"title\": {" +
                      writeJson(Json(name)) + ": ...}}" + allowed);
}

ApiError wrongInField(std::string_view name, const std::string& key) {
    const std::string allowed = "; inside a field there may be " + listOf(false);
    if (!isOperator(name)) {
        return wrongQuery("unknown operator " + quoted(name) + " for " + quoted(key) + suggestion(name) + allowed);
    }
    return wrongQuery("the operator " + quoted(name) + " stands beside keys, not inside " + quoted(key) + allowed);
}

// {"title": {"_eq": "a"}}, {"title": {"like": "a"}}: of a field that never holds an object, operators of other
// languages.
void refuseOperatorWithoutSign(const std::string& key, const JsonObject& given) {
    for (const auto& [name, operand] : given) {
        const std::string lower = asciiLower(name);
        const std::string_view meant = operatorCalled("$" + lower.substr(lower.starts_with('_') ? 1 : 0));
        if (meant.empty()) continue;
        throw wrongQuery("unknown operator " + quoted(name) + " for " + quoted(key) + " (did you mean '" +
                         std::string(meant) + "'?); operators begin with '$'");
    }
}

QueryNode Parser::group(std::string_view name, const Json& value, int level) {
    if (!isGroup(name)) throw wrongBesideKeys(name);
    const JsonArray* parts = value.if_array();
    if (parts == nullptr || parts->empty()) {
        throw wrongQuery("the operand of '" + std::string(name) + "' must be an array of at least one query");
    }
    QueryNode node{name == "$and" ? Kind::All : Kind::Any, {}, {}};
    for (const Json& part : *parts) {
        if (!part.is_object()) {
            throw wrongQuery("each element of '" + std::string(name) + "' must be an object, not " +
                             std::string(jsonKindName(part)));
        }
        node.children.push_back(query(part.get_object(), level + 1));
    }
    return name == "$nor" ? negated(std::move(node)) : node;
}

void Parser::checkKey(std::string_view name) const {
    constexpr std::string_view kMetadata = "metadata.";
    if (codePoints(indexedText(name)) > kIndexedPathLength) {
        throw wrongQuery("the key " + quoted(name) + " is longer than " + std::to_string(kQueryKeyLength) +
                         " characters");
    }
    if (keys_.contains(name) || (name.starts_with(kMetadata) && name.size() > kMetadata.size())) return;
    std::string known;
    for (const std::string& key : keys_) known += key + " ";
    throw wrongQuery("unknown key " + quoted(name) + "; known are: " + known + "metadata.<key>");
}

QueryNode Parser::key(std::string_view name, const Json& value, int level) {
    checkKey(name);
    const std::string key(name);
    const JsonObject* given = value.if_object();
    if (given != nullptr && hasOperator(*given)) return operators(key, *given, level);
    if (given != nullptr && keys_.contains(name)) refuseOperatorWithoutSign(key, *given);
    count();
    return equal(key, "$eq", value);
}

QueryNode Parser::operators(const std::string& key, const JsonObject& given, int level) {
    if (given.empty())
        throw wrongQuery("the operand of '$not' for " + quoted(key) + " is empty; operators are missing");
    QueryNode all;
    for (const auto& [name, operand] : given) {
        if (name == "$options") {
            if (!given.contains("$regex")) throw wrongQuery("'$options' for " + quoted(key) + " needs a '$regex'");
            continue;
        }
        count();
        all.children.push_back(oneOperator(key, name, operand, given, level));
    }
    joinBounds(all.children);
    return all;
}

void Parser::joinBounds(std::vector<QueryNode>& nodes) {
    const auto find = [&](Test inner, Test outer) {
        return std::find_if(nodes.begin(), nodes.end(), [&](const QueryNode& node) {
            return node.kind == Kind::Condition && (node.condition.test == inner || node.condition.test == outer);
        });
    };
    const auto lower = find(Test::Greater, Test::GreaterOrEqual);
    const auto upper = find(Test::Less, Test::LessOrEqual);
    if (lower == nodes.end() || upper == nodes.end()) return;
    lower->condition.upper = std::make_shared<const QueryCondition>(std::move(upper->condition));
    nodes.erase(upper);
}

QueryNode Parser::oneOperator(const std::string& key, std::string_view name, const Json& operand,
                              const JsonObject& given, int level) {
    static constexpr std::array<std::pair<std::string_view, Test>, 4> kComparisons = {{
        {"$gt", Test::Greater},
        {"$gte", Test::GreaterOrEqual},
        {"$lt", Test::Less},
        {"$lte", Test::LessOrEqual},
    }};
    for (const auto& [comparison, test] : kComparisons) {
        if (comparison != name) continue;
        if (!operand.is_string() && !operand.is_number()) throw wrongOperand(key, name, "a text or a number", operand);
        return condition(key, test, {operand});
    }
    if (name == "$eq") return equal(key, name, operand);
    if (name == "$ne") return negated(equal(key, name, operand));
    if (name == "$in") return oneOf(key, name, operand);
    if (name == "$nin") return negated(oneOf(key, name, operand));
    if (name == "$all") return allOf(key, operand);
    if (name == "$regex") return pattern(key, operand, given);
    if (name == "$exists") {
        if (!operand.is_bool()) throw wrongOperand(key, name, "true or false", operand);
        QueryNode present = condition(key, Test::Present);
        return operand.get_bool() ? present : negated(std::move(present));
    }
    if (name == "$not") {
        if (!operand.is_object()) throw wrongOperand(key, name, "an object with operators", operand);
        checkLevel(level + 1);
        return negated(operators(key, operand.get_object(), level + 1));
    }
    throw wrongInField(name, key);
}

QueryNode Parser::condition(const std::string& key, Test test, std::vector<Json> operands) {
    used_.insert(key);
    return {Kind::Condition, {}, {key, test, std::move(operands), nullptr, nullptr}};
}

QueryNode Parser::equal(const std::string& key, std::string_view name, const Json& operand) {
    if (operand.is_array()) {
        throw wrongOperand(key, name, "no list (for lists there are $in and $all)", operand);
    }
    if (operand.is_object()) checkWhole(key, operand);
    return operand.is_null() ? negated(condition(key, Test::Present)) : condition(key, Test::OneOf, {operand});
}

void Parser::checkWhole(const std::string& key, const Json& value) {
    if (const JsonArray* array = value.if_array()) {
        for (const Json& element : *array) checkWhole(key, element);
    } else if (const JsonObject* object = value.if_object()) {
        for (const auto& [name, member] : *object) {
            if (name.starts_with("$")) {
                throw wrongQuery("the operator " + quoted(name) + " for " + quoted(key) +
                                 " stands within a value; write the whole path as the key");
            }
            checkWhole(key, member);
        }
    }
}

QueryNode Parser::oneOf(const std::string& key, std::string_view name, const Json& operand) {
    const JsonArray* list = operand.if_array();
    if (list == nullptr) throw wrongOperand(key, name, "an array", operand);
    QueryNode any{Kind::Any, {}, {}};
    std::vector<Json> scalars;
    bool orAbsent = false;
    for (const Json& element : *list) {
        if (element.is_array()) {
            throw wrongOperand(key, name, "an array of texts, numbers, booleans, objects or null", element);
        }
        if (element.is_object()) {
            count();
            any.children.push_back(equal(key, name, element));
        } else if (element.is_null()) {
            orAbsent = true;
        } else {
            scalars.push_back(element);
        }
    }
    any.children.push_back(condition(key, Test::OneOf, std::move(scalars)));
    if (orAbsent) any.children.push_back(negated(condition(key, Test::Present)));
    return any;
}

QueryNode Parser::allOf(const std::string& key, const Json& operand) {
    const JsonArray* list = operand.if_array();
    if (list == nullptr) throw wrongOperand(key, "$all", "an array", operand);
    QueryNode all;
    for (const Json& element : *list) {
        if (!all.children.empty()) count();
        all.children.push_back(equal(key, "$all", element));
    }
    return all.children.empty() ? condition(key, Test::OneOf) : all;  // as in MongoDB, an empty list matches nothing
}

QueryNode Parser::pattern(const std::string& key, const Json& operand, const JsonObject& given) {
    if (!operand.is_string()) throw wrongOperand(key, "$regex", "a text", operand);
    std::string_view options;
    if (const Json* letters = given.if_contains("$options")) {
        if (!letters->is_string()) throw wrongOperand(key, "$options", "a text", *letters);
        options = letters->get_string();
        if (options.size() > 3 || options.find_first_not_of("ims") != std::string_view::npos) {
            throw wrongQuery("'$options' for " + quoted(key) + " may be made of i, m and s only, not " +
                             quoted(options));
        }
    }
    QueryNode node = condition(key, Test::Pattern);
    node.condition.pattern = std::make_shared<const TextPattern>(key, operand.get_string(), options);
    return node;
}

bool matchesNode(const QueryNode& node, const QueryDocument& document) {
    const auto matches = [&](const QueryNode& child) { return matchesNode(child, document); };
    const QueryCondition& condition = node.condition;
    switch (node.kind) {
        case Kind::All:
            return std::all_of(node.children.begin(), node.children.end(), matches);
        case Kind::Any:
            return std::any_of(node.children.begin(), node.children.end(), matches);
        case Kind::Not:
            return !matches(node.children.front());
        case Kind::Condition:
            break;
    }
    if (condition.test == Test::Present) return document.has(condition.key);
    const JsonTest accepts = [&](const Json& value) { return condition.accepts(value); };
    return condition.asksForObject() ? document.anyObject(condition.key, accepts)
                                     : document.any(condition.key, accepts);
}

}  // namespace

ListQuery ListQuery::parse(std::string_view text, const QueryKeys& keys) {
    ListQuery query;
    if (trimmed(text).empty()) return query;
    if (text.size() > kMaxBytes) throw wrongQuery("it is longer than " + std::to_string(kMaxBytes / 1024) + " KiB");
    const Json json = parseJson(text, "parameter 'query'", kMaxJsonLevels);
    if (!json.is_object()) throw wrongQuery("it must be an object, not " + std::string(jsonKindName(json)));
    query.root_ = Parser(keys, query.keys_).query(json.get_object(), 1);
    return query;
}

bool ListQuery::matches(const QueryDocument& document) const { return matchesNode(root_, document); }

}  // namespace inkwell
