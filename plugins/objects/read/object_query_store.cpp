#include "read/object_query_store.h"

#include <algorithm>
#include <limits>

#include "inkwell/text.h"
#include "store/field_key.h"

namespace inkwell::objects {

namespace {

using Test = QueryCondition::Test;
using Kind = QueryNode::Kind;

constexpr std::size_t kMaxJoined = 3;
constexpr std::size_t kMaxTogether = 8;  // conditions in one sub-select
const std::string kIdEnd = ".id";
// '@' is where the alias of objects_fields comes.
const std::string kPathIs = "@path = (SELECT number FROM objects_paths WHERE bucket_id = ? AND path = ?)";

/// A test of the column value; "" when no value passes.
struct KeyTest {
    std::string sql;
    SqlParams params;

    void is(const std::string& sign, std::string key) {
        sql += (sql.empty() ? "@value " : " AND @value ") + sign + " ?";
        params.emplace_back(std::move(key));
    }
    void isOneOf(const std::vector<std::string>& keys) {
        if (keys.size() == 1) is("=", keys.front());
        if (keys.size() > 1) sql = "@value IN " + sqlIn(keys, params);
    }
};

bool isLower(Test test) { return test == Test::Greater || test == Test::GreaterOrEqual; }

std::string signOf(Test test, bool orEqual) { return std::string(isLower(test) ? ">" : "<") + (orEqual ? "=" : ""); }

bool asksFor(const QueryCondition& condition, bool (*isKind)(const Json&)) {
    return isKind(condition.operands.front()) && (!condition.upper || isKind(condition.upper->operands.front()));
}

bool isTextValue(const Json& value) { return value.is_string(); }
bool isNumberValue(const Json& value) { return value.is_number(); }

void addTextBound(const QueryCondition& condition, KeyTest& test) {
    const std::string_view text = condition.operands.front().get_string();
    const bool orEqual =
        !isOrderedKey(text) || condition.test == Test::GreaterOrEqual || condition.test == Test::LessOrEqual;
    test.is(signOf(condition.test, orEqual), isLower(condition.test) ? lowestKeyFrom(text) : highestKeyUpTo(text));
}

void addNumberBound(const QueryCondition& condition, KeyTest& test) {
    const bool orEqual = condition.test == Test::GreaterOrEqual || condition.test == Test::LessOrEqual;
    test.is(signOf(condition.test, orEqual), numberKey(condition.operands.front().to_number<double>()));
}

void addIdBound(const QueryCondition& condition, KeyTest& test) {
    const bool orEqual = condition.test == Test::GreaterOrEqual || condition.test == Test::LessOrEqual;
    test.is(signOf(condition.test, orEqual), std::string(condition.operands.front().get_string()));
}

// Between the first and the last key of a kind, and within the bounds of the condition.
template <class AddBound>
KeyTest rangeTest(const QueryCondition& condition, std::string_view first, std::string_view end, AddBound addBound) {
    KeyTest test;
    addBound(condition, test);
    const QueryCondition* upper = isLower(condition.test) ? condition.upper.get() : nullptr;
    if (upper != nullptr) addBound(*upper, test);
    if (isLower(condition.test) && upper == nullptr) test.is("<", std::string(end));
    if (!isLower(condition.test)) test.is(">=", std::string(first));
    return test;
}

/// Of texts, numbers and booleans.
KeyTest valueTest(const QueryCondition& condition) {
    KeyTest test;
    if (condition.test == Test::Pattern) {
        test.is(">=", std::string(kTexts));
        test.is("<", std::string(kTextsEnd));
    } else if (condition.test == Test::OneOf) {
        std::vector<std::string> keys;
        for (const Json& operand : condition.operands)
            if (!operand.is_object()) keys.push_back(keyOf(operand));
        test.isOneOf(keys);
    } else if (asksFor(condition, isTextValue)) {
        return rangeTest(condition, kTexts, kTextsEnd, addTextBound);
    } else if (asksFor(condition, isNumberValue)) {
        return rangeTest(condition, "n", kNumbersEnd, addNumberBound);
    }
    return test;
}

/// Of related objects' ids.
KeyTest idTest(const QueryCondition& condition) {
    KeyTest test;
    if (condition.test == Test::Pattern) {
        test.is("<", std::string(kIdsEnd));
    } else if (condition.test == Test::OneOf) {
        std::vector<std::string> keys;
        for (const Json& operand : condition.operands)
            if (const auto* text = operand.if_string(); text != nullptr && isId(*text)) keys.emplace_back(*text);
        test.isOneOf(keys);
    } else if (asksFor(condition, isTextValue)) {
        test = rangeTest(condition, "", kIdsEnd, addIdBound);
        test.is("<", std::string(kIdsEnd));
    }
    return test;
}

// Something that an index finds more quickly than the bucket's. Few objects have a time to come.
bool isSelective(const QueryCondition& condition) {
    return findQueryColumn(condition.key) == nullptr || (condition.key == "id" && condition.test == Test::OneOf) ||
           isSchedule(condition.key);
}

bool isSelective(const QueryNode& node) {
    if (node.kind == Kind::All || (node.kind == Kind::Any && node.children.size() == 1))
        return std::any_of(node.children.begin(), node.children.end(),
                           [](const QueryNode& child) { return isSelective(child); });
    return node.kind == Kind::Condition && isSelective(node.condition);
}

ObjectFilter::Walk bestWalk(const ObjectScope& scope, const ListQuery& query) {
    const bool isPlain = std::all_of(query.keys().begin(), query.keys().end(),
                                     [](const std::string& key) { return key == "type" || key == "status"; });
    if (scope.onlyIds || !isPlain) return ObjectFilter::Walk::None;
    const QueryCondition* types = findPinnedTypes(query);
    if (types == nullptr) return ObjectFilter::Walk::All;
    return types->operands.size() == 1 ? ObjectFilter::Walk::OneType : ObjectFilter::Walk::None;
}

}  // namespace

std::string ObjectFilter::walk(std::string_view sort) const {
    const std::string index = best == Walk::None ? "" : ObjectOrder(sort).index(best == Walk::OneType);
    // SQLite takes it for a comment. It has no statistics to be led astray by.
    return index.empty() ? "" : " /*! FORCE INDEX (" + index + ") */";
}

namespace {

// How few objects a condition probably finds: 0 is fewest.
int rankOf(const QueryCondition& condition) {
    if (condition.asksForObject()) return 5;
    const bool asksForFlags = std::all_of(condition.operands.begin(), condition.operands.end(),
                                          [](const Json& operand) { return operand.is_bool(); });
    if (condition.test == Test::OneOf) return asksForFlags ? 4 : condition.operands.size() == 1 ? 0 : 1;
    if (condition.test == Test::Present || condition.test == Test::Pattern) return 5;
    return condition.upper ? 2 : 3;
}

// One look tells; a range of what an object has may be long.
bool isEquality(const QueryCondition& condition) { return condition.test == Test::OneOf; }

// Whether the rows selected may be too many or too few where SQL cannot tell.
enum class Bound { Wider, Narrower };

// Whether what equals the object has rows in objects_fields: neither null, nor an empty list or object, has one, an
// unset text may have none, and paths that are too long are not kept.
bool leavesRows(const QueryCondition& condition) {
    std::vector<FieldValue> leaves;
    addFieldValues(condition.key, condition.operands.front(), leaves);
    return std::any_of(leaves.begin(), leaves.end(), [](const FieldValue& leaf) {
        return leaf.value != Json("") && codePoints(indexedText(leaf.path)) <= kIndexedPathLength;
    });
}

// How many symbols SQLite's parser, which holds a hundred, keeps open for what is within, about.
int depthOf(const QueryNode& node) {
    constexpr int kRelationDepth = 20;
    if (node.kind == Kind::Condition) {
        int depth = 0;
        for (auto related = relatedKey(node.condition.key); related; related = relatedKey(related->key))
            depth += kRelationDepth;
        return depth;
    }
    int deepest = 0;
    for (const QueryNode& child : node.children) deepest = std::max(deepest, depthOf(child));
    return deepest + 1;
}

struct Term {
    const QueryNode* node;
    bool isDenied;
};

bool asksForAll(const QueryNode& node, bool isDenied) { return (node.kind == Kind::All) != isDenied; }

// What must all hold, or of which one must: a group of the same kind within is no level of its own.
void addTerms(const QueryNode& node, bool isDenied, bool all, std::vector<Term>& terms) {
    if (node.kind == Kind::Not) return addTerms(node.children.front(), !isDenied, all, terms);
    const bool isGroup = node.kind != Kind::Condition && !node.children.empty();
    if (!isGroup || (node.children.size() > 1 && asksForAll(node, isDenied) != all)) {
        terms.push_back({&node, isDenied});
        return;
    }
    for (const QueryNode& child : node.children) addTerms(child, isDenied, all, terms);
}

std::string renderCondition(const QueryCondition& condition, Bound bound, ObjectConditionSql& conditions,
                            SqlParams& params) {
    if (conditions.isExact(condition)) return conditions.render(condition, params);
    if (bound == Bound::Narrower) return "1=0";
    if (condition.asksForObject() && !leavesRows(condition)) return "1=1";
    return conditions.renderWider(condition, params);
}

// As renderSql, which knows another limit for the texts that an index keeps, but not as it was written: NOT stands at
// single conditions, and what is deepest comes first, so that few symbols are open around it.
std::string renderNode(const QueryNode& node, bool isDenied, ObjectConditionSql& conditions, SqlParams& params) {
    if (node.kind == Kind::Not) return renderNode(node.children.front(), !isDenied, conditions, params);
    if (node.kind == Kind::Condition) {
        if (!isDenied) return renderCondition(node.condition, Bound::Wider, conditions, params);
        return "NOT (" + renderCondition(node.condition, Bound::Narrower, conditions, params) + ")";
    }
    const bool all = asksForAll(node, isDenied);
    if (node.children.empty()) return all ? "1=1" : "1=0";
    if (node.children.size() == 1) return renderNode(node.children.front(), isDenied, conditions, params);
    std::vector<Term> terms;
    addTerms(node, isDenied, all, terms);
    std::stable_sort(terms.begin(), terms.end(),
                     [](const Term& a, const Term& b) { return depthOf(*a.node) > depthOf(*b.node); });
    std::string text;
    for (const Term& term : terms) {
        if (!text.empty()) text += all ? " AND " : " OR ";
        text += renderNode(*term.node, term.isDenied, conditions, params);
    }
    return "(" + text + ")";
}

bool isExactNode(const QueryNode& node, const ObjectConditionSql& conditions) {
    if (node.kind == Kind::Condition) return conditions.isExact(node.condition);
    return std::all_of(node.children.begin(), node.children.end(),
                       [&](const QueryNode& child) { return isExactNode(child, conditions); });
}

bool isColumn(const QueryNode& node) { return findQueryColumn(node.condition.key) != nullptr; }

// A condition that every match passes and that objects_fields knows.
bool isOnFields(const Term& term) {
    return !term.isDenied && term.node->kind == Kind::Condition && !isColumn(*term.node);
}

}  // namespace

ObjectFilter ObjectFilter::of(const ObjectScope& scope, const ListQuery& query, FieldCounts* counts) {
    ObjectFilter filter;
    filter.best = bestWalk(scope, query);
    filter.where = "WHERE ";
    if (scope.onlyIds) {
        filter.where += idColumn(scope.visibility) + " IN " + sqlIn(*scope.onlyIds, filter.params) + " AND ";
    }
    // Without statistics SQLite takes the bucket for the best way in; COALESCE leaves it the ids, or the rows of
    // objects_fields.
    filter.where += scope.onlyIds || isSelective(query.root()) ? "COALESCE(bucket_id, '') = ?" : "bucket_id = ?";
    filter.params.emplace_back(scope.bucketId);
    filter.where += " AND " + visibleRows(scope.visibility);
    if (query.isEmpty()) return filter;
    ObjectConditionSql conditions(scope, "objects.");
    std::vector<Term> terms;
    addTerms(query.root(), false, true, terms);
    filter.hasFields = std::any_of(terms.begin(), terms.end(), isOnFields);
    std::vector<const QueryCondition*> together;
    for (const Term& term : terms) {
        if (isOnFields(term) && !term.node->condition.asksForObject()) together.push_back(&term.node->condition);
    }
    if (together.size() < 2 || together.size() > kMaxTogether) {
        filter.where += " AND " + renderNode(query.root(), false, conditions, filter.params);
        return filter;
    }
    filter.where += " AND " + conditions.renderAll(together, filter.params, scope.onlyIds ? nullptr : counts);
    for (const Term& term : terms) {
        if (std::find(together.begin(), together.end(), &term.node->condition) != together.end()) continue;
        filter.where += " AND " + renderNode(*term.node, term.isDenied, conditions, filter.params);
    }
    return filter;
}

bool isExact(const ListQuery& query) {
    const ObjectScope scope;
    return isExactNode(query.root(), ObjectConditionSql(scope, ""));
}

bool ObjectConditionSql::isExact(const QueryCondition& condition) const {
    if (condition.test == Test::Pattern || condition.asksForObject()) return false;
    if (condition.upper && !isExact(*condition.upper)) return false;
    if (findQueryColumn(condition.key) != nullptr) return true;
    return std::all_of(condition.operands.begin(), condition.operands.end(), [&](const Json& operand) {
        const auto* text = operand.if_string();
        return text == nullptr || (condition.test == Test::OneOf ? isWholeKey(*text) : isOrderedKey(*text));
    });
}

std::string ObjectConditionSql::render(const QueryCondition& condition, SqlParams& params) {
    if (const QueryColumn* column = findQueryColumn(condition.key)) return ownColumnSql(*column, condition, params);
    // MySQL joins every sub-select that stands alone, and planning a join of fifty takes minutes. IS TRUE keeps it out.
    const std::string found = renderAll({&condition}, params);
    return ++rendered_ > kMaxJoined ? found + " IS TRUE" : found;
}

std::string ObjectConditionSql::renderWider(const QueryCondition& condition, SqlParams& params) {
    if (const QueryColumn* column = findQueryColumn(condition.key)) {
        return ownColumnSql(*column, widened(condition), params);
    }
    return render(condition, params);
}

// What a condition on related objects finds takes a look at all of them: they are not counted, and taken to be few
// where one value is asked for.
void ObjectConditionSql::count(std::vector<Sought>& all, FieldCounts& counts) {
    std::vector<std::size_t> which;
    std::vector<std::vector<FieldLeg>> counted;
    std::int64_t enough = std::numeric_limits<std::int64_t>::max();
    for (std::size_t i = 0; i < all.size(); ++i) {
        Sought& sought = all[i];
        if (!relatedKey(sought.condition->key)) {
            which.push_back(i);
            counted.push_back(sought.legs);
        } else if (isEquality(*sought.condition)) {
            sought.found = {FieldCounts::kFew, false};
            enough = FieldCounts::kFew;
        } else {
            sought.found = {std::numeric_limits<std::int64_t>::max(), false};
        }
    }
    const std::vector<RowCount> found = counts.of(counted, enough);
    for (std::size_t i = 0; i < which.size(); ++i) all[which[i]].found = found[i];
}

std::vector<ObjectConditionSql::Sought> ObjectConditionSql::inOrder(
    const std::vector<const QueryCondition*>& conditions, FieldCounts* counts) const {
    std::vector<Sought> all;
    for (const QueryCondition* condition : conditions) all.push_back({condition, legsOf(*condition), {}});
    std::stable_sort(all.begin(), all.end(),
                     [](const Sought& a, const Sought& b) { return rankOf(*a.condition) < rankOf(*b.condition); });
    if (counts != nullptr && all.size() > 1) {
        count(all, *counts);
        std::stable_sort(all.begin(), all.end(),
                         [](const Sought& a, const Sought& b) { return a.found.rows < b.found.rows; });
    }
    const auto second = all.begin() + 1;
    if (second == all.end()) return all;
    const bool lists = isListed(*second, all.front());
    std::stable_partition(lists ? second + 1 : second, all.end(),
                          [](const Sought& sought) { return isEquality(*sought.condition); });
    return all;
}

// Whether it is cheaper to list what a condition finds than to look at it for each object that the first one finds.
bool ObjectConditionSql::isListed(const Sought& sought, const Sought& first) {
    constexpr std::int64_t kListedInOneLook = 2;
    return first.found.isWhole && first.found.rows > FieldCounts::kFew && sought.found.isWhole &&
           sought.found.rows / kListedInOneLook <= first.found.rows;
}

// One list of all legs: MySQL would walk all objects for an OR of two. What a leg nests stands first in its WHERE, and
// legs that nest stand first in their list: see renderNode.
std::string ObjectConditionSql::renderAll(const std::vector<const QueryCondition*>& conditions, SqlParams& params,
                                          FieldCounts* counts) {
    const std::vector<Sought> all = inOrder(conditions, counts);
    const Sought& first = all.front();
    FieldLeg others;
    for (std::size_t i = 1; i < all.size(); ++i) {
        const bool lists = i == 1 && isListed(all[i], first);
        std::string any;
        for (const FieldLeg& leg : all[i].legs) {
            any += any.empty() ? "" : " OR ";
            const std::string found = " FROM objects_fields g WHERE " + leg.conditionOn("g.");
            any += lists ? "f.object IN (SELECT g.object" + found + ")"
                         : "EXISTS (SELECT 1" + found + " AND g.object = f.object)";
            others.params.insert(others.params.end(), leg.params.begin(), leg.params.end());
        }
        others.sql += " AND (" + any + ")";
        // Out of the joins, so that MySQL lists what is to be listed.
        if (lists || i > kMaxJoined) others.sql += " IS TRUE";
    }
    std::string found;
    for (const FieldLeg& leg : first.legs) {
        found += found.empty() ? "" : " UNION ALL ";
        found += "SELECT f.object FROM objects_fields f WHERE " + leg.conditionOn("f.") + others.sql;
        params.insert(params.end(), leg.params.begin(), leg.params.end());
        params.insert(params.end(), others.params.begin(), others.params.end());
    }
    if (first.legs.size() > 1) found = "SELECT u.object FROM (" + found + ") u";
    return alias_ + "number IN (" + found + ")";
}

std::string ObjectConditionSql::ownColumnSql(const QueryColumn& column, const QueryCondition& condition,
                                             SqlParams& params) const {
    const std::string name = column.key == "id" ? idColumn(scope_.visibility) : std::string(column.column);
    return columnSql(column, alias_ + name, condition, params);
}

std::vector<FieldLeg> ObjectConditionSql::legsOf(const QueryCondition& condition) const {
    std::vector<FieldLeg> legs;
    if (const std::optional<RelatedKey> related = relatedKey(condition.key)) {
        legs.push_back(relatedLeg(condition, *related));
    }
    addOwnLegs(condition, legs);
    if (legs.empty()) legs.push_back({"1=0", {}});
    return legs;
}

void ObjectConditionSql::addOwnLegs(const QueryCondition& condition, std::vector<FieldLeg>& legs) const {
    if (condition.test == Test::Present || condition.asksForObject()) return addPresentLegs(condition.key, legs);
    const auto add = [&](const std::string& key, const KeyTest& test) {
        if (test.sql.empty()) return;
        FieldLeg leg{kPathIs + " AND " + test.sql, {scope_.bucketId, indexedText(key)}};
        leg.params.insert(leg.params.end(), test.params.begin(), test.params.end());
        legs.push_back(std::move(leg));
    };
    const KeyTest ids = idTest(condition);
    add(condition.key, valueTest(condition));
    add(condition.key, ids);
    // "author.id" is kept as "author".
    if (condition.key.ends_with(kIdEnd)) {
        add(condition.key.substr(0, condition.key.size() - kIdEnd.size()), ids);
    }
}

// '/' follows '.': the range holds what is below the key.
void ObjectConditionSql::addPresentLegs(const std::string& key, std::vector<FieldLeg>& legs) const {
    legs.push_back(
        {"@path IN (SELECT number FROM objects_paths WHERE bucket_id = ? AND (path = ? OR (path >= ? AND "
         "path < ?)))",
         {scope_.bucketId, indexedText(key), indexedText(key + "."), indexedText(key + "/")}});
    if (!key.ends_with(kIdEnd)) return;
    legs.push_back({kPathIs + " AND @value < ?",
                    {scope_.bucketId, indexedText(key.substr(0, key.size() - kIdEnd.size())), kIdsEnd}});
}

FieldLeg ObjectConditionSql::relatedLeg(const QueryCondition& condition, const RelatedKey& related) const {
    const std::string id = "p." + idColumn(scope_.visibility);
    QueryCondition asked = condition;
    asked.key = related.key;
    ObjectConditionSql nested(scope_, "p.");
    FieldLeg leg;
    leg.sql = "@value IN (SELECT " + id + " FROM objects p WHERE ";
    leg.sql += nested.isExact(asked) ? nested.render(asked, leg.params) : nested.renderWider(asked, leg.params);
    if (scope_.onlyIds) leg.sql += " AND " + id + " IN " + sqlIn(*scope_.onlyIds, leg.params);
    leg.sql += " AND p.bucket_id = ? AND p." + visibleRows(scope_.visibility) + ") AND " + kPathIs;
    leg.params.insert(leg.params.end(), {scope_.bucketId, scope_.bucketId, indexedText(related.relation)});
    return leg;
}

}  // namespace inkwell::objects
