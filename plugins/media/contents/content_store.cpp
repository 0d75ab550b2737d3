#include "contents/content_store.h"

#include <algorithm>

#include "inkwell/database_engine.h"

namespace inkwell::media {

namespace {

constexpr int kPending = 0;
constexpr int kKept = 1;
constexpr int kDoomed = 2;
constexpr std::size_t kLockedAtOnce = 1000;

std::string now(Sql& sql) { return std::string(sql.dialect().currentTimeMs()); }

}  // namespace

void ContentStore::insertPending(const std::string& location, std::int64_t leaseMs) {
    sql_.execute("INSERT INTO media_contents (location, state, digest, size, expires_at) VALUES (?, ?, '', 0, " +
                     now(sql_) + " + ?)",
                 {location, kPending, leaseMs});
}

std::optional<std::int64_t> ContentStore::stateForUpdate(const std::string& location) {
    const std::string statement =
        "SELECT state FROM media_contents WHERE location = ?" + std::string(sql_.dialect().forUpdate());
    const auto row = sql_.selectOne(statement, {location});
    return row ? std::optional((*row)[0].integer()) : std::nullopt;
}

bool ContentStore::renew(const std::string& location, std::int64_t leaseMs) {
    if (stateForUpdate(location) != kPending) return false;
    sql_.execute("UPDATE media_contents SET expires_at = " + now(sql_) + " + ? WHERE location = ?",
                 {leaseMs, location});
    return true;
}

bool ContentStore::keep(const StoredContent& content) {
    return sql_.execute("UPDATE media_contents SET state = ?, digest = ?, size = ? WHERE location = ? AND state = ?",
                        {kKept, content.digest, content.sizeBytes, content.location, kPending}) == 1;
}

bool ContentStore::doom(const std::string& location) {
    return sql_.execute("UPDATE media_contents SET state = ? WHERE location = ? AND state = ?",
                        {kDoomed, location, kPending}) == 1;
}

bool ContentStore::exists(const std::string& location) { return stateForUpdate(location).has_value(); }

// What was never kept has no digest: its bytes may not have come to the store at all.
bool ContentStore::existsIn(const std::string& store) {
    // ';' follows ':'.
    return sql_
        .selectOne("SELECT location FROM media_contents WHERE location > ? AND location < ? AND digest <> '' LIMIT 1",
                   {store + ":", store + ";"})
        .has_value();
}

bool ContentStore::link(const std::string& mediaId, const std::string& location) {
    if (location.empty()) return false;
    const std::string statement =
        "SELECT state FROM media_contents WHERE location = ?" + std::string(sql_.dialect().forShare());
    const auto row = sql_.selectOne(statement, {location});
    if (!row) return false;
    if ((*row)[0].integer() != kKept) {
        throw DatabaseError(DatabaseError::Kind::Conflict, "the content of media '" + mediaId + "' is being removed");
    }
    sql_.execute("INSERT INTO media_links (media_id, location) VALUES (?, ?)", {mediaId, location});
    return true;
}

bool ContentStore::isLinked(const std::string& location) {
    return sql_.selectOne("SELECT media_id FROM media_links WHERE location = ? LIMIT 1", {location}).has_value();
}

std::optional<std::string> ContentStore::linkForUpdate(const std::string& mediaId) {
    const auto link = sql_.selectOne(
        "SELECT location FROM media_links WHERE media_id = ?" + std::string(sql_.dialect().forUpdate()), {mediaId});
    return link ? std::optional((*link)[0].text()) : std::nullopt;
}

std::string ContentStore::unlink(const std::string& mediaId) {
    const std::optional<std::string> location = linkForUpdate(mediaId);
    if (!location) return "";
    stateForUpdate(*location);  // whoever links the content meanwhile waits
    sql_.execute("DELETE FROM media_links WHERE media_id = ?", {mediaId});
    if (isLinked(*location)) {  // by the trash alone, for all that is known here
        sql_.execute("UPDATE media_contents SET in_trash = 1 WHERE location = ?", {*location});
        return "";
    }
    sql_.execute("UPDATE media_contents SET state = ? WHERE location = ?", {kDoomed, *location});
    return *location;
}

std::optional<std::string> ContentStore::takeLink(const std::string& mediaId) {
    const std::optional<std::string> location = linkForUpdate(mediaId);
    if (location) sql_.execute("DELETE FROM media_links WHERE media_id = ?", {mediaId});
    return location;
}

void ContentStore::markTrashed(const std::string& mediaId) {
    sql_.execute(
        "UPDATE media_contents SET in_trash = 1 WHERE location IN "
        "(SELECT location FROM media_links WHERE media_id = ?)",
        {mediaId});
}

std::vector<std::string> ContentStore::findTrashed(const std::string& store, const std::string& after,
                                                   std::int64_t limit) {
    std::vector<std::string> locations;
    // ';' follows ':'.
    for (const SqlRow& row :
         sql_.select("SELECT location FROM media_contents WHERE in_trash = 1 AND location > ? AND location > ? AND "
                     "location < ? ORDER BY location LIMIT ?",
                     {after, store + ":", store + ";", limit}))
        locations.push_back(row[0].text());
    return locations;
}

std::optional<StoredContent> ContentStore::keepTrashed(const std::string& location) {
    const std::string statement =
        "SELECT state, digest, size FROM media_contents WHERE location = ?" + std::string(sql_.dialect().forUpdate());
    const auto row = sql_.selectOne(statement, {location});
    if (!row || (*row)[0].integer() != kKept) return std::nullopt;
    const auto shown = sql_.selectOne(
        "SELECT record.id FROM media_links link JOIN media record "
        "ON record.id = link.media_id WHERE link.location = ? LIMIT 1" +
            std::string(sql_.dialect().forShare()),
        {location});
    if (!shown) return StoredContent{location, (*row)[1].text(), (*row)[2].integer()};
    unmarkTrashed(location);
    return std::nullopt;
}

bool ContentStore::replaceTrashed(const std::string& location, const StoredContent& copy) {
    if (!keepTrashed(location) || !keep(copy)) return false;
    sql_.execute("UPDATE media_links SET location = ? WHERE location = ?", {copy.location, location});
    sql_.execute("UPDATE media_contents SET state = ?, in_trash = 0 WHERE location = ?", {kDoomed, location});
    return true;
}

void ContentStore::unmarkTrashed(const std::string& location) {
    sql_.execute("UPDATE media_contents SET in_trash = 0 WHERE location = ?", {location});
}

// Their contents are locked by a statement of their own: one that waits for a link of another bucket goes on with what
// it read before it waited. In order, so that two deletions do not wait for each other.
void ContentStore::unlinkBucket(const std::string& bucketId) {
    std::vector<std::string> locations;
    for (const SqlRow& row : sql_.select("SELECT DISTINCT link.location FROM media_links link JOIN media record "
                                         "ON record.id = link.media_id WHERE record.bucket_id = ?",
                                         {bucketId})) {
        locations.push_back(row[0].text());
    }
    std::sort(locations.begin(), locations.end());
    for (std::size_t begin = 0; begin < locations.size(); begin += kLockedAtOnce) {
        const std::size_t count = std::min(kLockedAtOnce, locations.size() - begin);
        doomContentsOf(bucketId, std::span(locations).subspan(begin, count));
    }
    sql_.execute("DELETE FROM media_links WHERE media_id IN (SELECT id FROM media WHERE bucket_id = ?)", {bucketId});
}

// What lies in the trash has a link but no record: such a link keeps its content, which may be nobody else's then.
void ContentStore::doomContentsOf(const std::string& bucketId, std::span<const std::string> locations) {
    SqlParams locked;
    const std::string these = sqlIn(locations, locked);
    sql_.select("SELECT location FROM media_contents WHERE location IN " + these + " ORDER BY location" +
                    std::string(sql_.dialect().forUpdate()),
                locked);
    SqlParams params{kDoomed};
    const std::string same = sqlIn(locations, params);
    params.emplace_back(bucketId);
    sql_.execute("UPDATE media_contents SET state = ? WHERE location IN " + same +
                     " AND NOT EXISTS (SELECT 1 FROM media_links link LEFT JOIN media other ON other.id = "
                     "link.media_id WHERE link.location = media_contents.location "
                     "AND COALESCE(other.bucket_id, '') <> ?)",
                 params);
    params.front() = kKept;
    sql_.execute("UPDATE media_contents SET in_trash = 1 WHERE state = ? AND location IN " + same +
                     " AND NOT EXISTS (SELECT 1 FROM media_links link JOIN media other ON other.id = link.media_id "
                     "WHERE link.location = media_contents.location AND other.bucket_id <> ?)",
                 params);
}

std::vector<std::string> ContentStore::bucketsWith(const std::string& location) {
    std::vector<std::string> ids;
    for (const SqlRow& row : sql_.select("SELECT DISTINCT record.bucket_id FROM media_links link "
                                         "JOIN media record ON record.id = link.media_id WHERE link.location = ?",
                                         {location})) {
        ids.push_back(row[0].text());
    }
    return ids;
}

std::optional<StoredContent> ContentStore::findKept(const std::string& location) {
    const auto row =
        sql_.selectOne("SELECT digest, size FROM media_contents WHERE location = ? AND state = ?", {location, kKept});
    if (!row) return std::nullopt;
    return StoredContent{location, (*row)[0].text(), (*row)[1].integer()};
}

std::set<std::string> ContentStore::linkedAmong(std::span<const std::string> mediaIds) {
    std::set<std::string> linked;
    if (mediaIds.empty()) return linked;
    SqlParams params;
    const std::string statement = "SELECT media_id FROM media_links WHERE media_id IN " + sqlIn(mediaIds, params);
    for (const SqlRow& row : sql_.select(statement, params)) linked.insert(row[0].text());
    return linked;
}

std::optional<StoredContent> ContentStore::findByName(const std::string& bucketId, const std::string& name) {
    const auto row = sql_.selectOne(
        "SELECT content.location, content.digest, content.size FROM media record "
        "JOIN media_links link ON link.media_id = record.id "
        "JOIN media_contents content ON content.location = link.location "
        "WHERE record.bucket_id = ? AND record.name = ?",
        {bucketId, name});
    if (!row) return std::nullopt;
    return StoredContent{(*row)[0].text(), (*row)[1].text(), (*row)[2].integer()};
}

bool ContentStore::hasExpired() {
    const std::string statement =
        "SELECT location FROM media_contents WHERE state = ? AND expires_at < " + now(sql_) + " LIMIT 1";
    return sql_.selectOne(statement, {kPending}).has_value();
}

void ContentStore::doomExpired() {
    sql_.execute("UPDATE media_contents SET state = ? WHERE state = ? AND expires_at < " + now(sql_),
                 {kDoomed, kPending});
}

std::vector<std::string> ContentStore::findDoomed(const std::string& after, std::int64_t limit) {
    std::vector<std::string> locations;
    for (const SqlRow& row :
         sql_.select("SELECT location FROM media_contents WHERE state = ? AND location > ? ORDER BY location LIMIT ?",
                     {kDoomed, after, limit})) {
        locations.push_back(row[0].text());
    }
    return locations;
}

ContentStore::Fate ContentStore::decide(const std::string& location) {
    if (stateForUpdate(location) != kDoomed) return Fate::None;
    if (!isLinked(location)) return Fate::Remove;
    sql_.execute("UPDATE media_contents SET state = ? WHERE location = ?", {kKept, location});
    return Fate::KeepAgain;
}

void ContentStore::removeDoomed(const std::string& location) {
    sql_.execute("DELETE FROM media_contents WHERE location = ? AND state = ?", {location, kDoomed});
}

}  // namespace inkwell::media
