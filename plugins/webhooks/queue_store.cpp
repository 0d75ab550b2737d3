#include "queue_store.h"

#include <algorithm>

#include "inkwell/database_engine.h"
#include "inkwell/sql_rows.h"
#include "words.h"

namespace inkwell::webhooks {

namespace {

constexpr std::size_t kMaxErrorLength = 500;

SqlParams paramsWith(std::initializer_list<SqlValue> first) { return SqlParams(first); }

// What the column takes; the text is ours, but for what a library says.
std::string cutError(const std::string& error) { return error.substr(0, kMaxErrorLength / 4); }

}  // namespace

std::string QueueStore::now() const { return std::string(sql_.dialect().currentTimeMs()); }

QueueStore::Subscriptions QueueStore::subscriptions(const std::string& bucketId) {
    Subscriptions found;
    for (const SqlRow& row : sql_.select("SELECT id, event_names, object_types, props, " + now() +
                                             " FROM webhooks WHERE bucket_id = ? AND enabled = 1 ORDER BY id",
                                         {bucketId})) {
        found.all.push_back({row[0].text(), wordsOf(row[1].view()), wordsOf(row[2].view()), row[3].text()});
        found.nowMs = row[4].integer();
    }
    return found;
}

void QueueStore::enqueue(const Event& event, std::span<const Message> messages,
                         std::span<const NewDelivery> deliveries) {
    std::vector<SqlRow> rows;
    for (const Message& message : messages) rows.push_back({message.id, event.bucketId, message.body, event.nowMs});
    insertRows(sql_, "INSERT INTO webhooks_messages (id, bucket_id, body, created_at) VALUES", rows);
    rows.clear();
    for (const NewDelivery& delivery : deliveries) {
        const Message& message = messages[delivery.message];
        rows.push_back({delivery.id, delivery.webhookId, message.id, event.name,
                        static_cast<std::int64_t>(message.body.size()), "waiting", event.nowMs, event.nowMs, 0, 0,
                        event.nowMs, ""});
    }
    insertRows(sql_,
               "INSERT INTO webhooks_deliveries (id, webhook_id, message_id, event_name, body_bytes, state, due_at, "
               "queued_at, tries, attempts, created_at, reason) VALUES",
               rows);
}

std::vector<QueueStore::ReadyLane> QueueStore::readyLanes() {
    std::vector<ReadyLane> lanes;
    for (const SqlRow& row : sql_.select(
             "SELECT DISTINCT w.lane, w.failures FROM webhooks w WHERE w.enabled = 1 AND w.open_until <= " + now() +
             " AND (EXISTS (SELECT 1 FROM webhooks_deliveries d WHERE d.webhook_id = w.id AND d.state = 'waiting' AND "
             "d.due_at <= " +
             now() +
             ") OR EXISTS (SELECT 1 FROM webhooks_deliveries s WHERE s.webhook_id = w.id AND "
             "s.state = 'sending' AND s.lease_until <= " +
             now() + "))")) {
        const auto isSame = [&](const ReadyLane& one) { return one.lane == row[0].view(); };
        if (std::none_of(lanes.begin(), lanes.end(), isSame)) {
            lanes.push_back({row[0].text(), static_cast<int>(row[1].integer())});
        }
    }
    return lanes;
}

QueueStore::Lane QueueStore::lockLane(const std::string& lane) {
    Lane found;
    for (const SqlRow& row :
         sql_.select("SELECT id, enabled, endpoint, headers, secret, old_secret, "
                     "old_secret_until > " +
                         now() + ", failures, open_until > " + now() + " FROM webhooks WHERE lane = ? ORDER BY id" +
                         std::string(sql_.dialect().forUpdate()),
                     {lane})) {
        found.webhookIds.push_back(row[0].text());
        found.failures = std::max(found.failures, static_cast<int>(row[7].integer()));
        found.isOpen = found.isOpen || row[8].integer() != 0;
        if (row[1].integer() == 0) continue;
        Recipient recipient{row[2].text(), parseHeaders(row[3].view()), {row[4].text()}};
        if (row[6].integer() != 0) recipient.secrets.push_back(row[5].text());
        found.enabled.emplace(row[0].text(), std::move(recipient));
    }
    return found;
}

int QueueStore::liveClaims(std::span<const std::string> webhookIds) {
    SqlParams params;
    const std::string list = sqlIn(webhookIds, params);
    int live = 0;
    bool anyExpired = false;
    for (const SqlRow& row : sql_.select("SELECT claim, MIN(lease_until) > " + now() +
                                             " FROM webhooks_deliveries WHERE state = 'sending' AND webhook_id IN " +
                                             list + " GROUP BY claim",
                                         params)) {
        if (row[1].integer() != 0) {
            ++live;
        } else {
            anyExpired = true;
        }
    }
    if (anyExpired) {
        sql_.execute(
            "UPDATE webhooks_deliveries SET state = 'waiting', claim = NULL, lease_until = NULL WHERE "
            "state = 'sending' AND lease_until <= " +
                now() + " AND webhook_id IN " + list,
            params);
    }
    return live;
}

std::vector<Parcel> QueueStore::due(const std::string& webhookId, int limit) {
    std::vector<Parcel> parcels;
    for (const SqlRow& row :
         sql_.select("SELECT id, message_id, event_name, body_bytes, tries, attempts FROM "
                     "webhooks_deliveries WHERE webhook_id = ? AND state = 'waiting' AND due_at <= " +
                         now() + " ORDER BY due_at, id LIMIT ?",
                     {webhookId, limit})) {
        parcels.push_back({row[0].text(), webhookId, row[1].text(), row[2].text(), row[3].integer(),
                           static_cast<int>(row[4].integer()), static_cast<int>(row[5].integer())});
    }
    return parcels;
}

void QueueStore::lease(std::span<const std::string> deliveryIds, const std::string& claim, std::int64_t leaseMs) {
    SqlParams params = paramsWith({claim, leaseMs});
    const std::string list = sqlIn(deliveryIds, params);
    sql_.execute("UPDATE webhooks_deliveries SET state = 'sending', claim = ?, lease_until = " + now() +
                     " + ? WHERE state = 'waiting' AND id IN " + list,
                 params);
}

std::map<std::string, std::string> QueueStore::bodies(std::span<const std::string> messageIds) {
    SqlParams params;
    const std::string list = sqlIn(messageIds, params);
    std::map<std::string, std::string> found;
    for (SqlRow& row : sql_.select("SELECT id, body FROM webhooks_messages WHERE id IN " + list, params)) {
        found.emplace(row[0].text(), std::move(row[1]).text());
    }
    return found;
}

std::vector<std::string> QueueStore::held(std::span<const std::string> deliveryIds, const std::string& claim) {
    SqlParams params = paramsWith({claim});
    const std::string list = sqlIn(deliveryIds, params);
    std::vector<std::string> ids;
    for (const SqlRow& row : sql_.select("SELECT id FROM webhooks_deliveries WHERE claim = ? AND state = 'sending' AND "
                                         "id IN " +
                                             list + std::string(sql_.dialect().forUpdate()),
                                         params)) {
        ids.push_back(row[0].text());
    }
    return ids;
}

void QueueStore::log(std::span<const LoggedAttempt> attempts) {
    std::vector<SqlRow> rows;
    for (const LoggedAttempt& one : attempts) {
        rows.push_back({one.deliveryId, one.number, one.attempt.startedAtMs, one.attempt.status,
                        cutError(one.attempt.error), one.attempt.durationMs});
    }
    insertRows(sql_,
               "INSERT INTO webhooks_attempts (delivery_id, attempt, started_at, status, error, duration_ms) VALUES",
               rows);
}

void QueueStore::delivered(std::span<const std::string> deliveryIds) {
    if (deliveryIds.empty()) return;
    SqlParams params;
    const std::string list = sqlIn(deliveryIds, params);
    sql_.execute(
        "UPDATE webhooks_deliveries SET state = 'delivered', claim = NULL, lease_until = NULL, tries = tries + "
        "1, attempts = attempts + 1, ended_at = " +
            now() + " WHERE id IN " + list,
        params);
}

void QueueStore::release(std::span<const std::string> deliveryIds) {
    if (deliveryIds.empty()) return;
    SqlParams params;
    const std::string list = sqlIn(deliveryIds, params);
    sql_.execute(
        "UPDATE webhooks_deliveries SET state = 'waiting', claim = NULL, lease_until = NULL WHERE id IN " + list,
        params);
}

void QueueStore::retry(const std::string& deliveryId, std::int64_t delayMs) {
    sql_.execute(
        "UPDATE webhooks_deliveries SET state = 'waiting', claim = NULL, lease_until = NULL, tries = tries + 1, "
        "attempts = attempts + 1, due_at = " +
            now() + " + ? WHERE id = ?",
        {delayMs, deliveryId});
}

void QueueStore::fail(const std::string& deliveryId, const std::string& reason) {
    sql_.execute(
        "UPDATE webhooks_deliveries SET state = 'failed', claim = NULL, lease_until = NULL, tries = tries + 1, "
        "attempts = attempts + 1, ended_at = " +
            now() + ", reason = ? WHERE id = ?",
        {reason, deliveryId});
}

int QueueStore::failuresForUpdate(const std::string& lane) {
    int failures = 0;
    for (const SqlRow& row : sql_.select(
             "SELECT failures FROM webhooks WHERE lane = ? ORDER BY id" + std::string(sql_.dialect().forUpdate()),
             {lane})) {
        failures = std::max(failures, static_cast<int>(row[0].integer()));
    }
    return failures;
}

void QueueStore::setCircuit(const std::string& lane, int failures, std::int64_t waitMs) {
    sql_.execute("UPDATE webhooks SET failures = ?, open_until = " + now() + " + ? WHERE lane = ?",
                 {failures, waitMs, lane});
}

void QueueStore::disable(const std::string& webhookId, const std::string& reason) {
    sql_.execute("UPDATE webhooks SET enabled = 0, disabled_reason = ? WHERE id = ?", {reason, webhookId});
}

}  // namespace inkwell::webhooks
