#include "kernel/data/change_store.h"

#include <algorithm>

#include "inkwell/database_engine.h"

namespace inkwell::kernel {

namespace {

constexpr std::size_t kNumbersAtOnce = 64;
constexpr std::size_t kRunsAtOnce = 16;

const std::string kColumns =
    "seq, bucket_id, kind, type, resource_id, action, time_ms, actor, reader_action, object_id, detail";
const std::string kSelect = "SELECT " + kColumns + " FROM changes ";
const std::string kSelectFeed = "SELECT seq, CASE WHEN node = ? THEN 1 ELSE 0 END, time_ms FROM changes ";

// Two parts, each by an index of its own: asked with OR, an engine may walk through the bucket.
const std::string kOfObject = "FROM (" + kSelect +
                              "WHERE bucket_id = ? AND resource_id = ? AND kind = 'object' UNION ALL " + kSelect +
                              "WHERE bucket_id = ? AND object_id = ?) AS of_object ";

std::string repeated(std::string_view text, std::size_t times) {
    std::string all;
    while (times-- > 0) all += text;
    return all;
}

std::vector<Change> parseChanges(const std::vector<SqlRow>& rows) {
    std::vector<Change> changes;
    changes.reserve(rows.size());
    for (const SqlRow& row : rows) {
        changes.push_back({row[0].integer(), row[1].text(), row[2].text(), row[3].text(), row[4].text(), row[5].text(),
                           row[6].integer(), row[7].text(), row[8].text(), row[9].text(), row[10].text()});
    }
    return changes;
}

std::vector<std::int64_t> parseSequences(const std::vector<SqlRow>& rows) {
    std::vector<std::int64_t> sequences;
    sequences.reserve(rows.size());
    for (const SqlRow& row : rows) sequences.push_back(row[0].integer());
    return sequences;
}

std::vector<FeedRow> parseFeedRows(const std::vector<SqlRow>& rows) {
    std::vector<FeedRow> parsed;
    parsed.reserve(rows.size());
    for (const SqlRow& row : rows) parsed.push_back({row[0].integer(), row[1].integer() != 0, row[2].integer()});
    return parsed;
}

// For the next statement.
void seeUncommitted(Sql& sql) {
    const std::string_view prepare = sql.dialect().seeUncommitted();
    if (!prepare.empty()) sql.execute(prepare);
}

std::string whereOf(const std::string& bucketId, const ChangeLog::Filter& filter, SqlParams& params) {
    std::string where = "WHERE bucket_id = ?";
    params.emplace_back(bucketId);
    const auto narrow = [&](const char* condition, const SqlValue& value) {
        where.append(" AND ").append(condition);
        params.push_back(value);
    };
    if (!filter.kind.empty()) narrow("kind = ?", filter.kind);
    if (!filter.action.empty()) narrow("action = ?", filter.action);
    if (!filter.actor.empty()) narrow("actor = ?", filter.actor);
    if (!filter.id.empty()) narrow("resource_id = ?", filter.id);
    if (filter.fromMs) narrow("time_ms >= ?", *filter.fromMs);
    if (filter.untilMs) narrow("time_ms < ?", *filter.untilMs);
    return where;
}

}  // namespace

void insertChange(Sql& sql, Change& change, const std::string& node) {
    sql.execute(
        "INSERT INTO changes (bucket_id, kind, type, resource_id, action, time_ms, actor, node, reader_action, "
        "object_id, detail) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        {change.bucketId, change.kind, change.type, change.id, change.action, change.timeMs, change.actor, node,
         change.readerAction, change.objectId, change.detail});
    change.sequence = sql.selectOne(sql.dialect().lastSequence()).value().at(0).integer();
}

std::int64_t findHighestSequence(Sql& sql) {
    return sql.selectOne("SELECT MAX(seq) FROM changes").value().at(0).integer();
}

std::int64_t findHighestSequenceBefore(Sql& sql, std::int64_t timeMs) {
    const auto row = sql.selectOne("SELECT seq FROM changes WHERE time_ms < ? ORDER BY seq DESC LIMIT 1", {timeMs});
    return row ? row->at(0).integer() : 0;
}

std::vector<FeedRow> listFeedRows(Sql& sql, std::int64_t from, const std::string& node, std::int64_t limit) {
    static const std::string kStatement = kSelectFeed + "WHERE seq >= ? ORDER BY seq LIMIT ?";
    return parseFeedRows(sql.select(kStatement, {node, from, limit}));
}

std::optional<FeedRow> findLastFeedRow(Sql& sql, const std::string& node) {
    static const std::string kStatement = kSelectFeed + "ORDER BY seq DESC LIMIT 1";
    const std::vector<FeedRow> rows = parseFeedRows(sql.select(kStatement, {node}));
    return rows.empty() ? std::nullopt : std::optional(rows.front());
}

// The last run fills up the list, so that one prepared statement serves every length.
std::vector<FeedRow> listFeedRowsIn(Sql& sql, std::span<const std::pair<std::int64_t, std::int64_t>> runs,
                                    const std::string& node, std::int64_t limit) {
    static const std::string statement = kSelectFeed + "WHERE seq BETWEEN ? AND ?" +
                                         repeated(" OR seq BETWEEN ? AND ?", kRunsAtOnce - 1) + " ORDER BY seq LIMIT ?";
    std::vector<FeedRow> found;
    for (std::size_t first = 0; first < runs.size() && std::ssize(found) < limit; first += kRunsAtOnce) {
        SqlParams params{node};
        for (std::size_t n = 0; n < kRunsAtOnce; ++n) {
            const auto& run = runs[std::min(first + n, runs.size() - 1)];
            params.insert(params.end(), {run.first, run.second});
        }
        params.emplace_back(limit - std::ssize(found));
        for (const FeedRow& row : parseFeedRows(sql.select(statement, params))) found.push_back(row);
    }
    return found;
}

std::vector<Change> findChanges(Sql& sql, std::span<const std::int64_t> sequences) {
    static const std::string statement =
        kSelect + "WHERE seq IN (?" + repeated(",?", kNumbersAtOnce - 1) + ") ORDER BY seq";
    std::vector<Change> changes;
    for (std::size_t first = 0; first < sequences.size(); first += kNumbersAtOnce) {
        const auto part = sequences.subspan(first, std::min(kNumbersAtOnce, sequences.size() - first));
        SqlParams params(part.begin(), part.end());
        params.resize(kNumbersAtOnce, part.back());
        for (Change& change : parseChanges(sql.select(statement, params))) changes.push_back(std::move(change));
    }
    return changes;
}

bool isAnyWritten(Sql& sql, std::int64_t first, std::int64_t last) {
    seeUncommitted(sql);
    return sql.selectOne("SELECT seq FROM changes WHERE seq BETWEEN ? AND ? LIMIT 1", {first, last}).has_value();
}

ChangeLog::Page ChangeStore::list(const std::string& bucketId, const Filter& filter, std::int64_t limit,
                                  std::int64_t skip) {
    SqlParams params;
    const std::string where = whereOf(bucketId, filter, params);
    return database_.read([&](Sql& sql) {
        ChangeLog::Page page;
        page.total = sql.selectOne("SELECT COUNT(*) FROM changes " + where, params).value().at(0).integer();
        SqlParams paged = params;
        paged.insert(paged.end(), {limit, skip});
        page.changes = parseChanges(sql.select(kSelect + where + " ORDER BY seq DESC LIMIT ? OFFSET ?", paged));
        return page;
    });
}

ChangeLog::Page ChangeStore::listOfObject(const std::string& bucketId, const std::string& objectId, std::int64_t limit,
                                          std::int64_t skip) {
    static const std::string kCount = "SELECT COUNT(*) " + kOfObject;
    static const std::string kPage = "SELECT " + kColumns + " " + kOfObject + "ORDER BY seq DESC LIMIT ? OFFSET ?";
    return database_.read([&](Sql& sql) {
        ChangeLog::Page page;
        page.total = sql.selectOne(kCount, {bucketId, objectId, bucketId, objectId}).value().at(0).integer();
        page.changes = parseChanges(sql.select(kPage, {bucketId, objectId, bucketId, objectId, limit, skip}));
        return page;
    });
}

std::vector<Change> ChangeStore::listForReaders(const std::string& bucketId, std::int64_t above, std::int64_t limit) {
    return parseChanges(database_.read([&](Sql& sql) {
        return sql.select(kSelect + "WHERE bucket_id = ? AND seq > ? AND reader_action <> '' ORDER BY seq LIMIT ?",
                          {bucketId, above, limit});
    }));
}

std::vector<Change> ChangeStore::findForReaders(const std::string& bucketId, std::span<const std::int64_t> sequences) {
    static const std::string statement = kSelect + "WHERE seq IN (?" + repeated(",?", kNumbersAtOnce - 1) +
                                         ") AND bucket_id = ? AND reader_action <> ''" + " ORDER BY seq";
    return findAmong(statement, bucketId, sequences);
}

std::vector<Change> ChangeStore::listAbove(const std::string& bucketId, std::int64_t above, std::int64_t limit) {
    return parseChanges(database_.read([&](Sql& sql) {
        return sql.select(kSelect + "WHERE bucket_id = ? AND seq > ? ORDER BY seq LIMIT ?", {bucketId, above, limit});
    }));
}

std::vector<Change> ChangeStore::find(const std::string& bucketId, std::span<const std::int64_t> sequences) {
    static const std::string statement =
        kSelect + "WHERE seq IN (?" + repeated(",?", kNumbersAtOnce - 1) + ") AND bucket_id = ? ORDER BY seq";
    return findAmong(statement, bucketId, sequences);
}

// The last number fills up the list, so that one prepared statement serves every length.
std::vector<Change> ChangeStore::findAmong(const std::string& statement, const std::string& bucketId,
                                           std::span<const std::int64_t> sequences) {
    return database_.read([&](Sql& sql) {
        std::vector<Change> changes;
        for (std::size_t first = 0; first < sequences.size(); first += kNumbersAtOnce) {
            const auto part = sequences.subspan(first, std::min(kNumbersAtOnce, sequences.size() - first));
            SqlParams params(part.begin(), part.end());
            params.resize(kNumbersAtOnce, part.back());
            params.emplace_back(bucketId);
            for (Change& change : parseChanges(sql.select(statement, params))) changes.push_back(std::move(change));
        }
        return changes;
    });
}

std::vector<std::int64_t> ChangeStore::sequencesAbove(std::int64_t sequence) {
    return parseSequences(database_.read(
        [&](Sql& sql) { return sql.select("SELECT seq FROM changes WHERE seq > ? ORDER BY seq", {sequence}); }));
}

std::vector<std::int64_t> ChangeStore::writtenSequencesAbove(std::int64_t sequence) {
    return database_.read([&](Sql& sql) {
        seeUncommitted(sql);
        return parseSequences(sql.select("SELECT seq FROM changes WHERE seq > ? ORDER BY seq", {sequence}));
    });
}

std::int64_t ChangeStore::highestSequence() {
    return database_.read([](Sql& sql) { return findHighestSequence(sql); });
}

// Backwards from the newest: only recent times are asked for.
std::int64_t ChangeStore::highestSequenceBefore(std::int64_t timeMs) {
    return database_.read([&](Sql& sql) { return findHighestSequenceBefore(sql, timeMs); });
}

std::int64_t ChangeStore::lowestSequence() {
    return database_.read(
        [](Sql& sql) { return sql.selectOne("SELECT MIN(seq) FROM changes").value().at(0).integer(); });
}

// What goes is a run from the lowest number, so whoever knows the lowest that is left knows what is missing. The
// highest stays: a server that starts knows by it which numbers were given. What a wrong clock has dated later than
// that goes with what is old behind it, or it would hold up all the rest until its day.
std::int64_t ChangeStore::removeBefore(std::int64_t timeMs, std::int64_t limit) {
    return database_.write([&](Sql& sql) {
        const std::optional<FeedRow> highest = findLastFeedRow(sql, "");
        std::int64_t last = 0;
        std::int64_t looked = 0;
        std::int64_t count = 0;
        for (const SqlRow& row : sql.select("SELECT seq, time_ms FROM changes ORDER BY seq LIMIT ?", {limit})) {
            const bool isOld = row[1].integer() < timeMs;
            const bool isOfTheFuture = row[1].integer() > highest->timeMs;
            if (row[0].integer() == highest->sequence || !(isOld || isOfTheFuture)) break;
            ++looked;
            if (!isOld) continue;
            last = row[0].integer();
            count = looked;
        }
        if (count > 0) sql.execute("DELETE FROM changes WHERE seq <= ?", {last});
        return count;
    });
}

}  // namespace inkwell::kernel
