#pragma once

#include <string>
#include <utility>
#include <vector>

#include "inkwell/list_query_sql.h"
#include "read/field_count_store.h"
#include "read/object_query.h"

namespace inkwell::objects {

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

    /// All of `conditions`, none on a column, in one sub-select, in the order that `counts` makes best.
    std::string renderAll(const std::vector<const QueryCondition*>& conditions, SqlParams& params,
                          FieldCountStore* counts = nullptr);

private:
    std::string ownColumnSql(const QueryColumn& column, const QueryCondition& condition, SqlParams& params) const;
    // What one of its legs finds has such a value, or is related to an object with one.
    struct Sought {
        const QueryCondition* condition;
        std::vector<FieldLeg> legs;
        RowCount found;  // as far as it is known
    };
    // The first is the way in, the others are looked at for each object that it finds; or the second one is listed.
    struct Plan {
        std::vector<Sought> all;
        bool listsSecond = false;
    };
    Plan planOf(const std::vector<const QueryCondition*>& conditions, FieldCountStore* counts) const;
    static void count(std::vector<Sought>& all, FieldCountStore& counts);
    FieldLeg pathLeg(const std::string& key) const;
    std::vector<FieldLeg> legsOf(const QueryCondition& condition) const;
    void addOwnLegs(const QueryCondition& condition, std::vector<FieldLeg>& legs) const;
    void addPresentLegs(const std::string& key, std::vector<FieldLeg>& legs) const;
    FieldLeg relatedLeg(const QueryCondition& condition, const RelatedKey& related) const;

    const ObjectScope& scope_;
    std::string alias_;
    std::size_t rendered_ = 0;
};

}  // namespace inkwell::objects
