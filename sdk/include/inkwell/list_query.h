#pragma once

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "inkwell/api.h"
#include "inkwell/json.h"

namespace inkwell {

/// One text, number or boolean of a document under its dotted path. An array has one for each element, an object one
/// below each key; null has none.
struct FieldValue {
    std::string path;
    Json value;
    bool isReference = false;  // the value is the id of a related object
};

/// Adds the values of `value`, which stands under `path`. Any thread.
INKWELL_API void addFieldValues(const std::string& path, const Json& value, std::vector<FieldValue>& values);

/// A regular expression of a client, run by RE2 in linear time. Any thread.
class INKWELL_API TextPattern {
public:
    /// `options` is made of i, m and s. Throws ApiError 400, which names `key`, for a pattern that cannot run.
    TextPattern(const std::string& key, std::string_view pattern, std::string_view options);
    ~TextPattern();
    TextPattern(const TextPattern&) = delete;
    TextPattern& operator=(const TextPattern&) = delete;
    bool isIn(std::string_view text) const;

private:
    struct Impl;
    std::unique_ptr<const Impl> impl_;
};

/// True when one of the key's values passes; `Present` asks only whether there is one, or something below the key.
struct QueryCondition {
    enum class Test { Present, OneOf, Less, LessOrEqual, Greater, GreaterOrEqual, Pattern };
    std::string key;
    Test test = Test::Present;
    std::vector<Json> operands;  // texts, numbers, booleans; exactly one for the four comparisons
    std::shared_ptr<const TextPattern> pattern;
    // Of a lower bound: the upper one beside it in `{"$gte": 1, "$lt": 5}`. One and the same value must pass both,
    // which for a field of one value is what MongoDB says, and is one stretch of an index.
    std::shared_ptr<const QueryCondition> upper;

    /// Whether one value passes. Typed: a number never equals a text; texts compare by their bytes.
    INKWELL_API bool accepts(const Json& value) const;
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
    virtual bool any(std::string_view key, const std::function<bool(const Json&)>& test) const = 0;
    /// Whether `key` has a value, or something below it has.
    virtual bool has(std::string_view key) const = 0;
};

/// Which keys a list route knows beside `metadata.<key>`, which all of them know.
using QueryKeys = std::set<std::string, std::less<>>;

/// The parameter `query` (where-silent.md, "Reads"), parsed once: a tree of conditions that is matched in memory, or
/// rendered as SQL by list_query_sql.h. Immutable; any thread.
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
