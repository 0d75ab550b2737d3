#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "inkwell/database.h"
#include "inkwell/database_engine.h"

namespace inkwell::kernel {

struct PluginMigrations {
    std::string plugin;
    std::vector<Migration> migrations;  // numbered 1, 2, 3 ...
};

/// The database is what a restore left that was killed. The text says what to do.
class UnfinishedRestore : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Brings the schema up: under the engine's lock, in the order given, each step once, recorded in `schema_migrations`
/// (plugin, number, name, digest, applied_at). Throws std::runtime_error, naming plugin and step, when a step fails, an
/// applied step's digest differs from the code's, or the database is newer than the code; UnfinishedRestore.
void migrate(DatabaseEngine& engine, const std::vector<PluginMigrations>& all, std::int64_t nowMs);

/// For whoever migrates `all` one after the other: throws like migrate() of all where the first of them would meet no
/// table, but a later one that of another program.
void requireOwnTables(DatabaseEngine& engine, const std::vector<PluginMigrations>& all);

/// What migrate() would find, without changing anything: how many steps are not applied yet, and whether any is.
struct SchemaState {
    int missing = 0;
    bool isNew = false;  // nothing was applied yet
};
/// Throws like migrate(), and DatabaseError when the tables cannot be read.
SchemaState readSchema(EngineSession& session, const std::vector<PluginMigrations>& all);

/// The plugins that have tables in the database and are not among `all`: a newer program brought them, or they were
/// removed. Of a database that is not new. Throws DatabaseError.
std::vector<std::string> findUnknownPlugins(EngineSession& session, const std::vector<PluginMigrations>& all);
/// What an operator is told of one of them.
std::string unknownPluginText(const std::string& plugin);

}  // namespace inkwell::kernel
