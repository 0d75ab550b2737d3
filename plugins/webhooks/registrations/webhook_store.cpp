#include "registrations/webhook_store.h"

#include "inkwell/database_engine.h"
#include "inkwell/json.h"
#include "queue/schedule.h"
#include "records/words.h"

namespace inkwell::webhooks {

namespace {

const std::string kSelect =
    "SELECT id, bucket_id, title, endpoint, lane, event_names, object_types, props, headers, enabled, "
    "disabled_reason, secret, created_at, created_by, modified_at FROM webhooks ";

Webhook parseRow(const SqlRow& row) {
    Webhook webhook;
    webhook.id = row[0].text();
    webhook.bucketId = row[1].text();
    webhook.title = row[2].text();
    webhook.endpoint = row[3].text();
    webhook.lane = row[4].text();
    webhook.events = wordsOf(row[5].view());
    webhook.objectTypes = wordsOf(row[6].view());
    webhook.props = row[7].text();
    webhook.headers = parseHeaders(row[8].view());
    webhook.enabled = row[9].integer() != 0;
    webhook.disabledReason = row[10].text();
    webhook.secret = row[11].text();
    webhook.createdAtMs = row[12].integer();
    webhook.createdBy = row[13].text();
    webhook.modifiedAtMs = row[14].integer();
    return webhook;
}

std::optional<Webhook> toOptional(const std::optional<SqlRow>& row) {
    return row ? std::optional(parseRow(*row)) : std::nullopt;
}

}  // namespace

std::optional<Webhook> WebhookStore::find(const std::string& bucketId, const std::string& id) {
    static const std::string kStatement = kSelect + "WHERE id = ? AND bucket_id = ?";
    return toOptional(sql_.selectOne(kStatement, {id, bucketId}));
}

std::optional<Webhook> WebhookStore::findForUpdate(const std::string& bucketId, const std::string& id) {
    const std::string statement = kSelect + "WHERE id = ? AND bucket_id = ?" + std::string(sql_.dialect().forUpdate());
    return toOptional(sql_.selectOne(statement, {id, bucketId}));
}

WebhookPage WebhookStore::list(const std::string& bucketId, const ListParams& params) {
    static const std::string kOldestFirst = kSelect + "WHERE bucket_id = ? ORDER BY created_at, id LIMIT ? OFFSET ?";
    static const std::string kNewestFirst =
        kSelect + "WHERE bucket_id = ? ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?";
    WebhookPage page;
    for (const SqlRow& row : sql_.select(params.sort == "created_at" ? kOldestFirst : kNewestFirst,
                                         {bucketId, params.limit, params.skip})) {
        page.webhooks.push_back(parseRow(row));
    }
    page.total = count(bucketId);
    return page;
}

std::int64_t WebhookStore::count(const std::string& bucketId) {
    return sql_.selectOne("SELECT COUNT(*) FROM webhooks WHERE bucket_id = ?", {bucketId})->at(0).integer();
}

std::vector<Webhook> WebhookStore::ofSomeTypes(const std::string& bucketId) {
    std::vector<Webhook> found;
    for (const SqlRow& row : sql_.select(kSelect + "WHERE bucket_id = ? AND object_types <> '' ORDER BY id" +
                                             std::string(sql_.dialect().forUpdate()),
                                         {bucketId})) {
        found.push_back(parseRow(row));
    }
    return found;
}

std::vector<Webhook> WebhookStore::allOfSomeTypes() {
    std::vector<Webhook> found;
    for (const SqlRow& row : sql_.select(kSelect + "WHERE object_types <> '' ORDER BY id")) {
        found.push_back(parseRow(row));
    }
    return found;
}

std::vector<std::string> WebhookStore::bucketIds() {
    std::vector<std::string> ids;
    for (const SqlRow& row : sql_.select("SELECT DISTINCT bucket_id FROM webhooks")) ids.push_back(row[0].text());
    return ids;
}

void WebhookStore::insert(const Webhook& webhook) {
    sql_.execute(
        "INSERT INTO webhooks (id, bucket_id, title, endpoint, lane, event_names, object_types, props, headers, "
        "enabled, disabled_reason, secret, old_secret, old_secret_until, failures, open_until, created_at, created_by, "
        "modified_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '', 0, 0, 0, ?, ?, ?)",
        {webhook.id, webhook.bucketId, webhook.title, webhook.endpoint, webhook.lane, joinWords(webhook.events),
         joinWords(webhook.objectTypes), webhook.props, writeHeaders(webhook.headers), webhook.enabled,
         webhook.disabledReason, webhook.secret, webhook.createdAtMs, webhook.createdBy, webhook.modifiedAtMs});
}

void WebhookStore::update(const Webhook& webhook) {
    sql_.execute(
        "UPDATE webhooks SET title = ?, endpoint = ?, lane = ?, event_names = ?, object_types = ?, props = ?, "
        "headers = ?, enabled = ?, disabled_reason = ?, modified_at = ? WHERE id = ?",
        {webhook.title, webhook.endpoint, webhook.lane, joinWords(webhook.events), joinWords(webhook.objectTypes),
         webhook.props, writeHeaders(webhook.headers), webhook.enabled, webhook.disabledReason, webhook.modifiedAtMs,
         webhook.id});
}

// MySQL assigns from left to right: the old secret is kept first.
void WebhookStore::replaceSecret(const std::string& id, const std::string& secret) {
    sql_.execute("UPDATE webhooks SET old_secret = secret, old_secret_until = " +
                     std::string(sql_.dialect().currentTimeMs()) + " + ?, secret = ? WHERE id = ?",
                 {kOldSecretMs, secret, id});
}

void WebhookStore::remove(const std::string& bucketId, const std::string& id) {
    sql_.execute("DELETE FROM webhooks WHERE id = ? AND bucket_id = ?", {id, bucketId});
}

std::vector<std::string> WebhookStore::removeOfBucket(const std::string& bucketId) {
    std::vector<std::string> ids;
    for (const SqlRow& row : sql_.select(
             "SELECT id FROM webhooks WHERE bucket_id = ?" + std::string(sql_.dialect().forUpdate()), {bucketId})) {
        ids.push_back(row[0].text());
    }
    sql_.execute("DELETE FROM webhooks WHERE bucket_id = ?", {bucketId});
    return ids;
}

}  // namespace inkwell::webhooks
