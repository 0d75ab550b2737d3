#include "kernel/data/migration_store.h"

namespace inkwell::kernel {

namespace {

void executeUnlessDone(EngineSession& session, const std::string& statement) {
    try {
        session.execute(statement, {});
    } catch (const DatabaseError& error) {
        if (error.kind() != DatabaseError::Kind::AlreadyExists) throw;
    }
}

// False when another node of a cluster, where the migration lock excludes on one node only, was as far at the same
// time.
bool writeDown(EngineSession& session, const std::string& plugin, const Migration& migration, const std::string& digest,
               std::int64_t nowMs) {
    try {
        session.execute(
            "INSERT INTO schema_migrations (plugin, number, name, digest, applied_at) VALUES (?, ?, ?, ?, ?)",
            {plugin, migration.number, migration.name, digest, nowMs});
        return true;
    } catch (const DatabaseError& error) {
        if (error.kind() != DatabaseError::Kind::Duplicate) throw;
        return false;
    }
}

}  // namespace

void MigrationStore::createTable() {
    session_.execute(session_.dialect().expand("CREATE TABLE IF NOT EXISTS schema_migrations ("
                                               "plugin {key} NOT NULL, number {int} NOT NULL, name {key} NOT NULL, "
                                               "digest {key} NOT NULL, applied_at {int} NOT NULL, "
                                               "PRIMARY KEY (plugin, number)) {table}"),
                     {});
}

bool MigrationStore::hasTable(const std::string& name) {
    try {
        session_.select("SELECT 1 FROM " + name + " WHERE 1 = 0", {});
        return true;
    } catch (const DatabaseError& error) {
        if (error.kind() != DatabaseError::Kind::Other) throw;
        return false;
    }
}

std::int64_t databaseClockMs(EngineSession& session) {
    return session.selectOne("SELECT " + std::string(session.dialect().currentTimeMs()))->at(0).integer();
}

void writeAndTakeBack(Sql& sql) {
    sql.execute("INSERT INTO schema_migrations (plugin, number, name, digest, applied_at) VALUES (?, ?, ?, ?, ?)",
                {"", 0, "", "", 0});
    sql.execute("DELETE FROM schema_migrations WHERE plugin = ? AND number = ?", {"", 0});
}

std::vector<std::string> MigrationStore::plugins() {
    std::vector<std::string> plugins;
    for (SqlRow& row : session_.select("SELECT DISTINCT plugin FROM schema_migrations ORDER BY plugin", {}))
        plugins.push_back(std::move(row[0]).text());
    return plugins;
}

std::map<int, MigrationStore::Applied> MigrationStore::list(const std::string& plugin) {
    std::map<int, Applied> applied;
    const auto rows = session_.select("SELECT number, name, digest FROM schema_migrations WHERE plugin = ?", {plugin});
    for (const SqlRow& row : rows) {
        applied.emplace(static_cast<int>(row[0].integer()), Applied{row[1].text(), row[2].text()});
    }
    return applied;
}

void MigrationStore::apply(const std::string& plugin, const Migration& migration, const std::string& digest,
                           std::int64_t nowMs) {
    session_.begin(true);
    try {
        for (const char* statement : migration.statements) {
            executeUnlessDone(session_, session_.dialect().expand(statement));
        }
        // What another server has written down is done: DDL, where there are several nodes, has committed by itself.
        if (writeDown(session_, plugin, migration, digest, nowMs)) {
            session_.commit();
        } else {
            session_.rollback();
        }
    } catch (...) {
        session_.rollback();
        throw;
    }
}

}  // namespace inkwell::kernel
