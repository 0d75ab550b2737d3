#include "kernel/data/change_store.h"

#include "inkwell/database_engine.h"

namespace inkwell::kernel {

void insertChange(Sql& sql, Change& change, const std::string& node) {
    sql.execute(
        "INSERT INTO changes (bucket_id, kind, type, resource_id, action, time_ms, actor, node) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        {change.bucketId, change.kind, change.type, change.id, change.action, change.timeMs, change.actor, node});
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
    std::vector<Change> changes;
    const auto rows = sql.select(
        "SELECT seq, bucket_id, kind, type, resource_id, action, time_ms, actor FROM changes "
        "WHERE seq BETWEEN ? AND ? AND node <> ? ORDER BY seq",
        {first, last, node});
    for (const SqlRow& row : rows) {
        changes.push_back({row[0].integer(), row[1].text(), row[2].text(), row[3].text(), row[4].text(), row[5].text(),
                           row[6].integer(), row[7].text()});
    }
    return changes;
}

}  // namespace inkwell::kernel
