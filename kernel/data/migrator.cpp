#include "kernel/data/migrator.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <stdexcept>
#include <string_view>
#include <thread>

#include "inkwell/crypto.h"
#include "kernel/data/migration_store.h"

namespace inkwell::kernel {

namespace {

using Ledger = std::map<int, MigrationStore::Applied>;

/// Of the statements as written, before an engine's words are put in: the same on every engine.
std::string digestOf(const Migration& migration) {
    Digest digest;
    // With the closing zero: "ab", "c" is another step than "a", "bc".
    for (const char* statement : migration.statements) digest.add({statement, std::strlen(statement) + 1});
    return toHex(digest.finish());
}

std::string nameOf(const std::string& plugin, int number, const std::string& name) {
    return "migration " + std::to_string(number) + " '" + name + "' of plugin '" + plugin + "'";
}

void checkNumbers(const PluginMigrations& plugin) {
    int expected = 1;
    for (const Migration& migration : plugin.migrations) {
        if (migration.number != expected++) {
            throw std::runtime_error(nameOf(plugin.plugin, migration.number, migration.name) +
                                     " is out of order: the numbers must be 1, 2, 3 ...");
        }
    }
}

void checkLedger(const PluginMigrations& plugin, const Ledger& applied) {
    const int newest = static_cast<int>(plugin.migrations.size());
    if (!applied.empty() && applied.rbegin()->first > newest) {
        const auto& [number, entry] = *applied.rbegin();
        throw std::runtime_error("the database is newer than this server: it holds " +
                                 nameOf(plugin.plugin, number, entry.name) + ", this server knows " +
                                 std::to_string(newest) + "; start a newer version");
    }
    for (const Migration& migration : plugin.migrations) {
        const auto entry = applied.find(migration.number);
        if (entry != applied.end() && entry->second.digest != digestOf(migration)) {
            throw std::runtime_error(nameOf(plugin.plugin, migration.number, migration.name) +
                                     " was changed after this database had applied it; put its statements back and "
                                     "append a new migration");
        }
    }
}

// A dump is read table by table, in the order of their names: what a killed restore leaves looks like a new database,
// and the migrations would fill it up.
void requireWhole(MigrationStore& store) {
    const char* const remedy = ": run inkwell-restore --replace again";
    if (store.hasTable("restore_unfinished")) {
        throw UnfinishedRestore("the database is an unfinished restore, as its table 'restore_unfinished' says" +
                                std::string(remedy));
    }
    if (!store.hasTable() && store.hasTable("kept_answers")) {
        throw UnfinishedRestore(
            "the database has the table 'kept_answers', but not 'schema_migrations': it is a part of one" +
            std::string(remedy));
    }
}

// The table that a statement makes; "" for any other statement.
std::string_view tableMadeBy(std::string_view statement) {
    for (const std::string_view word : {"CREATE TABLE ", "IF NOT EXISTS "}) {
        if (statement.starts_with(word)) {
            statement.remove_prefix(word.size());
        } else if (word == "CREATE TABLE ") {
            return "";
        }
    }
    return statement.substr(0, statement.find_first_of(" ("));
}

// A table that is there counts as made by a step that was cut short: one of another program would be altered.
void requireOwn(MigrationStore& store, const std::vector<PluginMigrations>& all) {
    for (const PluginMigrations& plugin : all) {
        for (const Migration& migration : plugin.migrations) {
            for (const char* statement : migration.statements) {
                const std::string table(tableMadeBy(statement));
                if (table.empty() || !store.hasTable(table)) continue;
                if (store.hasTable()) return;  // another server, at another node of a cluster, was just as far
                throw std::runtime_error("the database has a table '" + table +
                                         "' and no 'schema_migrations': it is of something else; name a database that "
                                         "is empty, or none yet");
            }
        }
    }
}

// At another node of a cluster, where the lock does not count, another server may be just as far. Or somebody reads a
// table for long: who came later has waited behind this step, and has its turn before the next attempt.
void applyDespiteOthers(MigrationStore& store, const std::string& plugin, const Migration& migration,
                        std::int64_t nowMs) {
    constexpr int kAttempts = 10;
    for (int attempt = 1;; ++attempt) {
        const auto begin = std::chrono::steady_clock::now();
        try {
            return store.apply(plugin, migration, digestOf(migration), nowMs);
        } catch (const DatabaseError& error) {
            if (error.kind() != DatabaseError::Kind::Conflict || attempt == kAttempts) throw;
        }
        std::this_thread::sleep_for(std::chrono::steady_clock::now() - begin);
    }
}

void applyMissing(MigrationStore& store, const PluginMigrations& plugin, const Ledger& applied, std::int64_t nowMs) {
    for (const Migration& migration : plugin.migrations) {
        if (applied.contains(migration.number)) continue;
        try {
            applyDespiteOthers(store, plugin.plugin, migration, nowMs);
        } catch (const std::exception& error) {
            throw std::runtime_error(nameOf(plugin.plugin, migration.number, migration.name) +
                                     " failed: " + error.what());
        }
    }
}

}  // namespace

void migrate(DatabaseEngine& engine, const std::vector<PluginMigrations>& all, std::int64_t nowMs) {
    for (const PluginMigrations& plugin : all) checkNumbers(plugin);
    const std::unique_ptr<EngineSession> session = engine.open();
    engine.withMigrationLock(*session, [&] {
        MigrationStore store(*session);
        requireWhole(store);
        if (!store.hasTable()) {  // a database that is read-only would refuse it
            requireOwn(store, all);
            store.createTable();
        }
        std::vector<Ledger> ledgers;
        // All are checked before the first is touched.
        for (const PluginMigrations& plugin : all) {
            ledgers.push_back(store.list(plugin.plugin));
            checkLedger(plugin, ledgers.back());
        }
        for (std::size_t i = 0; i < all.size(); ++i) applyMissing(store, all[i], ledgers[i], nowMs);
    });
}

void requireOwnTables(DatabaseEngine& engine, const std::vector<PluginMigrations>& all) {
    const std::unique_ptr<EngineSession> session = engine.open();
    MigrationStore store(*session);
    if (!store.hasTable()) requireOwn(store, all);
}

SchemaState readSchema(EngineSession& session, const std::vector<PluginMigrations>& all) {
    MigrationStore store(session);
    requireWhole(store);
    SchemaState state;
    state.isNew = !store.hasTable();
    if (state.isNew) requireOwn(store, all);
    for (const PluginMigrations& plugin : all) {
        const Ledger applied = state.isNew ? Ledger() : store.list(plugin.plugin);
        checkLedger(plugin, applied);
        state.missing += static_cast<int>(plugin.migrations.size() - applied.size());
    }
    return state;
}

std::vector<std::string> findUnknownPlugins(EngineSession& session, const std::vector<PluginMigrations>& all) {
    std::vector<std::string> unknown;
    for (std::string& plugin : MigrationStore(session).plugins()) {
        const bool isKnown = std::any_of(all.begin(), all.end(), [&](const auto& one) { return one.plugin == plugin; });
        if (!isKnown) unknown.push_back(std::move(plugin));
    }
    return unknown;
}

std::string unknownPluginText(const std::string& plugin) {
    return "the database has tables of the plugin '" + plugin +
           "', which this program does not have: it was removed, or a newer program made them, and this one does not "
           "keep them true";
}

}  // namespace inkwell::kernel
