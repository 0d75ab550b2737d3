#pragma once

#include <string>
#include <utility>

#include "inkwell/list_query_sql.h"
#include "read/object_query.h"
#include "store/object_order.h"

namespace inkwell::objects {

/// The WHERE clause and its values for a list of objects: scope and query. If the query is not isSqlExact, it also
/// selects rows that do not match.
struct ObjectFilter {
    std::string where;
    SqlParams params;
    // What the condition leaves an index of one type's objects, or of all, to find best.
    enum class Walk { None, All, OneType };
    Walk best = Walk::None;

    static ObjectFilter of(const ObjectScope& scope, const ListQuery& query);
    /// What follows "FROM objects" and names the index of an order, for MySQL: with a LIMIT it takes any. "" when a
    /// condition has a better way in.
    std::string walk(std::string_view sort) const;
};

/// The SQL of one condition on rows of the table objects; `alias` is their prefix ("objects."). Only visible related
/// objects count.
class ObjectConditionSql : public QueryConditionSql {
public:
    /// `scope` outlives it. If it names the only ids, related objects count only when they are among them.
    ObjectConditionSql(const ObjectScope& scope, std::string alias) : scope_(scope), alias_(std::move(alias)) {}

    std::string render(const QueryCondition& condition, SqlParams& params) override;
    std::string renderWider(const QueryCondition& condition, SqlParams& params) override;

private:
    std::string ownColumnSql(const QueryColumn& column, const QueryCondition& condition, SqlParams& params) const;
    std::string idsSql(const QueryCondition& condition, SqlParams& params) const;
    // Selects ids: of rows with such a value, and of rows related to an object with one.
    std::string ownSql(const QueryCondition& condition, SqlParams& params) const;
    std::string relatedSql(const QueryCondition& condition, const RelatedKey& related, SqlParams& params) const;

    const ObjectScope& scope_;
    std::string alias_;
    int rendered_ = 0;
};

}  // namespace inkwell::objects
