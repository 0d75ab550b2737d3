#include "queue/queue_store.h"

#include <algorithm>

#include "inkwell/database_engine.h"
#include "inkwell/sql_rows.h"
#include "records/words.h"

namespace inkwell::webhooks {

namespace {

constexpr std::size_t kMaxErrorLength = 500;
constexpr std::int64_t kNoteMs = 60'000;

// "webhook_id IN (...) AND id IN (...)"
std::string whereOf(const DeliveryIds& ids, SqlParams& params) {
    const std::string webhooks = sqlIn(ids.webhookIds, params);
    return "webhook_id IN " + webhooks + " AND id IN " + sqlIn(ids.ids, params);
}

// A database server bounds its statements, to 16 MB if nobody says otherwise.
void insertMessages(Sql& sql, std::span<const Message> messages) {
    constexpr std::size_t kFullBytes = 1024 * 1024;
    std::vector<SqlRow> rows;
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < messages.size(); ++i) {
        rows.push_back({messages[i].id, messages[i].needed, messages[i].body});
        bytes += messages[i].body.size();
        if (bytes < kFullBytes && i + 1 < messages.size()) continue;
        insertRows(sql, "INSERT INTO webhooks_messages (id, needed, body) VALUES", rows);
        rows.clear();
        bytes = 0;
    }
}

// Of the columns that recipientColumns() names, from `first` on.
Recipient recipientOf(const SqlRow& row, std::size_t first) {
    Recipient recipient{row[first].text(), parseHeaders(row[first + 1].view()), {row[first + 2].text()}};
    if (row[first + 4].integer() != 0) recipient.secrets.push_back(row[first + 3].text());
    return recipient;
}

// What the column takes; the text is ours, but for what a library says.
std::string cutError(const std::string& error) { return error.substr(0, kMaxErrorLength / 4); }

}  // namespace

void DeliveryIds::add(const Parcel& parcel) {
    if (std::find(webhookIds.begin(), webhookIds.end(), parcel.webhookId) == webhookIds.end()) {
        webhookIds.push_back(parcel.webhookId);
    }
    ids.push_back(parcel.deliveryId);
}

// A comment for SQLite, which takes this index by itself.
std::string deliveriesByState(std::string_view alias) {
    return "webhooks_deliveries " + std::string(alias) + " /*! FORCE INDEX (webhooks_deliveries_due) */ ";
}

std::string QueueStore::now() const { return std::string(sql_.dialect().currentTimeMs()); }

std::vector<Subscription> QueueStore::subscriptions(const std::string& bucketId) {
    std::vector<Subscription> found;
    for (const SqlRow& row :
         sql_.select("SELECT id, event_names, object_types, props FROM webhooks WHERE bucket_id = ? AND enabled = 1" +
                         std::string(sql_.dialect().forShare()),
                     {bucketId})) {
        found.push_back({row[0].text(), wordsOf(row[1].view()), wordsOf(row[2].view()), row[3].text()});
    }
    return found;
}

// The database's time stands in the statement: to ask for it would be a statement more in every write of content.
void QueueStore::enqueue(std::string_view event, std::span<const Message> messages,
                         std::span<const NewDelivery> deliveries, std::chrono::milliseconds delay) {
    insertMessages(sql_, messages);
    std::string statement =
        "INSERT INTO webhooks_deliveries (id, webhook_id, message_id, event_name, body_bytes, state, due_at, "
        "queued_at, "
        "tries, attempts, created_at, reason) VALUES ";
    const std::string row = "(?, ?, ?, ?, ?, 'waiting', " + now() + " + ?, " + now() + ", 0, 0, " + now() + ", '')";
    SqlParams params;
    for (const NewDelivery& delivery : deliveries) {
        statement += (params.empty() ? "" : ", ") + row;
        const Message& message = messages[delivery.message];
        params.insert(params.end(), {delivery.id, delivery.webhookId, message.id, event,
                                     static_cast<std::int64_t>(message.body.size()), delay.count()});
    }
    sql_.execute(statement, params);
}

// One look into the index for what waits, and one for the few that are being sent: EXISTS would pass all that wait for
// a later time, or be turned into a search through the whole table.
std::vector<QueueStore::ReadyLane> QueueStore::readyLanes() {
    const std::string ready =
        "SELECT DISTINCT w.lane, w.failures, w.bucket_id FROM webhooks w WHERE w.enabled = 1 AND w.open_until <= " +
        now() + " AND ((SELECT d.due_at FROM " + deliveriesByState("d") +
        "WHERE d.webhook_id = w.id AND d.state = 'waiting' ORDER BY d.due_at LIMIT 1) <= " + now() +
        " OR (SELECT MIN(s.lease_until) FROM " + deliveriesByState("s") +
        "WHERE s.webhook_id = w.id AND s.state = 'sending') <= " + now() + ")";
    std::vector<ReadyLane> lanes;
    for (const SqlRow& row : sql_.select(ready)) {
        const auto isSame = [&](const ReadyLane& one) { return one.lane == row[0].view(); };
        if (std::none_of(lanes.begin(), lanes.end(), isSame)) {
            lanes.push_back({row[0].text(), row[2].text(), static_cast<int>(row[1].integer())});
        }
    }
    return lanes;
}

// Counted after the rows are locked: what a lane lacks then, others have.
std::optional<QueueStore::Lane> QueueStore::tryLockLane(const std::string& lane) {
    Lane found;
    for (const SqlRow& row : sql_.select("SELECT id, bucket_id, enabled, failures, open_until > " + now() +
                                             ", COALESCE(tried_at, 0) < " + now() + " - " + std::to_string(kNoteMs) +
                                             ", " + recipientColumns() + " FROM webhooks WHERE lane = ? ORDER BY id" +
                                             std::string(sql_.dialect().forUpdateSkipLocked()),
                                         {lane})) {
        found.webhookIds.push_back(row[0].text());
        found.bucketId = row[1].text();
        found.failures = std::max(found.failures, static_cast<int>(row[3].integer()));
        found.isOpen = found.isOpen || row[4].integer() != 0;
        found.needsNote = found.needsNote || row[5].integer() != 0;
        if (row[2].integer() == 0) continue;
        found.enabled.emplace(row[0].text(), recipientOf(row, 6));
    }
    const std::int64_t all = sql_.selectOne("SELECT COUNT(*) FROM webhooks WHERE lane = ?", {lane})->at(0).integer();
    if (all != static_cast<std::int64_t>(found.webhookIds.size())) return std::nullopt;
    return found;
}

std::optional<Recipient> QueueStore::recipient(const std::string& webhookId) {
    const auto row = sql_.selectOne("SELECT " + recipientColumns() + " FROM webhooks WHERE id = ?", {webhookId});
    if (!row) return std::nullopt;
    return recipientOf(*row, 0);
}

std::string QueueStore::recipientColumns() const {
    return "endpoint, headers, secret, old_secret, old_secret_until > " + now();
}

int QueueStore::liveClaims(std::span<const std::string> webhookIds) {
    SqlParams params;
    const std::string list = sqlIn(webhookIds, params);
    int live = 0;
    bool anyExpired = false;
    for (const SqlRow& row :
         sql_.select("SELECT claim, MIN(lease_until) > " + now() + " FROM " + deliveriesByState("d") +
                         "WHERE state = 'sending' AND webhook_id IN " + list + " GROUP BY claim",
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
    for (const SqlRow& row : sql_.select(
             "SELECT id, message_id, event_name, body_bytes, tries, attempts FROM " + deliveriesByState("d") +
                 "WHERE webhook_id = ? AND state = 'waiting' AND due_at <= " + now() + " ORDER BY due_at, id LIMIT ?",
             {webhookId, limit})) {
        parcels.push_back({row[0].text(), webhookId, row[1].text(), row[2].text(), row[3].integer(),
                           static_cast<int>(row[4].integer()), static_cast<int>(row[5].integer())});
    }
    return parcels;
}

void QueueStore::lease(const DeliveryIds& ids, const std::string& claim, std::int64_t leaseMs) {
    SqlParams params{claim, leaseMs};
    const std::string where = whereOf(ids, params);
    sql_.execute("UPDATE webhooks_deliveries SET state = 'sending', claim = ?, lease_until = " + now() +
                     " + ? WHERE state = 'waiting' AND " + where,
                 params);
}

bool QueueStore::renew(const DeliveryIds& ids, const std::string& claim, std::int64_t leaseMs) {
    const std::string skipLocked(sql_.dialect().forUpdateSkipLocked());
    if (claimed(ids, claim, skipLocked).size() < ids.ids.size()) return false;
    SqlParams params{leaseMs, claim};
    const std::string where = whereOf(ids, params);
    sql_.execute("UPDATE webhooks_deliveries SET lease_until = " + now() +
                     " + ? WHERE claim = ? AND state = 'sending' AND " + where,
                 params);
    return true;
}

void QueueStore::noteAttempt(const std::string& lane) {
    sql_.execute("UPDATE webhooks SET tried_at = " + now() + " WHERE lane = ?", {lane});
}

void QueueStore::releaseOf(const std::string& prefix) {
    DeliveryIds ids;
    for (const SqlRow& row : sql_.select("SELECT d.webhook_id, d.id FROM webhooks w JOIN " + deliveriesByState("d") +
                                             "ON d.webhook_id = w.id WHERE d.state = 'sending' AND "
                                             "SUBSTR(d.claim, 1, ?) = ?",
                                         {static_cast<std::int64_t>(prefix.size()), prefix})) {
        Parcel parcel;
        parcel.webhookId = row[0].text();
        parcel.deliveryId = row[1].text();
        ids.add(parcel);
    }
    release(ids);
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

std::vector<std::string> QueueStore::held(const DeliveryIds& ids, const std::string& claim) {
    return claimed(ids, claim, std::string(sql_.dialect().forUpdate()));
}

std::vector<std::string> QueueStore::claimed(const DeliveryIds& ids, const std::string& claim,
                                             const std::string& locking) {
    SqlParams params{claim};
    const std::string where = whereOf(ids, params);
    std::vector<std::string> found;
    for (const SqlRow& row :
         sql_.select("SELECT id FROM webhooks_deliveries WHERE claim = ? AND state = 'sending' AND " + where + locking,
                     params)) {
        found.push_back(row[0].text());
    }
    return found;
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

void QueueStore::delivered(const DeliveryIds& ids) {
    if (ids.ids.empty()) return;
    SqlParams params;
    const std::string where = whereOf(ids, params);
    sql_.execute(
        "UPDATE webhooks_deliveries SET state = 'delivered', claim = NULL, lease_until = NULL, tries = tries + "
        "1, attempts = attempts + 1, ended_at = " +
            now() + " WHERE " + where,
        params);
}

void QueueStore::release(const DeliveryIds& ids) {
    if (ids.ids.empty()) return;
    SqlParams params;
    const std::string where = whereOf(ids, params);
    sql_.execute("UPDATE webhooks_deliveries SET state = 'waiting', claim = NULL, lease_until = NULL WHERE " + where,
                 params);
}

void QueueStore::retry(const Parcel& parcel, std::int64_t delayMs) {
    sql_.execute(
        "UPDATE webhooks_deliveries SET state = 'waiting', claim = NULL, lease_until = NULL, tries = tries + 1, "
        "attempts = attempts + 1, due_at = " +
            now() + " + ? WHERE webhook_id = ? AND id = ?",
        {delayMs, parcel.webhookId, parcel.deliveryId});
}

void QueueStore::fail(const Parcel& parcel, const std::string& reason) {
    sql_.execute(
        "UPDATE webhooks_deliveries SET state = 'failed', claim = NULL, lease_until = NULL, tries = tries + 1, "
        "attempts = attempts + 1, ended_at = " +
            now() + ", reason = ? WHERE webhook_id = ? AND id = ?",
        {reason, parcel.webhookId, parcel.deliveryId});
}

// One slot's failure must not shorten what the endpoint asked for in its answer to the other.
void QueueStore::failed(const std::string& lane, int failures, std::int64_t waitMs) {
    const std::string until = now() + " + ?";
    sql_.execute("UPDATE webhooks SET failures = ?, open_until = CASE WHEN open_until > " + until +
                     " THEN open_until ELSE " + until + " END WHERE lane = ?",
                 {failures, waitMs, waitMs, lane});
}

void QueueStore::closeCircuit(const std::string& lane) {
    sql_.execute("UPDATE webhooks SET failures = 0, open_until = 0 WHERE lane = ?", {lane});
}

// By a list of webhooks: see UpkeepStore::remove. Those that were never tried wait for nothing but the other servers
// (Outbox::addPurge), and go on to do so.
void QueueStore::hasten(const std::string& lane) {
    std::vector<std::string> webhookIds;
    for (const SqlRow& row : sql_.select("SELECT id FROM webhooks WHERE lane = ?", {lane})) {
        webhookIds.push_back(row[0].text());
    }
    if (webhookIds.empty()) return;
    SqlParams params;
    const std::string list = sqlIn(webhookIds, params);
    sql_.execute("UPDATE webhooks_deliveries SET due_at = " + now() +
                     " WHERE state = 'waiting' AND tries > 0 AND due_at > " + now() + " AND webhook_id IN " + list,
                 params);
}

void QueueStore::disable(const std::string& webhookId, const std::string& reason) {
    sql_.execute("UPDATE webhooks SET enabled = 0, disabled_reason = ? WHERE id = ?", {reason, webhookId});
}

}  // namespace inkwell::webhooks
