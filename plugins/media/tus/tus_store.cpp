#include "tus/tus_store.h"

#include "inkwell/database_engine.h"

namespace inkwell::media {

namespace {

const std::string kSelect =
    "SELECT id, bucket_id, total_bytes, received_bytes, original_name, content_type, folder, metadata, "
    "trigger_webhook, "
    "actor, media_id, expires_at, bucket_slug, given_metadata FROM media_uploads ";

StoredUpload parseRow(const SqlRow& row) {
    StoredUpload upload;
    upload.id = row[0].text();
    upload.bucketId = row[1].text();
    upload.totalBytes = row[2].integer();
    upload.receivedBytes = row[3].integer();
    upload.originalName = row[4].text();
    upload.contentType = row[5].text();
    upload.folder = row[6].text();
    upload.metadata = std::move(parseStoredJson(row[7].view()).as_object());
    upload.triggerWebhook = row[8].integer() != 0;
    upload.actor = row[9].text();
    upload.mediaId = row[10].text();
    upload.expiresAtMs = row[11].integer();
    upload.bucketSlug = row[12].text();
    upload.givenMetadata = row[13].text();
    return upload;
}

}  // namespace

void TusStore::insert(const StoredUpload& upload) {
    sql_.execute(
        "INSERT INTO media_uploads (id, bucket_id, total_bytes, received_bytes, original_name, content_type, folder, "
        "metadata, trigger_webhook, actor, media_id, expires_at, bucket_slug, given_metadata) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        {upload.id, upload.bucketId, upload.totalBytes, upload.receivedBytes, upload.originalName, upload.contentType,
         upload.folder, writeJson(upload.metadata), upload.triggerWebhook, upload.actor, upload.mediaId,
         upload.expiresAtMs, upload.bucketSlug, upload.givenMetadata});
}

std::optional<StoredUpload> TusStore::find(const std::string& id) {
    const auto row = sql_.selectOne(kSelect + "WHERE id = ?", {id});
    return row ? std::optional(parseRow(*row)) : std::nullopt;
}

std::optional<StoredUpload> TusStore::findForUpdate(const std::string& id) {
    const auto row = sql_.selectOne(kSelect + "WHERE id = ?" + std::string(sql_.dialect().forUpdate()), {id});
    return row ? std::optional(parseRow(*row)) : std::nullopt;
}

bool TusStore::updateProgress(const StoredUpload& upload) {
    if (!findForUpdate(upload.id)) return false;
    sql_.execute("UPDATE media_uploads SET received_bytes = ?, expires_at = ? WHERE id = ?",
                 {upload.receivedBytes, upload.expiresAtMs, upload.id});
    return true;
}

void TusStore::complete(const std::string& id, const std::string& mediaId) {
    sql_.execute("UPDATE media_uploads SET media_id = ? WHERE id = ?", {mediaId, id});
}

void TusStore::remove(const std::string& id) { sql_.execute("DELETE FROM media_uploads WHERE id = ?", {id}); }

void TusStore::removeOfBucket(const std::string& bucketId) {
    sql_.execute("DELETE FROM media_uploads WHERE bucket_id = ?", {bucketId});
}

std::vector<std::string> TusStore::findExpired(std::int64_t nowMs) {
    std::vector<std::string> ids;
    for (const SqlRow& row : sql_.select("SELECT id FROM media_uploads WHERE expires_at < ?", {nowMs}))
        ids.push_back(row[0].text());
    return ids;
}

std::vector<StoredUpload> TusStore::findUnfinished(const std::string& after, std::int64_t limit) {
    std::vector<StoredUpload> uploads;
    for (const SqlRow& row :
         sql_.select(kSelect + "WHERE media_id = '' AND received_bytes = total_bytes AND id > ? ORDER BY id LIMIT ?",
                     {after, limit})) {
        uploads.push_back(parseRow(row));
    }
    return uploads;
}

}  // namespace inkwell::media
