#include "preview_store.h"

namespace inkwell::previews {

namespace {

const std::string kSelect =
    "SELECT digest, bucket_id, object_id, created_by, created_at, expires_at, made_with FROM previews_tokens ";

PreviewToken parseRow(const SqlRow& row) {
    return {row[0].text(),
            row[1].text(),
            row[2].text(),
            row[3].text(),
            row[4].integer(),
            row[5].integer(),
            row[6].optionalText().value_or("")};
}

}  // namespace

std::optional<PreviewToken> PreviewStore::find(const std::string& digest, std::int64_t nowMs) {
    static const std::string kStatement = kSelect + "WHERE digest = ? AND expires_at > ?";
    return services_.database().read([&](Sql& sql) -> std::optional<PreviewToken> {
        const auto row = sql.selectOne(kStatement, {digest, nowMs});
        return row ? std::optional(parseRow(*row)) : std::nullopt;
    });
}

std::vector<PreviewToken> PreviewStore::listOfObject(const std::string& bucketId, const std::string& objectId,
                                                     std::int64_t nowMs) {
    static const std::string kStatement =
        kSelect + "WHERE bucket_id = ? AND object_id = ? AND expires_at > ? ORDER BY created_at DESC, digest";
    return services_.database().read([&](Sql& sql) {
        std::vector<PreviewToken> found;
        for (const SqlRow& row : sql.select(kStatement, {bucketId, objectId, nowMs})) found.push_back(parseRow(row));
        return found;
    });
}

void PreviewStore::insert(const PreviewToken& token) {
    execute(
        "INSERT INTO previews_tokens (digest, bucket_id, object_id, created_by, created_at, expires_at, made_with) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        {token.digest, token.bucketId, token.objectId, token.createdBy, token.createdAtMs, token.expiresAtMs,
         token.keyDigest.empty() ? SqlValue() : SqlValue(token.keyDigest)});
}

void PreviewStore::remove(const std::string& digest) {
    execute("DELETE FROM previews_tokens WHERE digest = ?", {digest});
}

void PreviewStore::removeOldest(const std::string& bucketId, const std::string& objectId, std::int64_t most) {
    services_.database().write([&](Sql& sql) {
        std::vector<std::string> digests;
        for (const SqlRow& row : sql.select("SELECT digest FROM previews_tokens WHERE bucket_id = ? AND object_id = ? "
                                            "ORDER BY created_at DESC, digest",
                                            {bucketId, objectId}))
            digests.push_back(row[0].text());
        for (std::size_t i = static_cast<std::size_t>(most); i < digests.size(); ++i)
            sql.execute("DELETE FROM previews_tokens WHERE digest = ?", {digests[i]});
    });
}

void PreviewStore::removeOfObject(const std::string& bucketId, const std::string& objectId) {
    execute("DELETE FROM previews_tokens WHERE bucket_id = ? AND object_id = ?", {bucketId, objectId});
}

void PreviewStore::removeOfMaker(const std::string& bucketId, const std::string& maker) {
    execute("DELETE FROM previews_tokens WHERE bucket_id = ? AND created_by = ?", {bucketId, maker});
}

void PreviewStore::removeOfBucket(const std::string& bucketId) {
    execute("DELETE FROM previews_tokens WHERE bucket_id = ?", {bucketId});
}

void PreviewStore::removeExpired(std::int64_t nowMs) {
    execute("DELETE FROM previews_tokens WHERE expires_at <= ?", {nowMs});
}

void PreviewStore::execute(std::string_view statement, const SqlParams& params) {
    services_.database().write([&](Sql& sql) { sql.execute(statement, params); });
}

}  // namespace inkwell::previews
