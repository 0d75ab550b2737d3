#include "kernel/http/idempotency/kept_answer_store.h"

#include "inkwell/database_engine.h"

namespace inkwell::kernel {

namespace {

constexpr const char* kInsert =
    "INSERT INTO kept_answers (id, scope, request_id, fingerprint, resource_id, made_ms, answer) "
    "VALUES (?, ?, ?, ?, ?, ?, ?)";

SqlParams rowOf(const KeptAnswer& kept) {
    return {kept.id, kept.scope, kept.requestId, kept.fingerprint, kept.resourceId, kept.madeMs, kept.answer};
}

}  // namespace

std::optional<KeptAnswer> findKeptAnswer(Sql& sql, const std::string& id) {
    const auto row = sql.selectOne(
        "SELECT id, scope, request_id, fingerprint, resource_id, made_ms, answer FROM kept_answers WHERE id = ?", {id});
    if (!row) return std::nullopt;
    return KeptAnswer{row->at(0).text(), row->at(1).text(),    row->at(2).text(), row->at(3).text(),
                      row->at(4).text(), row->at(5).integer(), row->at(6).text()};
}

void insertKeptAnswer(Sql& sql, const KeptAnswer& kept) { sql.execute(kInsert, rowOf(kept)); }

void putKeptAnswer(Sql& sql, const KeptAnswer& kept) {
    sql.execute(kInsert + sql.dialect().onDuplicateUpdate("id", {"fingerprint", "answer"}), rowOf(kept));
}

void removeKeptAnswer(Sql& sql, const std::string& id) { sql.execute("DELETE FROM kept_answers WHERE id = ?", {id}); }

std::int64_t removeOldAnswers(Sql& sql, std::int64_t madeMs, std::int64_t limit) {
    std::vector<std::string> ids;
    for (const SqlRow& row :
         sql.select("SELECT id FROM kept_answers WHERE made_ms <= ? ORDER BY made_ms LIMIT ?", {madeMs, limit})) {
        ids.push_back(row[0].text());
    }
    if (ids.empty()) return 0;
    SqlParams params;
    const std::string in = sqlIn(ids, params);
    return sql.execute("DELETE FROM kept_answers WHERE id IN " + in, params);
}

std::vector<std::string> scopesWithMore(Sql& sql, std::int64_t most) {
    std::vector<std::string> scopes;
    for (const SqlRow& row : sql.select("SELECT scope FROM kept_answers GROUP BY scope HAVING COUNT(*) > ?", {most})) {
        scopes.push_back(row[0].text());
    }
    return scopes;
}

// Those of one moment go together, so that a few more may go than must.
void removeSuperfluousAnswers(Sql& sql, const std::string& scope, std::int64_t most) {
    const auto first = sql.selectOne(
        "SELECT made_ms FROM kept_answers WHERE scope = ? ORDER BY made_ms DESC LIMIT 1 OFFSET ?", {scope, most});
    if (!first) return;
    sql.execute("DELETE FROM kept_answers WHERE scope = ? AND made_ms <= ?", {scope, first->at(0)});
}

}  // namespace inkwell::kernel
