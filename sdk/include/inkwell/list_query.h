#pragma once

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "inkwell/error.h"
#include "inkwell/export.h"
#include "inkwell/json.h"

namespace inkwell {

/// One string, number or boolean of a document, with its dotted path. An array yields one per element, an object one
/// below each key, null none.
struct FieldValue {
    std::string path;
    Json value;
    bool isReference = false;  // the value is the id of a related object
};

/// A test of one value.
using JsonTest = std::function<bool(const Json&)>;

/// Appends the field values of `value`, whose path is `path`. Any thread.
INKWELL_API void addFieldValues(const std::string& path, const Json& value, std::vector<FieldValue>& values);
/// Whether one of the objects passes that stand under `path` within `value`; "" is `value` itself, or the elements of
/// an array. Any thread.
INKWELL_API bool anyObjectIn(const Json& value, std::string_view path, const JsonTest& test);
INKWELL_API bool anyObjectIn(const JsonObject& value, std::string_view path, const JsonTest& test);

/// 400 for what is wrong with the parameter `query`, as a problem of it. Any thread.
INKWELL_API ApiError wrongQuery(const std::string& what);

/// A regular expression of a client, run by RE2 in linear time. Any thread.
class INKWELL_API TextPattern {
public:
    /// `options` may contain i, m and s. Throws ApiError 400, naming `key`, for a pattern that RE2 refuses.
    TextPattern(const std::string& key, std::string_view pattern, std::string_view options);
    ~TextPattern();
    TextPattern(const TextPattern&) = delete;
    TextPattern& operator=(const TextPattern&) = delete;
    bool isIn(std::string_view text) const;

private:
    struct Impl;
    std::unique_ptr<const Impl> impl_;
};

/// True when one of the key's values passes; `Present` is true when the key, or something below it, has a value.
struct QueryCondition {
    enum class Test { Present, OneOf, Less, LessOrEqual, Greater, GreaterOrEqual, Pattern };
    std::string key;
    Test test = Test::Present;
    // Texts, numbers, booleans; exactly one for the four comparisons. Of OneOf also a single object, which equals one
    // with the same members in any order.
    std::vector<Json> operands;
    std::shared_ptr<const TextPattern> pattern;
    // Of a lower bound: the upper bound next to it in `{"$gte": 1, "$lt": 5}`. The same value must pass both: for a
    // field of one value this is what MongoDB does, and it is one range of an index.
    std::shared_ptr<const QueryCondition> upper;

    /// Whether one value passes. Typed: a number never equals a text; texts compare by their bytes.
    INKWELL_API bool accepts(const Json& value) const;
    /// Whether it asks for a whole object, which only ListQuery::matches can tell.
    INKWELL_API bool asksForObject() const;
};

struct QueryNode {
    enum class Kind { All, Any, Not, Condition };  // All of nothing is true
    Kind kind = Kind::All;
    std::vector<QueryNode> children;
    QueryCondition condition;
};

/// A document as ListQuery::matches sees it.
class INKWELL_API QueryDocument {
public:
    virtual ~QueryDocument() = default;
    /// Whether a value of `key` passes `test`.
    virtual bool any(std::string_view key, const JsonTest& test) const = 0;
    /// Whether an object that stands under `key` passes `test`.
    virtual bool anyObject(std::string_view key, const JsonTest& test) const = 0;
    /// Whether `key` has a value, or something below it has.
    virtual bool has(std::string_view key) const = 0;
};

/// The keys that a list route knows, besides `metadata.<key>`, which all list routes know.
using QueryKeys = std::set<std::string, std::less<>>;

/// The parameter `query` (interface/reads-and-queries.md, "Queries"), parsed once: a tree of conditions that is matched
/// in memory, or rendered as SQL by list_query_sql.h. Immutable; any thread.
class INKWELL_API ListQuery {
public:
    ListQuery() = default;  // matches everything
    /// "" and {} match everything. Throws ApiError 400 naming the operator, key or operand; limits: 50 conditions,
    /// 8 levels, 16 KiB, keys of 400 bytes.
    static ListQuery parse(std::string_view text, const QueryKeys& keys);

    bool isEmpty() const noexcept { return root_.children.empty(); }
    const QueryNode& root() const noexcept { return root_; }
    /// The keys of all conditions.
    const std::set<std::string>& keys() const noexcept { return keys_; }
    bool matches(const QueryDocument& document) const;

private:
    QueryNode root_;
    std::set<std::string> keys_;
};

}  // namespace inkwell
