#include "read/object_query_store.h"

#include <algorithm>

#include "read/object_condition_store.h"
#include "store/field_key.h"

namespace inkwell::objects {

namespace {

using Test = QueryCondition::Test;
using Kind = QueryNode::Kind;

constexpr std::size_t kMaxTogether = 8;  // conditions in one sub-select

// Something that an index finds more quickly than the bucket's. Few objects have a time to come.
bool isSelective(const QueryCondition& condition) {
    return findQueryColumn(condition.key) == nullptr || (condition.key == "id" && condition.test == Test::OneOf) ||
           asksForSlugs(condition) || isSchedule(condition.key);
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

// Where SQL cannot tell, too many rows are selected: too few of what is denied.
std::string renderCondition(const QueryCondition& condition, bool isDenied, ObjectConditionSql& conditions,
                            SqlParams& params) {
    if (conditions.isExact(condition)) return conditions.render(condition, params);
    if (isDenied) return "1=0";
    if (condition.asksForObject() && !leavesRows(condition)) return "1=1";
    return conditions.renderWider(condition, params);
}

// As renderSql, which knows another limit for the texts that an index keeps, but not as it was written: NOT stands at
// single conditions, and what is deepest comes first, so that few symbols are open around it.
std::string renderNode(const QueryNode& node, bool isDenied, ObjectConditionSql& conditions, SqlParams& params) {
    if (node.kind == Kind::Not) return renderNode(node.children.front(), !isDenied, conditions, params);
    if (node.kind == Kind::Condition) {
        std::string text = renderCondition(node.condition, isDenied, conditions, params);
        return isDenied ? "NOT (" + text + ")" : text;
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

ObjectFilter ObjectFilter::of(const ObjectScope& scope, const ListQuery& query, FieldCountStore* counts) {
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
}  // namespace inkwell::objects
