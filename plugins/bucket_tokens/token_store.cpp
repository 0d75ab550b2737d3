#include "token_store.h"

#include "token_input.h"

namespace inkwell::bucket_tokens {

namespace {

constexpr std::string_view kSelect =
    "SELECT id, bucket_id, digest, title, may_read, all_types, object_types, media, created_by, created_at, "
    "expires_at, last_used_at FROM bucket_tokens ";

std::optional<std::int64_t> timeOf(const SqlValue& value) {
    return value.isNull() ? std::nullopt : std::optional(value.integer());
}

BucketToken toToken(const SqlRow& row) {
    BucketToken token;
    token.rights.id = row[0].text();
    token.bucketId = row[1].text();
    token.digest = row[2].text();
    token.title = row[3].text();
    token.rights.read = readNamed(row[4].text());
    token.rights.allTypes = row[5].integer() != 0;
    const Json types = parseStoredJson(row[6].view());
    for (const Json& type : types.as_array()) token.rights.objectTypes.emplace_back(type.as_string());
    token.rights.media = row[7].integer() != 0;
    token.createdBy = row[8].text();
    token.createdAtMs = row[9].integer();
    token.expiresAtMs = timeOf(row[10]);
    token.lastUsedAtMs = timeOf(row[11]);
    return token;
}

std::optional<BucketToken> toToken(const std::optional<SqlRow>& row) {
    return row ? std::optional(toToken(*row)) : std::nullopt;
}

std::string typesOf(const BucketToken& token) {
    JsonArray types;
    for (const std::string& type : token.rights.objectTypes) types.emplace_back(type);
    return writeJson(types);
}

SqlValue timeValue(const std::optional<std::int64_t>& time) { return time ? SqlValue(*time) : SqlValue(); }

std::string selecting(std::string_view rest) { return std::string(kSelect).append(rest); }

}  // namespace

std::optional<BucketToken> TokenStore::findByDigest(const std::string& digest) {
    static const std::string kStatement = selecting("WHERE digest = ?");
    return services_.database().read([&](Sql& sql) { return toToken(sql.selectOne(kStatement, {digest})); });
}

std::optional<BucketToken> TokenStore::find(const std::string& bucketId, const std::string& id) {
    static const std::string kStatement = selecting("WHERE bucket_id = ? AND id = ?");
    return services_.database().read([&](Sql& sql) { return toToken(sql.selectOne(kStatement, {bucketId, id})); });
}

std::vector<BucketToken> TokenStore::list(const std::string& bucketId) {
    static const std::string kStatement = selecting("WHERE bucket_id = ? ORDER BY created_at DESC, id DESC");
    return services_.database().read([&](Sql& sql) {
        std::vector<BucketToken> tokens;
        for (const SqlRow& row : sql.select(kStatement, {bucketId})) tokens.push_back(toToken(row));
        return tokens;
    });
}

std::int64_t TokenStore::count(const std::string& bucketId) {
    return services_.database().read([&](Sql& sql) {
        return (*sql.selectOne("SELECT COUNT(*) FROM bucket_tokens WHERE bucket_id = ?", {bucketId}))[0].integer();
    });
}

void TokenStore::insert(const BucketToken& token) {
    services_.database().write([&](Sql& sql) {
        sql.execute(
            "INSERT INTO bucket_tokens (id, bucket_id, digest, title, may_read, all_types, object_types, media, "
            "created_by, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            {token.rights.id, token.bucketId, token.digest, token.title, std::string(nameOf(token.rights.read)),
             token.rights.allTypes, typesOf(token), token.rights.media, token.createdBy, token.createdAtMs,
             timeValue(token.expiresAtMs)});
    });
}

void TokenStore::update(const BucketToken& token) {
    services_.database().write([&](Sql& sql) {
        sql.execute(
            "UPDATE bucket_tokens SET title = ?, may_read = ?, all_types = ?, object_types = ?, media = ?, "
            "expires_at = ? WHERE bucket_id = ? AND id = ?",
            {token.title, std::string(nameOf(token.rights.read)), token.rights.allTypes, typesOf(token),
             token.rights.media, timeValue(token.expiresAtMs), token.bucketId, token.rights.id});
    });
}

bool TokenStore::remove(const std::string& bucketId, const std::string& id) {
    return services_.database().write([&](Sql& sql) {
        return sql.execute("DELETE FROM bucket_tokens WHERE bucket_id = ? AND id = ?", {bucketId, id}) == 1;
    });
}

void TokenStore::removeOfBucket(const std::string& bucketId) {
    services_.database().write(
        [&](Sql& sql) { sql.execute("DELETE FROM bucket_tokens WHERE bucket_id = ?", {bucketId}); });
}

void TokenStore::setUsed(const std::map<std::string, std::int64_t>& times) {
    services_.database().write([&](Sql& sql) {
        for (const auto& [id, timeMs] : times) {
            sql.execute(
                "UPDATE bucket_tokens SET last_used_at = ? WHERE id = ? AND (last_used_at IS NULL OR last_used_at < ?)",
                {timeMs, id, timeMs});
        }
    });
}

}  // namespace inkwell::bucket_tokens
