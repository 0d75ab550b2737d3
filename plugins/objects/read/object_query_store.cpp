#include "read/object_query_store.h"

#include <algorithm>

#include "store/field_store.h"

namespace inkwell::objects {

namespace {

using Test = QueryCondition::Test;
using Kind = QueryNode::Kind;

constexpr int kMaxJoined = 3;

// Something that an index finds more quickly than the bucket's.
bool isSelective(const QueryCondition& condition) {
    return findQueryColumn(condition.key) == nullptr || (condition.key == "id" && condition.test == Test::OneOf);
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

ObjectFilter ObjectFilter::of(const ObjectScope& scope, const ListQuery& query) {
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
    filter.where += " AND " + renderSql(query, conditions, filter.params);
    return filter;
}

std::string ObjectConditionSql::render(const QueryCondition& condition, SqlParams& params) {
    if (const QueryColumn* column = findQueryColumn(condition.key)) return ownColumnSql(*column, condition, params);
    // MySQL joins every sub-select that stands alone, and planning a join of fifty takes minutes. IS TRUE keeps it out.
    const std::string found = alias_ + "id IN (" + idsSql(condition, params) + ")";
    return ++rendered_ > kMaxJoined ? found + " IS TRUE" : found;
}

std::string ObjectConditionSql::idsSql(const QueryCondition& condition, SqlParams& params) const {
    std::string own = ownSql(condition, params);
    const std::optional<RelatedKey> related = relatedKey(condition.key);
    if (!related) return own;
    // One list of both: MySQL would walk all objects for an OR of two.
    const std::string both = own + " UNION ALL " + relatedSql(condition, *related, params);
    return "SELECT u.object_id FROM (" + both + ") u";
}

std::string ObjectConditionSql::renderWider(const QueryCondition& condition, SqlParams& params) {
    return render(widened(condition), params);
}

std::string ObjectConditionSql::ownColumnSql(const QueryColumn& column, const QueryCondition& condition,
                                             SqlParams& params) const {
    const std::string name = column.key == "id" ? idColumn(scope_.visibility) : std::string(column.column);
    return columnSql(column, alias_ + name, condition, params);
}

std::string ObjectConditionSql::ownSql(const QueryCondition& condition, SqlParams& params) const {
    params.emplace_back(scope_.bucketId);
    return "SELECT f.object_id FROM objects_fields f WHERE f.bucket_id = ? AND " + fieldSql(condition, "f.", params);
}

std::string ObjectConditionSql::relatedSql(const QueryCondition& condition, const RelatedKey& related,
                                           SqlParams& params) const {
    params.emplace_back(scope_.bucketId);
    params.emplace_back(relationPath(related.relation));
    params.emplace_back(scope_.bucketId);
    std::string visible = "SELECT p." + idColumn(scope_.visibility) + " FROM objects p WHERE p.bucket_id = ? AND p." +
                          visibleRows(scope_.visibility) + " AND ";
    if (scope_.onlyIds)
        visible += "p." + idColumn(scope_.visibility) + " IN " + sqlIn(*scope_.onlyIds, params) + " AND ";
    QueryCondition asked = condition;
    asked.key = related.key;
    return "SELECT f.object_id FROM objects_fields f WHERE f.bucket_id = ? AND f.path = ? AND f.text_value IN (" +
           visible + ObjectConditionSql(scope_, "p.").render(asked, params) + ")";
}

}  // namespace inkwell::objects
