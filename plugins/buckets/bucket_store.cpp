#include "bucket_store.h"

#include "inkwell/database_engine.h"
#include "inkwell/slug.h"

namespace inkwell::buckets {

namespace {

constexpr std::string_view kSelect =
    "SELECT id, slug, title, read_key, write_key, thumbnail, cluster, created_at, created_by, modified_at, "
    "modified_by, read_key_reads_drafts, version, trash_on_delete FROM buckets ";

BucketRecord toRecord(const SqlRow& row) {
    BucketRecord bucket;
    bucket.id = row[0].text();
    bucket.slug = row[1].text();
    bucket.title = row[2].text();
    bucket.readKey = row[3].text();
    bucket.writeKey = row[4].text();
    bucket.thumbnail = row[5].optionalText();
    bucket.cluster = row[6].text();
    bucket.createdAtMs = row[7].integer();
    bucket.createdBy = row[8].optionalText();
    bucket.modifiedAtMs = row[9].integer();
    bucket.modifiedBy = row[10].optionalText();
    bucket.readKeyReadsDrafts = row[11].integer() != 0;
    bucket.version = row[12].integer();
    bucket.trashOnDelete = row[13].integer() != 0;
    return bucket;
}

std::optional<BucketRecord> toOptional(const std::optional<SqlRow>& row) {
    if (!row) return std::nullopt;
    return toRecord(*row);
}

std::string selecting(std::string_view condition) { return std::string(kSelect).append(condition); }

}  // namespace

std::optional<BucketRecord> BucketStore::findBySlug(std::string_view slug) {
    static const std::string kStatement = selecting("WHERE slug = ?");
    return services_.database().read([&](Sql& sql) { return toOptional(sql.selectOne(kStatement, {slug})); });
}

std::optional<BucketRecord> BucketStore::findForUpdate(const std::string& id) {
    static const std::string kStatement = selecting("WHERE id = ?");
    return services_.database().write(
        [&](Sql& sql) { return toOptional(sql.selectOne(kStatement + std::string(sql.dialect().forUpdate()), {id})); });
}

bool BucketStore::keep(const std::string& id) {
    return services_.database().write([&](Sql& sql) {
        const std::string statement = "SELECT id FROM buckets WHERE id = ?" + std::string(sql.dialect().forShare());
        return sql.selectOne(statement, {id}).has_value();
    });
}

std::vector<BucketRecord> BucketStore::listAll(std::int64_t limit, std::int64_t skip, std::int64_t& total) {
    static const std::string kStatement = selecting("ORDER BY slug LIMIT ? OFFSET ?");
    return services_.database().read([&](Sql& sql) {
        total = sql.selectOne("SELECT COUNT(*) FROM buckets", {})->at(0).integer();
        std::vector<BucketRecord> buckets;
        for (const SqlRow& row : sql.select(kStatement, {limit, skip})) buckets.push_back(toRecord(row));
        return buckets;
    });
}

std::vector<BucketRecord> BucketStore::list(std::span<const std::string> ids) {
    return services_.database().read([&](Sql& sql) {
        SqlParams params;
        std::string statement = selecting("WHERE id IN ") + sqlIn(ids, params) + " ORDER BY id";
        std::vector<BucketRecord> buckets;
        for (const SqlRow& row : sql.select(statement, params)) buckets.push_back(toRecord(row));
        return buckets;
    });
}

std::vector<std::string> BucketStore::slugsLike(const std::string& slug) {
    return services_.database().read([&](Sql& sql) {
        std::vector<std::string> slugs;
        for (const SqlRow& row :
             sql.select("SELECT slug FROM buckets WHERE slug >= ? AND slug < ?", {slug, endOfSlugsLike(slug)})) {
            slugs.push_back(row[0].text());
        }
        return slugs;
    });
}

void BucketStore::insert(const BucketRecord& bucket) {
    services_.database().write([&](Sql& sql) {
        sql.execute(
            "INSERT INTO buckets (id, slug, title, read_key, write_key, thumbnail, cluster, created_at, created_by, "
            "modified_at, modified_by, read_key_reads_drafts) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            {bucket.id, bucket.slug, bucket.title, bucket.readKey, bucket.writeKey, bucket.thumbnail, bucket.cluster,
             bucket.createdAtMs, bucket.createdBy, bucket.modifiedAtMs, bucket.modifiedBy, bucket.readKeyReadsDrafts});
    });
}

void BucketStore::update(const BucketRecord& bucket) {
    services_.database().write([&](Sql& sql) {
        sql.execute(
            "UPDATE buckets SET title = ?, thumbnail = ?, read_key = ?, write_key = ?, read_key_reads_drafts = ?, "
            "trash_on_delete = ?, modified_at = ?, modified_by = ?, version = ? WHERE id = ?",
            {bucket.title, bucket.thumbnail, bucket.readKey, bucket.writeKey, bucket.readKeyReadsDrafts,
             bucket.trashOnDelete, bucket.modifiedAtMs, bucket.modifiedBy, bucket.version, bucket.id});
    });
}

void BucketStore::remove(const std::string& id) {
    services_.database().write([&](Sql& sql) { sql.execute("DELETE FROM buckets WHERE id = ?", {id}); });
}

}  // namespace inkwell::buckets
