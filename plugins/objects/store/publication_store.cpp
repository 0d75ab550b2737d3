#include "store/publication_store.h"

#include "inkwell/database_engine.h"

namespace inkwell::objects {

namespace {

std::string columnOf(Schedule schedule) { return schedule == Schedule::Publish ? "publish_at" : "unpublish_at"; }

// What is still to be published is unpublished after that: had both times come, and were its row locked when what is
// due was published, it would stay published for good. COALESCE, for SQLite would go through all that have no time to
// be published by the index of those times.
std::string dueCondition(Schedule schedule, const std::string& now) {
    const std::string condition = columnOf(schedule) + " <= " + now + " AND live = 1";
    return schedule == Schedule::Publish ? condition : condition + " AND COALESCE(publish_at, 0) = 0";
}

std::vector<std::string> idsOf(const std::vector<DueObject>& due) {
    std::vector<std::string> ids;
    ids.reserve(due.size());
    for (const DueObject& object : due) ids.push_back(object.id);
    return ids;
}

}  // namespace

bool PublicationStore::isAnyDue(Schedule schedule) {
    const std::string now(sql_.dialect().currentTimeMs());
    return sql_.selectOne("SELECT id FROM objects WHERE " + dueCondition(schedule, now) + " LIMIT 1").has_value();
}

// The order is that of the indexes objects_publish_at and objects_unpublish_at, so the engine locks the rows of the
// share and no others.
std::vector<DueObject> PublicationStore::claim(Schedule schedule, std::int64_t limit) {
    const std::string now(sql_.dialect().currentTimeMs());
    const std::string time = columnOf(schedule);
    std::vector<DueObject> due;
    for (const SqlRow& row :
         sql_.select("SELECT id, bucket_id, type_slug, title, status, trigger_webhook, " + now + ", publish_draft_at" +
                         " FROM objects WHERE " + dueCondition(schedule, now) + " ORDER BY " + time +
                         ", number LIMIT ?" + std::string(sql_.dialect().forUpdateSkipLocked()),
                     {limit})) {
        due.push_back({row[0].text(), row[1].text(), row[2].text(), row[3].text(), row[4].text(), row[5].integer() != 0,
                       row[6].integer(), !row[7].isNull()});
    }
    return due;
}

void PublicationStore::publish(const std::vector<DueObject>& due) {
    const std::int64_t nowMs = due.front().nowMs;
    SqlParams params{nowMs, nowMs};
    const std::string list = sqlIn(idsOf(due), params);
    sql_.execute(
        "UPDATE objects SET status = 'published', published_at = ?, modified_at = ?, publish_at = NULL, "
        "version = version + 1 WHERE id IN " +
            list,
        params);
    std::vector<std::string> withTime;
    std::vector<std::string> others;
    for (const DueObject& object : due) (object.hasDraftWithTime ? withTime : others).push_back(object.id);
    showPublished(withTime, "", nowMs);
    showPublished(others, ", publish_at = NULL", nowMs);
}

// A draft shows the times of its object, unless it has one of its own.
void PublicationStore::showPublished(const std::vector<std::string>& objectIds, const char* more, std::int64_t nowMs) {
    if (objectIds.empty()) return;
    SqlParams params{nowMs};
    sql_.execute(std::string("UPDATE objects SET published_at = ?") + more + " WHERE object_id IN " +
                     sqlIn(objectIds, params) + " AND live IS NULL",
                 params);
}

void PublicationStore::unpublish(const std::vector<DueObject>& due) {
    SqlParams params{due.front().nowMs};
    sql_.execute(
        "UPDATE objects SET status = 'draft', modified_at = ?, unpublish_at = NULL, publish_draft_at = NULL, "
        "version = version + 1 WHERE id IN " +
            sqlIn(idsOf(due), params),
        params);
    SqlParams drafts;
    sql_.execute("UPDATE objects SET unpublish_at = NULL, publish_at = NULL WHERE object_id IN " +
                     sqlIn(idsOf(due), drafts) + " AND live IS NULL",
                 drafts);
}

// By the index of those times, which has the draft's own. Those of drafts that show their object's time are left out.
std::vector<DueDraft> PublicationStore::dueDrafts(const DueDraft& after, std::int64_t limit) {
    const std::string now(sql_.dialect().currentTimeMs());
    const std::string statement =
        "SELECT d.object_id, d.bucket_id, d.publish_at, d.number, " + now +
        " FROM objects d JOIN objects o ON o.id = d.object_id WHERE d.publish_at >= ? AND d.publish_at <= " + now +
        " AND (d.publish_at > ? OR d.number > ?) AND d.live IS NULL AND o.publish_draft_at = d.publish_at "
        "ORDER BY d.publish_at, d.number LIMIT ?";
    std::vector<DueDraft> due;
    for (const SqlRow& row : sql_.select(statement, {after.dueMs, after.dueMs, after.number, limit}))
        due.push_back({row[0].text(), row[1].text(), row[2].integer(), row[3].integer(), row[4].integer()});
    return due;
}

}  // namespace inkwell::objects
