#include "kernel/data/change_store.h"

#include <algorithm>

#include "inkwell/database_engine.h"

namespace inkwell::kernel {

namespace {

constexpr std::size_t kNumbersAtOnce = 64;

const std::string kSelect =
    "SELECT seq, bucket_id, kind, type, resource_id, action, time_ms, actor, reader_action FROM changes ";

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
                           row[6].integer(), row[7].text(), row[8].text()});
    }
    return changes;
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
        "INSERT INTO changes (bucket_id, kind, type, resource_id, action, time_ms, actor, node, reader_action) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        {change.bucketId, change.kind, change.type, change.id, change.action, change.timeMs, change.actor, node,
         change.readerAction});
    change.sequence = sql.selectOne(sql.dialect().lastSequence()).value().at(0).integer();
}

std::int64_t findHighestSequence(Sql& sql) {
    return sql.selectOne("SELECT MAX(seq) FROM changes").value().at(0).integer();
}

std::vector<std::int64_t> listForeignSequences(Sql& sql, std::int64_t floor, const std::string& node) {
    std::vector<std::int64_t> numbers;
    const auto rows = sql.select("SELECT seq FROM changes WHERE seq > ? AND node <> ? ORDER BY seq", {floor, node});
    numbers.reserve(rows.size());
    for (const SqlRow& row : rows) numbers.push_back(row[0].integer());
    return numbers;
}

std::vector<Change> listForeignChanges(Sql& sql, std::int64_t first, std::int64_t last, const std::string& node) {
    return parseChanges(
        sql.select(kSelect + "WHERE seq BETWEEN ? AND ? AND node <> ? ORDER BY seq", {first, last, node}));
}

ChangeLog::Page listChanges(Sql& sql, const std::string& bucketId, const ChangeLog::Filter& filter, std::int64_t limit,
                            std::int64_t skip) {
    SqlParams params;
    const std::string where = whereOf(bucketId, filter, params);
    ChangeLog::Page page;
    page.total = sql.selectOne("SELECT COUNT(*) FROM changes " + where, params).value().at(0).integer();
    params.insert(params.end(), {limit, skip});
    page.changes = parseChanges(sql.select(kSelect + where + " ORDER BY seq DESC LIMIT ? OFFSET ?", params));
    return page;
}

std::vector<Change> listReaderChanges(Sql& sql, const std::string& bucketId, std::int64_t above, std::int64_t limit) {
    return parseChanges(
        sql.select(kSelect + "WHERE bucket_id = ? AND seq > ? AND reader_action <> '' ORDER BY seq LIMIT ?",
                   {bucketId, above, limit}));
}

// The last number fills up the list, so that one prepared statement serves every length.
std::vector<Change> findReaderChanges(Sql& sql, const std::string& bucketId, std::span<const std::int64_t> sequences) {
    static const std::string statement = kSelect + "WHERE seq IN (?" + repeated(",?", kNumbersAtOnce - 1) +
                                         ") AND bucket_id = ? AND reader_action <> ''" + " ORDER BY seq";
    std::vector<Change> changes;
    for (std::size_t first = 0; first < sequences.size(); first += kNumbersAtOnce) {
        const auto part = sequences.subspan(first, std::min(kNumbersAtOnce, sequences.size() - first));
        SqlParams params(part.begin(), part.end());
        params.resize(kNumbersAtOnce, part.back());
        params.emplace_back(bucketId);
        for (Change& change : parseChanges(sql.select(statement, params))) changes.push_back(std::move(change));
    }
    return changes;
}

std::vector<std::int64_t> listSequences(Sql& sql, std::int64_t above) {
    std::vector<std::int64_t> numbers;
    for (const SqlRow& row : sql.select("SELECT seq FROM changes WHERE seq > ? ORDER BY seq", {above})) {
        numbers.push_back(row[0].integer());
    }
    return numbers;
}

// Backwards from the newest: only recent times are asked for.
std::int64_t findHighestSequenceBefore(Sql& sql, std::int64_t timeMs) {
    const auto row = sql.selectOne("SELECT seq FROM changes WHERE time_ms < ? ORDER BY seq DESC LIMIT 1", {timeMs});
    return row ? row->at(0).integer() : 0;
}

std::int64_t findLowestSequence(Sql& sql) {
    return sql.selectOne("SELECT MIN(seq) FROM changes").value().at(0).integer();
}

// What goes is a run from the lowest number, so whoever knows the lowest that is left knows what is missing. The
// highest stays: a server that starts knows by it which numbers were given.
std::int64_t removeChangesBefore(Sql& sql, std::int64_t timeMs, std::int64_t limit) {
    const std::int64_t highest = findHighestSequence(sql);
    std::int64_t last = 0;
    std::int64_t count = 0;
    for (const SqlRow& row : sql.select("SELECT seq, time_ms FROM changes ORDER BY seq LIMIT ?", {limit})) {
        if (row[0].integer() == highest || row[1].integer() >= timeMs) break;
        last = row[0].integer();
        ++count;
    }
    if (count > 0) sql.execute("DELETE FROM changes WHERE seq <= ?", {last});
    return count;
}

}  // namespace inkwell::kernel
