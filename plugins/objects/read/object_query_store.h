#pragma once

#include <string>
#include <utility>
#include <vector>

#include "inkwell/list_query_sql.h"
#include "read/object_query.h"
#include "store/object_order.h"

namespace inkwell::objects {

/// The WHERE clause and its values for a list of objects: scope and query. If the query is not isExact, it also
/// selects rows that do not match.
struct ObjectFilter {
    std::string where;
    SqlParams params;
    // What the condition leaves an index of one type's objects, or of all, to find best.
    enum class Walk { None, All, OneType };
    Walk best = Walk::None;
    bool hasFields = false;  // looks into objects_fields

    static ObjectFilter of(const ObjectScope& scope, const ListQuery& query);
    /// What follows "FROM objects" and names the index of an order, for MySQL: with a LIMIT it takes any. "" when a
    /// condition has a better way in.
    std::string walk(std::string_view sort) const;
};

/// Whether SQL decides the query. If not, ObjectFilter also selects rows that do not match.
bool isExact(const ListQuery& query);

/// The SQL of one condition on rows of the table objects; `alias` is their prefix ("objects."). Only visible related
/// objects count.
class ObjectConditionSql : public QueryConditionSql {
public:
    /// `scope` outlives it. If it names the only ids, related objects count only when they are among them.
    ObjectConditionSql(const ObjectScope& scope, std::string alias) : scope_(scope), alias_(std::move(alias)) {}

    /// Whether render() selects what the condition asks for; otherwise it may also select rows that do not match.
    bool isExact(const QueryCondition& condition) const;
    std::string render(const QueryCondition& condition, SqlParams& params) override;
    std::string renderWider(const QueryCondition& condition, SqlParams& params) override;

    /// All of `conditions`, none on a column, in one sub-select: the one that probably finds fewest first, and the
    /// others tested on what it finds.
    std::string renderAll(std::vector<const QueryCondition*> conditions, SqlParams& params);

private:
    std::string ownColumnSql(const QueryColumn& column, const QueryCondition& condition, SqlParams& params) const;
    // Each is a condition on a row of objects_fields; what one of them finds has such a value, or is related to an
    // object with one.
    struct Leg {
        std::string sql;
        SqlParams params;
    };
    std::vector<Leg> legsOf(const QueryCondition& condition) const;
    void addOwnLegs(const QueryCondition& condition, std::vector<Leg>& legs) const;
    void addPresentLegs(const std::string& key, std::vector<Leg>& legs) const;
    Leg relatedLeg(const QueryCondition& condition, const RelatedKey& related) const;

    const ObjectScope& scope_;
    std::string alias_;
    std::size_t rendered_ = 0;
};

}  // namespace inkwell::objects
