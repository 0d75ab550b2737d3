#include "media_query_store.h"

#include <algorithm>
#include <cmath>

#include "media_query.h"

namespace inkwell::media {

namespace {

using Test = QueryCondition::Test;
using Kind = QueryNode::Kind;

constexpr int kMaxJoined = 3;

bool needsAField(const QueryNode& node) {
    if (node.kind == Kind::All || (node.kind == Kind::Any && node.children.size() == 1))
        return std::any_of(node.children.begin(), node.children.end(), needsAField);
    return node.kind == Kind::Condition && findQueryColumn(node.condition.key) == nullptr;
}

const char* signOf(Test test) {
    switch (test) {
        case Test::Less:
            return " < ?";
        case Test::LessOrEqual:
            return " <= ?";
        case Test::Greater:
            return " > ?";
        default:
            return " >= ?";
    }
}

// Whole numbers are compared with whole numbers: MariaDB takes a bound -1e-300 for 0 beside a whole column.
std::int64_t wholeBound(Test test, double bound) {
    constexpr double kFar = 4e18;
    const double whole = test == Test::Less || test == Test::GreaterOrEqual ? std::ceil(bound) : std::floor(bound);
    return static_cast<std::int64_t>(std::clamp(whole, -kFar, kFar));
}

std::string numberColumnSql(const QueryCondition& condition, const std::string& column, SqlParams& params) {
    if (condition.test == Test::Present) return "1=1";
    std::string list;
    for (const Json& operand : condition.operands) {
        if (!operand.is_number()) continue;
        const double number = operand.to_number<double>();
        if (condition.test != Test::OneOf) {
            params.emplace_back(wholeBound(condition.test, number));
            const std::string bound = column + signOf(condition.test);
            return condition.upper ? bound + " AND " + numberColumnSql(*condition.upper, column, params) : bound;
        }
        const std::int64_t whole = wholeBound(condition.test, number);
        if (static_cast<double>(whole) != number) continue;
        params.emplace_back(whole);
        list += list.empty() ? "?" : ",?";
    }
    return list.empty() ? "1=0" : column + " IN (" + list + ")";
}

class MediaConditionSql : public QueryConditionSql {
public:
    explicit MediaConditionSql(const std::string& bucketId) : bucketId_(bucketId) {}

    std::string render(const QueryCondition& condition, SqlParams& params) override {
        if (const QueryColumn* column = findQueryColumn(condition.key)) return columnSql(*column, condition, params);
        // MySQL joins every sub-select that stands alone, and planning a join of fifty takes minutes. IS TRUE keeps it
        // out.
        const std::string found = "id IN (" + fieldSql(condition, params) + ")";
        return ++rendered_ > kMaxJoined ? found + " IS TRUE" : found;
    }

    std::string renderWider(const QueryCondition& condition, SqlParams& params) override {
        return render(widened(condition), params);
    }

private:
    static std::string columnSql(const QueryColumn& column, const QueryCondition& condition, SqlParams& params) {
        const std::string name(column.column);
        if (condition.test == Test::Pattern) return column.kind == QueryColumn::Kind::Number ? "1=0" : "1=1";
        std::string tested;
        switch (column.kind) {
            case QueryColumn::Kind::Text:
                tested = textColumnSql(condition, name, params);
                break;
            case QueryColumn::Kind::Time:
                tested = timeColumnSql(condition, name, params);
                break;
            case QueryColumn::Kind::Number:
                tested = numberColumnSql(condition, name, params);
                break;
        }
        return column.present.empty() ? tested : "(" + name + std::string(column.present) + " AND " + tested + ")";
    }

    std::string fieldSql(const QueryCondition& condition, SqlParams& params) const {
        std::string path = "f.path = ?";
        params.emplace_back(bucketId_);
        params.emplace_back(indexedText(condition.key));
        if (condition.test == Test::Present) {
            // '/' follows '.': the range holds what is below the key.
            path = "(f.path = ? OR (f.path >= ? AND f.path < ?))";
            params.emplace_back(indexedText(condition.key + "."));
            params.emplace_back(indexedText(condition.key + "/"));
        }
        const std::string value = fieldValueSql(condition, "f.", params);
        return "SELECT f.media_id FROM media_fields f WHERE f.bucket_id = ? AND " + path + " AND " + value;
    }

    const std::string& bucketId_;
    int rendered_ = 0;
};

}  // namespace

MediaFilter MediaFilter::of(const std::string& bucketId, const ListQuery& query) {
    MediaFilter filter;
    // Without statistics SQLite takes the bucket for the best way in; COALESCE leaves it the rows of media_fields.
    filter.where = needsAField(query.root()) ? "WHERE COALESCE(bucket_id, '') = ?" : "WHERE bucket_id = ?";
    filter.params.emplace_back(bucketId);
    if (query.isEmpty()) return filter;
    MediaConditionSql conditions(bucketId);
    filter.where += " AND " + renderSql(query, conditions, filter.params);
    return filter;
}

}  // namespace inkwell::media
