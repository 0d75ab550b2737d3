#include "queue/upkeep_store.h"

#include <algorithm>

#include "inkwell/database_engine.h"
#include "queue/queue_store.h"
#include "queue/schedule.h"

namespace inkwell::webhooks {

UpkeepStore::Numbers UpkeepStore::numbers() {
    const std::string now(sql_.dialect().currentTimeMs());
    // For every webhook one look into the index: what has ended is not read.
    const std::string due = "(SELECT d.due_at FROM " + deliveriesByState("d") +
                            "WHERE d.webhook_id = w.id AND d.state = 'waiting' ORDER BY d.due_at LIMIT 1)";
    const std::string maySend = " FROM webhooks w WHERE w.enabled = 1 AND w.open_until <= " + now;
    const auto countOf = [](const std::string& state) {
        return "(SELECT COUNT(*) FROM " + deliveriesByState("d") + "WHERE d.webhook_id = w.id AND d.state = '" + state +
               "')";
    };
    Numbers numbers;
    numbers.queued =
        sql_.selectOne("SELECT SUM(" + countOf("waiting") + " + " + countOf("sending") + ") FROM webhooks w")
            ->at(0)
            .integer();
    for (const SqlRow& row :
         sql_.select("SELECT " + now + ", " + due + ", w.open_until, COALESCE(w.tried_at, 0)" + maySend)) {
        if (row[1].isNull()) continue;
        const std::int64_t lateMs = row[0].integer() - row[1].integer();
        const std::int64_t idleMs = row[0].integer() - std::max(row[2].integer(), row[3].integer());
        numbers.lateMs = std::max(numbers.lateMs, lateMs);
        numbers.neglectedMs = std::max(numbers.neglectedMs, std::min(lateMs, idleMs));
    }
    return numbers;
}

std::int64_t UpkeepStore::removeOfWebhook(const std::string& webhookId, std::int64_t limit) {
    constexpr std::int64_t kShare = 500;
    std::int64_t removed = 0;
    std::int64_t bytes = 0;
    while (removed < limit && bytes <= kMaxBytes) {
        const auto rows =
            sql_.select("SELECT id, body_bytes FROM webhooks_deliveries WHERE webhook_id = ? ORDER BY id LIMIT ?",
                        {webhookId, std::min(kShare, limit - removed)});
        std::vector<std::string> ids;
        for (std::size_t i = 0; i < rows.size() && bytes <= kMaxBytes; ++i) {
            ids.push_back(rows[i][0].text());
            bytes += rows[i][1].integer();
        }
        if (ids.empty()) break;
        remove(webhookId, ids);
        removed += static_cast<std::int64_t>(ids.size());
    }
    return removed;
}

// Ids are ordered by time: the old ones are the first of their webhook, and no index is needed.
std::int64_t UpkeepStore::removeEnded(std::int64_t keepMs, std::int64_t limit, Place& place) {
    if (place.deliveryId.empty()) place.webhookId = webhookAfter(place.webhookId);
    const std::string now(sql_.dialect().currentTimeMs());
    const auto rows =
        sql_.select("SELECT id, COALESCE(ended_at < " + now + " - ?, 0), created_at < " + now +
                        " - ?, body_bytes FROM webhooks_deliveries WHERE webhook_id = ? AND id > ? ORDER BY id LIMIT ?",
                    {keepMs, keepMs, place.webhookId, place.deliveryId, limit});
    std::vector<std::string> ids;
    std::int64_t bytes = 0;
    std::size_t seen = 0;
    for (; seen < rows.size() && bytes <= kMaxBytes; ++seen) {
        if (rows[seen][1].integer() == 0) continue;
        ids.push_back(rows[seen][0].text());
        bytes += rows[seen][3].integer();
    }
    const bool isEnd = seen == rows.size() && static_cast<std::int64_t>(seen) < limit;
    place.deliveryId = !isEnd && rows[seen - 1][2].integer() != 0 ? rows[seen - 1][0].text() : "";
    remove(place.webhookId, ids);
    return static_cast<std::int64_t>(ids.size());
}

// Looked at again when it is changed: somebody may have queued it anew meanwhile.
std::int64_t UpkeepStore::giveUp(std::int64_t limit) {
    const std::string now(sql_.dialect().currentTimeMs());
    const auto rows = sql_.select("SELECT d.webhook_id, d.id FROM webhooks w JOIN " + deliveriesByState("d") +
                                      "ON d.webhook_id = w.id WHERE d.state = "
                                      "'waiting' AND d.queued_at < " +
                                      now + " - ? LIMIT ?",
                                  {kMaxWaitMs, limit});
    for (const SqlRow& row : rows) {
        sql_.execute("UPDATE webhooks_deliveries SET state = 'failed', ended_at = " + now +
                         ", reason = 'it waited for more than five days' WHERE state = 'waiting' AND queued_at < " +
                         now + " - ? AND webhook_id = ? AND id = ?",
                     {kMaxWaitMs, row[0], row[1]});
    }
    return static_cast<std::int64_t>(rows.size());
}

std::vector<std::string> UpkeepStore::orphaned() {
    std::vector<std::string> ids;
    for (std::string id = webhookAfter(""); !id.empty(); id = webhookAfter(id)) {
        if (!sql_.selectOne("SELECT id FROM webhooks WHERE id = ?", {id})) ids.push_back(id);
    }
    return ids;
}

// From webhook to webhook in the index, past all that one has.
std::string UpkeepStore::webhookAfter(const std::string& webhookId) {
    return sql_.selectOne("SELECT MIN(webhook_id) FROM webhooks_deliveries WHERE webhook_id > ?", {webhookId})
        ->at(0)
        .text();
}

// By lists of ids: a deletion by a subselect would look at, and lock, every row of its table on MySQL. Locked first,
// because two servers must not count the same deliveries down.
void UpkeepStore::remove(const std::string& webhookId, const std::vector<std::string>& ids) {
    if (ids.empty()) return;
    SqlParams params{webhookId};
    const std::string list = sqlIn(ids, params);
    const std::string where = "webhook_id = ? AND id IN " + list;
    std::vector<std::string> messageIds;
    for (const SqlRow& row : sql_.select(
             "SELECT message_id FROM webhooks_deliveries WHERE " + where + std::string(sql_.dialect().forUpdate()),
             params)) {
        messageIds.push_back(row[0].text());
    }
    sql_.execute("DELETE FROM webhooks_deliveries WHERE " + where, params);
    params.erase(params.begin());
    sql_.execute("DELETE FROM webhooks_attempts WHERE delivery_id IN " + list, params);
    release(messageIds);
}

// A webhook has one delivery of a message.
void UpkeepStore::release(const std::vector<std::string>& messageIds) {
    if (messageIds.empty()) return;
    SqlParams params;
    const std::string list = sqlIn(messageIds, params);
    sql_.execute("UPDATE webhooks_messages SET needed = needed - 1 WHERE id IN " + list, params);
    sql_.execute("DELETE FROM webhooks_messages WHERE needed <= 0 AND id IN " + list, params);
}

}  // namespace inkwell::webhooks
