#pragma once

#include <cstdint>
#include <map>
#include <string>

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
    /// By number.
    std::map<int, Applied> list(const std::string& plugin);
    /// Runs the step's statements and writes it down: in one transaction where the engine has DDL in transactions.
    /// A statement that finds its work done passes.
    void apply(const std::string& plugin, const Migration& migration, const std::string& digest, std::int64_t nowMs);

private:
    EngineSession& session_;
};

}  // namespace inkwell::kernel
