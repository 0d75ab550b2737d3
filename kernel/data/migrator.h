#pragma once

#include <string>
#include <vector>

#include "inkwell/database.h"
#include "inkwell/database_engine.h"

namespace inkwell::kernel {

struct PluginMigrations {
    std::string plugin;
    std::vector<Migration> migrations;  // numbered 1, 2, 3 ...
};

/// Brings the schema up: under the engine's lock, in the order given, each step once, recorded in `schema_migrations`
/// (plugin, number, name, digest, applied_at). Throws std::runtime_error, naming plugin and step, when a step fails, an
/// applied step's digest differs from the code's, or the database is newer than the code.
void migrate(DatabaseEngine& engine, const std::vector<PluginMigrations>& all, std::int64_t nowMs);

}  // namespace inkwell::kernel
