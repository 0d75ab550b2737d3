#include "search_store.h"

#include "inkwell/database_engine.h"

namespace inkwell::search {

namespace {

const std::string kInsert =
    "INSERT INTO search_entries (bucket_id, kind, id, type_slug, tokens) VALUES (?, ?, ?, ?, ?)";
const std::string kProgress = "SELECT number, bucket_id, stage, after_id, walked FROM search_buckets ";
const std::string kNumbered = "SELECT entry, kind, id, type_slug, tokens FROM search_entries WHERE bucket_id = ? AND ";
const std::string kBelow = "entry < ? ORDER BY entry DESC LIMIT ?";
constexpr const char* kSeen = "seen";

SqlParams rowOf(const Entry& entry) {
    return {entry.bucketId, entry.thing.kind, entry.thing.id, entry.type, entry.tokens};
}

Progress parseProgress(const SqlRow& row) {
    return {row[0].integer(), row[1].text(), static_cast<int>(row[2].integer()), row[3].text(), row[4].integer()};
}

// Texts are moved: tokens are long.
std::vector<Numbered> parseNumbered(const std::string& bucketId, std::vector<SqlRow> rows) {
    std::vector<Numbered> entries;
    entries.reserve(rows.size());
    for (SqlRow& row : rows) {
        entries.push_back(
            {row[0].integer(), {bucketId, {row[1].text(), row[2].text()}, row[3].text(), std::move(row[4]).text()}});
    }
    return entries;
}

std::size_t sizeOf(const SqlRow& row) { return static_cast<std::size_t>(row[0].integer()); }

// Each engine has its own way to ask an index of words. SQLite keeps the order of a CROSS JOIN.
std::string matching(const Dialect& dialect) {
    if (dialect.name() == "sqlite") {
        return " FROM search_index f CROSS JOIN search_entries e ON e.entry = f.rowid "
               "WHERE f.search_index MATCH ? AND e.bucket_id = ?";
    }
    return " FROM search_entries e WHERE MATCH (e.tokens) AGAINST (? IN BOOLEAN MODE) "
           "AND e.bucket_id = ?";
}

}  // namespace

std::int64_t SearchStore::numberOf(const std::string& bucketId) {
    const std::string select = "SELECT number FROM search_buckets WHERE bucket_id = ?";
    if (const auto row = sql_.selectOne(select, {bucketId})) return row->at(0).integer();
    try {
        sql_.execute("INSERT INTO search_buckets (bucket_id, stage, after_id, walked) VALUES (?, ?, '', 0)",
                     {bucketId, int{Progress::Objects}});
    } catch (const DatabaseError& error) {
        if (error.kind() != DatabaseError::Kind::Duplicate) throw;
    }
    // Another writer's row is newer than what this unit of work sees without a lock.
    return sql_.selectOne(select + std::string(sql_.dialect().forShare()), {bucketId})->at(0).integer();
}

std::vector<std::pair<std::string, std::int64_t>> SearchStore::knownNumbers(std::span<const std::string> bucketIds) {
    SqlParams params;
    const std::string list = sqlIn(bucketIds, params);
    std::vector<std::pair<std::string, std::int64_t>> numbers;
    for (const SqlRow& row :
         sql_.select("SELECT bucket_id, number FROM search_buckets WHERE bucket_id IN " + list, params)) {
        numbers.emplace_back(row[0].text(), row[1].integer());
    }
    return numbers;
}

void SearchStore::insert(const Entry& entry) {
    if (!insertIfAbsent(entry)) put(entry);
}

bool SearchStore::insertIfAbsent(const Entry& entry) {
    try {
        sql_.execute(kInsert, rowOf(entry));
    } catch (const DatabaseError& error) {
        if (error.kind() != DatabaseError::Kind::Duplicate) throw;
        return false;
    }
    return true;
}

void SearchStore::put(const Entry& entry) {
    const auto update = [&] {
        return sql_.execute(
            "UPDATE search_entries SET type_slug = ?, tokens = ? WHERE bucket_id = ? AND kind = ? AND id = ?",
            {entry.type, entry.tokens, entry.bucketId, entry.thing.kind, entry.thing.id});
    };
    // No row was changed: there is none, or it was equal, or the walk has just put one there.
    if (update() == 0 && !insertIfAbsent(entry)) update();
}

bool SearchStore::lock(const std::string& bucketId, const Thing& thing) {
    const std::string statement = "SELECT entry FROM search_entries WHERE bucket_id = ? AND kind = ? AND id = ?" +
                                  std::string(sql_.dialect().forUpdate());
    return sql_.selectOne(statement, {bucketId, thing.kind, thing.id}).has_value();
}

void SearchStore::remove(const std::string& bucketId, const Thing& thing) {
    sql_.execute("DELETE FROM search_entries WHERE bucket_id = ? AND kind = ? AND id = ?",
                 {bucketId, thing.kind, thing.id});
}

void SearchStore::renameType(const std::string& bucketId, const std::string& from, const std::string& to) {
    sql_.execute("UPDATE search_entries SET type_slug = ? WHERE bucket_id = ? AND type_slug = ?", {to, bucketId, from});
}

void SearchStore::removeOfBucket(const std::string& bucketId) {
    sql_.execute("DELETE FROM search_entries WHERE bucket_id = ?", {bucketId});
    sql_.execute("DELETE FROM search_buckets WHERE bucket_id = ?", {bucketId});
}

std::vector<std::string> SearchStore::existing(const std::string& bucketId, const std::string& kind,
                                               std::span<const std::string> ids) {
    SqlParams params{bucketId, kind};
    const std::string list = sqlIn(ids, params);
    std::vector<std::string> found;
    for (const SqlRow& row :
         sql_.select("SELECT id FROM search_entries WHERE bucket_id = ? AND kind = ? AND id IN " + list, params)) {
        found.push_back(row[0].text());
    }
    return found;
}

std::vector<Numbered> SearchStore::lockAfter(const std::string& bucketId, std::int64_t after, std::int64_t limit) {
    const std::string statement =
        kNumbered + "entry > ? ORDER BY entry LIMIT ?" + std::string(sql_.dialect().forUpdate());
    return parseNumbered(bucketId, sql_.select(statement, {bucketId, after, limit}));
}

Stretch SearchStore::newest(const std::string& bucketId, std::int64_t before, std::int64_t limit,
                            std::size_t maxBytes) {
    const std::vector<SqlRow> sizes = sql_.select(
        "SELECT LENGTH(tokens) FROM search_entries WHERE bucket_id = ? AND " + kBelow, {bucketId, before, limit});
    std::int64_t count = 0;
    std::size_t bytes = 0;
    for (const SqlRow& row : sizes) {
        bytes += sizeOf(row);
        if (count > 0 && bytes > maxBytes) break;
        ++count;
    }
    if (count == 0) return {{}, true};
    return {parseNumbered(bucketId, sql_.select(kNumbered + kBelow, {bucketId, before, count})),
            count == std::ssize(sizes) && count < limit};
}

std::vector<Thing> SearchStore::find(const Wanted& wanted, std::int64_t limit) {
    std::vector<Thing> found;
    for (const SqlRow& row : select("SELECT e.kind, e.id", wanted, limit)) {
        found.push_back({row[0].text(), row[1].text()});
    }
    return found;
}

std::optional<std::vector<Entry>> SearchStore::findFew(const Wanted& wanted, std::int64_t limit, std::size_t maxBytes) {
    const std::vector<SqlRow> sizes = select("SELECT LENGTH(e.tokens)", wanted, limit);
    std::size_t bytes = 0;
    for (const SqlRow& row : sizes) bytes += sizeOf(row);
    if (std::ssize(sizes) >= limit || bytes > maxBytes) return std::nullopt;
    std::vector<Entry> found;
    for (SqlRow& row : select("SELECT e.kind, e.id, e.type_slug, e.tokens", wanted, limit)) {
        found.push_back({wanted.bucketId, {row[0].text(), row[1].text()}, row[2].text(), std::move(row[3]).text()});
    }
    return found;
}

std::vector<SqlRow> SearchStore::select(const std::string& columns, const Wanted& wanted, std::int64_t limit) {
    std::string statement = columns + matching(sql_.dialect());
    SqlParams params{wanted.expression, wanted.bucketId};
    if (!wanted.kind.empty()) {
        statement += " AND e.kind = ?";
        params.emplace_back(wanted.kind);
    }
    if (!wanted.type.empty()) {
        statement += " AND e.type_slug = ?";
        params.emplace_back(wanted.type);
    }
    // By the index's own number SQLite need not sort.
    const std::string number = sql_.dialect().name() == "sqlite" ? "f.rowid" : "e.entry";
    statement += " AND " + number + " < ? ORDER BY " + number + " DESC LIMIT ?";
    params.emplace_back(wanted.before);
    params.emplace_back(limit);
    return sql_.select(statement, params);
}

std::int64_t SearchStore::countOf(const std::string& bucketId) {
    return sql_.selectOne("SELECT COUNT(*) FROM search_entries WHERE bucket_id = ?", {bucketId})->at(0).integer();
}

std::optional<Progress> SearchStore::progressOf(const std::string& bucketId) {
    const auto row = sql_.selectOne(kProgress + "WHERE bucket_id = ?", {bucketId});
    return row ? std::optional(parseProgress(*row)) : std::nullopt;
}

bool SearchStore::hasUnfinished() {
    return sql_.selectOne("SELECT number FROM search_buckets WHERE stage < ? LIMIT 1", {int{Progress::Done}})
        .has_value();
}

std::optional<Progress> SearchStore::takeUnfinished() {
    const auto row = sql_.selectOne(
        kProgress + "WHERE stage < ? ORDER BY number LIMIT 1" + std::string(sql_.dialect().forUpdateSkipLocked()),
        {int{Progress::Done}});
    return row ? std::optional(parseProgress(*row)) : std::nullopt;
}

void SearchStore::save(const Progress& progress) {
    sql_.execute("UPDATE search_buckets SET stage = ?, after_id = ?, walked = ? WHERE number = ?",
                 {progress.stage, progress.afterId, progress.walked, progress.number});
}

std::vector<std::string> SearchStore::bucketIds() {
    std::vector<std::string> ids;
    for (const SqlRow& row : sql_.select("SELECT bucket_id FROM search_buckets ORDER BY number")) {
        ids.push_back(row[0].text());
    }
    return ids;
}

void SearchStore::restart(const std::string& bucketId) {
    numberOf(bucketId);
    sql_.execute("UPDATE search_buckets SET stage = ?, after_id = '', walked = 0 WHERE bucket_id = ?",
                 {int{Progress::Renewing}, bucketId});
}

std::optional<std::int64_t> SearchStore::seen() {
    const auto row = sql_.selectOne("SELECT value FROM search_state WHERE name = ?", {kSeen});
    return row ? std::optional(row->at(0).integer()) : std::nullopt;
}

void SearchStore::setSeen(std::int64_t sequence) {
    sql_.execute(
        "INSERT INTO search_state (name, value) VALUES (?, ?)" + sql_.dialect().onDuplicateUpdate("name", {"value"}),
        {kSeen, sequence});
}

}  // namespace inkwell::search
