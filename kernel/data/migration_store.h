#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "inkwell/database_engine.h"

namespace inkwell::kernel {

/// The table `schema_migrations`. One thread; the session must outlive it. All throw DatabaseError.
class MigrationStore {
public:
    struct Applied {
        std::string name;
        std::string digest;
    };

    explicit MigrationStore(EngineSession& session) : session_(session) {}

    void createTable();
    bool hasTable(const std::string& name = "schema_migrations");
    /// The plugins that have applied steps, in order; the kernel is one.
    std::vector<std::string> plugins();
    /// The applied steps, by number.
    std::map<int, Applied> list(const std::string& plugin);
    /// Runs the step's statements and records the step, in one transaction if the engine supports transactional DDL. A
    /// statement whose work is already done succeeds.
    void apply(const std::string& plugin, const Migration& migration, const std::string& digest, std::int64_t nowMs);

private:
    EngineSession& session_;
};

/// The database's own clock, in UTC milliseconds.
std::int64_t databaseClockMs(EngineSession& session);

/// Inside a write: adds a row to `schema_migrations` and removes it, to see whether the database takes writes.
void writeAndTakeBack(Sql& sql);

}  // namespace inkwell::kernel
