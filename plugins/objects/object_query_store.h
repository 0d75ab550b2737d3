#pragma once

#include <string>
#include <utility>

#include "inkwell/list_query_sql.h"
#include "object_page_store.h"
#include "object_query.h"

namespace inkwell::objects {

/// "WHERE ..." on the table objects for a list, with its values: scope and query. Where the query is not
/// isSqlExact it selects too much.
struct ObjectFilter {
    std::string where;
    SqlParams params;

    static ObjectFilter of(const ObjectScope& scope, const ListQuery& query);
};

/// SQL of one condition for rows of the table objects, which stand behind `alias` ("objects."). Related objects count
/// as far as they are visible.
class ObjectConditionSql : public QueryConditionSql {
public:
    ObjectConditionSql(const std::string& bucketId, Visibility visibility, std::string alias)
        : bucketId_(bucketId), visibility_(visibility), alias_(std::move(alias)) {}

    std::string render(const QueryCondition& condition, SqlParams& params) override;
    std::string renderWider(const QueryCondition& condition, SqlParams& params) override;

private:
    std::string columnSql(const QueryColumn& column, const QueryCondition& condition, SqlParams& params) const;
    std::string idsSql(const QueryCondition& condition, SqlParams& params) const;
    // Selects the ids of rows that have such a value themselves, and of those related to such an object.
    std::string ownSql(const QueryCondition& condition, SqlParams& params) const;
    std::string relatedSql(const QueryCondition& condition, const RelatedKey& related, SqlParams& params) const;

    const std::string& bucketId_;
    Visibility visibility_;
    std::string alias_;
    int rendered_ = 0;
};

}  // namespace inkwell::objects
