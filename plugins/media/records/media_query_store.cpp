#include "records/media_query_store.h"

#include <algorithm>

#include "records/media_query.h"

namespace inkwell::media {

namespace {

using Kind = QueryNode::Kind;

constexpr int kMaxJoined = 3;

bool needsAField(const QueryNode& node) {
    if (node.kind == Kind::All || (node.kind == Kind::Any && node.children.size() == 1))
        return std::any_of(node.children.begin(), node.children.end(), needsAField);
    return node.kind == Kind::Condition && findQueryColumn(node.condition.key) == nullptr;
}

class MediaConditionSql : public QueryConditionSql {
public:
    explicit MediaConditionSql(const std::string& bucketId) : bucketId_(bucketId) {}

    std::string render(const QueryCondition& condition, SqlParams& params) override {
        if (const QueryColumn* column = findQueryColumn(condition.key))
            return columnSql(*column, column->column, condition, params);
        params.emplace_back(bucketId_);
        const std::string found = "id IN (SELECT f.media_id FROM media_fields f WHERE f.bucket_id = ? AND " +
                                  fieldSql(condition, "f.", params) + ")";
        // MySQL joins every sub-select that stands alone, and planning a join of fifty takes minutes. IS TRUE keeps it
        // out.
        return ++rendered_ > kMaxJoined ? found + " IS TRUE" : found;
    }

    std::string renderWider(const QueryCondition& condition, SqlParams& params) override {
        return render(widened(condition), params);
    }

private:
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
