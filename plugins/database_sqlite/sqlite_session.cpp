#include "sqlite_session.h"

#include <Poco/Data/SQLite/Utility.h>

#include <utility>

#include "database_file.h"
#include "sqlite_error.h"

namespace inkwell::database_sqlite {

namespace {

constexpr std::size_t kKeptStatements = 256;
constexpr int kBusyTimeoutMs = 5000;

// journal_mode comes first: switching is the only one that other connections can hold up.
constexpr const char* kSetUp[] = {
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",  // NORMAL loses the last commits when the power fails
    "PRAGMA foreign_keys = ON",
    "PRAGMA cache_size = -1000",  // 1 MB for each session, of which there are many: reading the rest costs little
    // 16 MB of log. Copying it back costs less the more often its pages were written meanwhile.
    "PRAGMA wal_autocheckpoint = 4000",
    "PRAGMA case_sensitive_like = ON",  // as with the binary collations of MySQL; and LIKE 'prefix%' can use an index
    "PRAGMA journal_size_limit = 67108864",
};

/// Makes the statement ready for its next use on every path.
class ResetGuard {
public:
    explicit ResetGuard(sqlite3_stmt* statement) : statement_(statement) {}
    ~ResetGuard() {
        sqlite3_reset(statement_);
        sqlite3_clear_bindings(statement_);
    }
    ResetGuard(const ResetGuard&) = delete;
    ResetGuard& operator=(const ResetGuard&) = delete;

private:
    sqlite3_stmt* statement_;
};

// SQLITE_STATIC: the values outlive the execution, and the bindings are cleared after it.
struct Bind {
    sqlite3_stmt* statement;
    int position;
    int operator()(std::monostate) const { return sqlite3_bind_null(statement, position); }
    int operator()(std::int64_t value) const { return sqlite3_bind_int64(statement, position, value); }
    int operator()(double value) const { return sqlite3_bind_double(statement, position, value); }
    int operator()(const std::string& value) const {
        return sqlite3_bind_text64(statement, position, value.data(), value.size(), SQLITE_STATIC, SQLITE_UTF8);
    }
    int operator()(const SqlBytes& value) const {
        return sqlite3_bind_blob64(statement, position, value.bytes.data(), value.bytes.size(), SQLITE_STATIC);
    }
};

SqlValue readColumn(sqlite3_stmt* statement, int column) {
    switch (sqlite3_column_type(statement, column)) {
        case SQLITE_NULL:
            return {};
        case SQLITE_INTEGER:
            return SqlValue(std::int64_t{sqlite3_column_int64(statement, column)});
        case SQLITE_FLOAT:
            return SqlValue(sqlite3_column_double(statement, column));
        default:
            break;
    }
    const void* bytes = sqlite3_column_blob(statement, column);  // null for an empty one
    const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement, column));
    return SqlValue(bytes ? std::string(static_cast<const char*>(bytes), size) : std::string());
}

}  // namespace

SqliteSession::SqliteSession(Poco::Data::Session session)
    : session_(std::move(session)), db_(Poco::Data::SQLite::Utility::dbHandle(session_)), statements_(kKeptStatements) {
    sqlite3_extended_result_codes(db_, 1);
    sqlite3_busy_timeout(db_, kBusyTimeoutMs);
    for (const char* command : kSetUp) run(command);
}

void SqliteSession::fail(const std::string& doing) {
    const int code = sqlite3_errcode(db_) & 0xff;
    // A connection that was opened while nobody may write stays without that right.
    const bool isBroken = code == SQLITE_IOERR || code == SQLITE_CANTOPEN || code == SQLITE_CORRUPT;
    // One that has found the disk full hands that error to its next transaction, too.
    if (isBroken || code == SQLITE_READONLY || code == SQLITE_FULL) usable_ = false;
    throwLastError(db_, doing);
}

void SqliteSession::run(const char* command) {
    if (sqlite3_exec(db_, command, nullptr, nullptr, nullptr) != SQLITE_OK) fail(command);
}

sqlite3_stmt* SqliteSession::prepare(std::string_view text, const SqlParams& params) {
    const Statement& kept = statements_.get(text, [&] {
        sqlite3_stmt* prepared = nullptr;
        const int size = static_cast<int>(text.size());
        if (sqlite3_prepare_v3(db_, text.data(), size, SQLITE_PREPARE_PERSISTENT, &prepared, nullptr) != SQLITE_OK) {
            fail(std::string(text));
        }
        return Statement(prepared);
    });
    if (!kept) throw DatabaseError(DatabaseError::Kind::Other, "an empty statement");
    const auto expected = static_cast<std::size_t>(sqlite3_bind_parameter_count(kept.get()));
    if (params.size() != expected) {
        throw DatabaseError(DatabaseError::Kind::Other, std::to_string(params.size()) + " values for " +
                                                            std::to_string(expected) +
                                                            " parameters: " + std::string(text));
    }
    return kept.get();
}

bool SqliteSession::step(sqlite3_stmt* statement, std::string_view text) {
    switch (sqlite3_step(statement)) {
        case SQLITE_ROW:
            return true;
        case SQLITE_DONE:
            return false;
        default:
            fail(std::string(text));
    }
}

std::vector<SqlRow> SqliteSession::select(std::string_view text, const SqlParams& params) {
    sqlite3_stmt* statement = prepare(text, params);
    const ResetGuard guard(statement);
    int position = 0;
    for (const SqlValue& value : params) {
        if (std::visit(Bind{statement, ++position}, value.variant()) != SQLITE_OK) fail(std::string(text));
    }
    std::vector<SqlRow> rows;
    while (step(statement, text)) {
        // Asked after the step: a table that changed has the statement prepared again, with other columns perhaps.
        const int columns = sqlite3_column_count(statement);
        SqlRow& row = rows.emplace_back();
        row.reserve(static_cast<std::size_t>(columns));
        for (int column = 0; column < columns; ++column) row.push_back(readColumn(statement, column));
    }
    return rows;
}

std::int64_t SqliteSession::execute(std::string_view text, const SqlParams& params) {
    const std::int64_t before = sqlite3_total_changes64(db_);
    select(text, params);
    // sqlite3_changes keeps the count of an earlier statement when this one changes no row, as DDL does; the total
    // alone would count rows that a foreign key's cascade removed.
    return sqlite3_total_changes64(db_) == before ? 0 : sqlite3_changes64(db_);
}

// What is written to a file that has no name any more is gone when the server stops.
void SqliteSession::requireFileInPlace() {
    int hasMoved = 0;
    sqlite3_file_control(db_, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved);
    if (hasMoved == 0) return;
    throw DatabaseError(DatabaseError::Kind::Unavailable,
                        std::string("the database file '") + sqlite3_db_filename(db_, "main") + "' " + kIsNotInPlace);
}

void SqliteSession::begin(bool write) {
    if (!write) return;
    requireFileInPlace();
    // A writer finds what it cached before, where a reader forgets it after every write.
    if (!std::exchange(hasWritten_, true)) run("PRAGMA cache_size = -16000");
    execute("BEGIN IMMEDIATE", {});
    inTransaction_ = true;
}

void SqliteSession::commit() {
    if (!inTransaction_) return;
    if (!isInTransaction()) {
        throw DatabaseError(DatabaseError::Kind::Other,
                            "a failed statement has rolled the transaction back: there is nothing to commit");
    }
    try {
        execute("COMMIT", {});
    } catch (const DatabaseError& error) {
        // The log may have all of it, and lack only the sync: then whoever recovers the log finds it committed. Where
        // it had no room, its last page is missing, without which all before it counts for nothing.
        if ((sqlite3_errcode(db_) & 0xff) != SQLITE_IOERR || isForWantOfRoom(db_)) throw;
        throw DatabaseError(DatabaseError::Kind::ConnectionLost, error.what());
    }
    inTransaction_ = false;
}

bool SqliteSession::isInTransaction() noexcept { return inTransaction_ && sqlite3_get_autocommit(db_) == 0; }

void SqliteSession::rollback() noexcept {
    inTransaction_ = false;
    if (sqlite3_get_autocommit(db_) != 0) return;
    if (sqlite3_exec(db_, "ROLLBACK", nullptr, nullptr, nullptr) != SQLITE_OK) usable_ = false;
}

}  // namespace inkwell::database_sqlite
