#include "queue/delivery_store.h"

#include <unordered_map>

#include "inkwell/database_engine.h"

namespace inkwell::webhooks {

namespace {

// Nothing is sent while the webhook is disabled, nor before its circuit closes.
const std::string kSelect =
    "SELECT d.id, d.event_name, d.state, d.reason, d.created_at, d.ended_at, w.enabled, CASE WHEN w.open_until > "
    "d.due_at THEN w.open_until ELSE d.due_at END FROM webhooks_deliveries d JOIN webhooks w ON w.id = d.webhook_id ";

Delivery parseRow(const SqlRow& row) {
    Delivery delivery;
    delivery.id = row[0].text();
    delivery.event = row[1].text();
    delivery.state = row[2].text();
    delivery.reason = row[3].text();
    delivery.createdAtMs = row[4].integer();
    delivery.endedAtMs = row[5].optionalInteger();
    if (delivery.state == kWaiting && row[6].integer() != 0) delivery.nextAttemptAtMs = row[7].integer();
    return delivery;
}

}  // namespace

DeliveryPage DeliveryStore::list(const std::string& webhookId, const DeliveryFilter& filter) {
    SqlParams params{webhookId};
    std::string where = "WHERE d.webhook_id = ?";
    if (!filter.state.empty()) {
        where += " AND d.state = ?";
        params.emplace_back(filter.state);
    }
    DeliveryPage page;
    page.total = sql_.selectOne("SELECT COUNT(*) FROM webhooks_deliveries d " + where, params)->at(0).integer();
    params.emplace_back(filter.limit);
    params.emplace_back(filter.skip);
    // Ids are ordered by time.
    for (const SqlRow& row : sql_.select(kSelect + where + " ORDER BY d.id DESC LIMIT ? OFFSET ?", params)) {
        page.deliveries.push_back(parseRow(row));
    }
    addAttempts(page.deliveries);
    return page;
}

std::optional<Delivery> DeliveryStore::find(const std::string& webhookId, const std::string& id) {
    static const std::string kStatement = kSelect + "WHERE d.id = ? AND d.webhook_id = ?";
    const auto row = sql_.selectOne(kStatement, {id, webhookId});
    if (!row) return std::nullopt;
    Delivery delivery = parseRow(*row);
    addAttempts({&delivery, 1});
    return delivery;
}

std::optional<std::string> DeliveryStore::findBody(const std::string& webhookId, const std::string& id) {
    const auto row = sql_.selectOne(
        "SELECT m.body FROM webhooks_deliveries d JOIN webhooks_messages m ON m.id = d.message_id "
        "WHERE d.webhook_id = ? AND d.id = ?",
        {webhookId, id});
    if (!row) return std::nullopt;
    return row->at(0).text();
}

bool DeliveryStore::requeue(const std::string& webhookId, const std::string& id) {
    const std::string now(sql_.dialect().currentTimeMs());
    const SqlParams which{webhookId, id};
    const auto sending = sql_.selectOne(
        "SELECT id FROM webhooks_deliveries WHERE webhook_id = ? AND id = ? AND state = "
        "'sending' AND lease_until > " +
            now + std::string(sql_.dialect().forUpdate()),
        which);
    if (sending) return false;
    sql_.execute("UPDATE webhooks_deliveries SET state = 'waiting', due_at = " + now + ", queued_at = " + now +
                     ", tries = 0, claim = NULL, lease_until = NULL, ended_at = NULL, reason = '' WHERE webhook_id = ? "
                     "AND id = ?",
                 which);
    return true;
}

void DeliveryStore::addAttempts(std::span<Delivery> deliveries) {
    std::vector<std::string> ids;
    std::unordered_map<std::string_view, Delivery*> byId;
    for (Delivery& delivery : deliveries) {
        ids.push_back(delivery.id);
        byId[delivery.id] = &delivery;
    }
    if (ids.empty()) return;
    SqlParams params;
    const std::string list = sqlIn(ids, params);
    for (const SqlRow& row : sql_.select("SELECT delivery_id, started_at, status, error, duration_ms FROM "
                                         "webhooks_attempts WHERE delivery_id IN " +
                                             list + " ORDER BY delivery_id, attempt",
                                         params)) {
        byId.at(row[0].view())
            ->attempts.push_back(
                {row[1].integer(), static_cast<int>(row[2].integer()), row[3].text(), row[4].integer()});
    }
}

}  // namespace inkwell::webhooks
