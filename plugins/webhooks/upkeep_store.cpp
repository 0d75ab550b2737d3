#include "upkeep_store.h"

#include <algorithm>

#include "inkwell/database_engine.h"
#include "schedule.h"

namespace inkwell::webhooks {

namespace {

std::vector<std::string> idsOf(const std::vector<SqlRow>& rows) {
    std::vector<std::string> ids;
    ids.reserve(rows.size());
    for (const SqlRow& row : rows) ids.push_back(row[0].text());
    return ids;
}

}  // namespace

UpkeepStore::Numbers UpkeepStore::numbers() {
    const std::string now(sql_.dialect().currentTimeMs());
    // For every webhook one look into the index: what has ended is not read.
    const std::string oldestDue =
        "SELECT " + now +
        ", MIN((SELECT MIN(d.due_at) FROM webhooks_deliveries d WHERE d.webhook_id = w.id AND d.state = 'waiting')) "
        "FROM webhooks w WHERE w.enabled = 1 AND w.open_until <= " +
        now;
    const auto lateness = [&](const std::string& statement) {
        const SqlRow row = *sql_.selectOne(statement);
        return row[1].isNull() ? 0 : std::max<std::int64_t>(0, row[0].integer() - row[1].integer());
    };
    Numbers numbers;
    numbers.queued = sql_.selectOne(
                             "SELECT SUM((SELECT COUNT(*) FROM webhooks_deliveries d WHERE d.webhook_id = w.id AND "
                             "d.state IN ('waiting', 'sending'))) FROM webhooks w")
                         ->at(0)
                         .integer();
    numbers.lateMs = lateness(oldestDue);
    numbers.neglectedMs = lateness(oldestDue +
                                   " AND NOT EXISTS (SELECT 1 FROM webhooks o JOIN webhooks_deliveries s ON "
                                   "s.webhook_id = o.id WHERE o.lane = w.lane AND s.state = 'sending' AND "
                                   "s.lease_until > " +
                                   now + ")");
    return numbers;
}

std::int64_t UpkeepStore::removeEnded(std::int64_t keepMs, std::int64_t limit) {
    return removeDeliveries(sql_.select("SELECT id FROM webhooks_deliveries WHERE ended_at < " +
                                            std::string(sql_.dialect().currentTimeMs()) +
                                            " - ? ORDER BY ended_at LIMIT ?",
                                        {keepMs, limit}));
}

std::int64_t UpkeepStore::removeMessages(std::int64_t keepMs, std::int64_t limit) {
    const auto rows = sql_.select("SELECT m.id FROM webhooks_messages m WHERE m.created_at < " +
                                      std::string(sql_.dialect().currentTimeMs()) +
                                      " - ? AND NOT EXISTS (SELECT 1 FROM webhooks_deliveries d WHERE d.message_id = "
                                      "m.id) LIMIT ?",
                                  {keepMs, limit});
    if (rows.empty()) return 0;
    SqlParams params;
    const std::string list = sqlIn(idsOf(rows), params);
    return sql_.execute("DELETE FROM webhooks_messages WHERE id IN " + list, params);
}

std::int64_t UpkeepStore::giveUp(std::int64_t limit) {
    const std::string now(sql_.dialect().currentTimeMs());
    const auto rows = sql_.select(
        "SELECT d.id FROM webhooks w JOIN webhooks_deliveries d ON d.webhook_id = w.id WHERE d.state = 'waiting' AND "
        "d.queued_at < " +
            now + " - ? LIMIT ?",
        {kMaxWaitMs, limit});
    if (rows.empty()) return 0;
    SqlParams params;
    const std::string list = sqlIn(idsOf(rows), params);
    return sql_.execute("UPDATE webhooks_deliveries SET state = 'failed', ended_at = " + now +
                            ", reason = 'it waited for more than five days' WHERE state = 'waiting' AND id IN " + list,
                        params);
}

// Goes from webhook to webhook in the index, past all that one has.
std::int64_t UpkeepStore::removeOrphans(std::int64_t limit) {
    std::string last;
    for (;;) {
        const SqlRow next =
            *sql_.selectOne("SELECT MIN(webhook_id) FROM webhooks_deliveries WHERE webhook_id > ?", {last});
        if (next[0].isNull()) return 0;
        last = next[0].text();
        if (sql_.selectOne("SELECT id FROM webhooks WHERE id = ?", {last})) continue;
        return removeDeliveries(
            sql_.select("SELECT id FROM webhooks_deliveries WHERE webhook_id = ? LIMIT ?", {last, limit}));
    }
}

std::int64_t UpkeepStore::removeDeliveries(const std::vector<SqlRow>& rows) {
    if (rows.empty()) return 0;
    SqlParams params;
    const std::string list = sqlIn(idsOf(rows), params);
    sql_.execute("DELETE FROM webhooks_attempts WHERE delivery_id IN " + list, params);
    return sql_.execute("DELETE FROM webhooks_deliveries WHERE id IN " + list, params);
}

}  // namespace inkwell::webhooks
