#include "mysql_session.h"

#include <mysqld_error.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>

#include "mysql_dialect.h"
#include "mysql_error.h"
#include "mysql_rights.h"

namespace inkwell::database_mysql {

namespace {

constexpr std::size_t kKeptStatements = 256;

constexpr const char* kSetUp[] = {
    // Strict: a value that does not fit is an error, never cut. The last two read texts as SQLite does: `||` joins, and
    // a backslash is a character like any other.
    ("SET SESSION sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION,ERROR_FOR_DIVISION_BY_ZERO,"
     "PIPES_AS_CONCAT,NO_BACKSLASH_ESCAPES'"),
    // Not REPEATABLE READ: a unit of work that waited for a row's lock then sees what the other one wrote, and without
    // gap locks two inserts into one index seldom deadlock.
    "SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED",
    "SET SESSION autocommit = 1",
    // The unit of work is tried again after it: better soon than after the server's 50 seconds.
    "SET SESSION innodb_lock_wait_timeout = 5",
    // The same for a table that a schema change wants and somebody still reads: all who come later wait behind it.
    "SET SESSION lock_wait_timeout = 5",
};

// A node shows what another one has committed a moment later. With 1 a SELECT outside a transaction and START
// TRANSACTION wait until all that is committed is there; without it that moment is not waited for.
constexpr const char* kWait = "SET SESSION wsrep_sync_wait = 1";
constexpr const char* kDoNotWait = "SET SESSION wsrep_sync_wait = 0";

// Definitions of tables do, and what is done to a whole table.
bool endsNoTransaction(std::string_view statement) {
    constexpr std::array<std::string_view, 4> kWords{"SELECT", "INSERT", "UPDATE", "DELETE"};
    return std::any_of(kWords.begin(), kWords.end(),
                       [&](std::string_view word) { return statement.starts_with(word); });
}

/// A server that vanished without a word is found out within about half a minute instead of the system's two hours.
void keepAlive(int socket) {
    const auto set = [socket](int level, int name, int value) {
        // Fails for a Unix domain socket, which needs none of it.
        ::setsockopt(socket, level, name, &value, sizeof value);
    };
    set(SOL_SOCKET, SO_KEEPALIVE, 1);
    set(IPPROTO_TCP, TCP_KEEPIDLE, 15);
    set(IPPROTO_TCP, TCP_KEEPINTVL, 5);
    set(IPPROTO_TCP, TCP_KEEPCNT, 3);
    set(IPPROTO_TCP, TCP_USER_TIMEOUT, 30'000);
}

}  // namespace

MysqlSession::MysqlSession(std::shared_ptr<MYSQL> connection) : connection_(std::move(connection)) {
    keepAlive(static_cast<int>(mysql_get_socket(connection_.get())));
    command((std::string("SET NAMES utf8mb4 COLLATE ") + kCollation).c_str());
    for (const char* text : kSetUp) command(text);
    maxPacketBytes_ = queryInteger("SELECT @@max_allowed_packet");
}

void MysqlSession::command(const char* text) {
    if (mysql_query(connection_.get(), text) == 0) return;
    const unsigned code = mysql_errno(connection_.get());
    if (errorKind(code) == DatabaseError::Kind::ConnectionLost) usable_ = false;
    throwError(code, mysql_error(connection_.get()), text);
}

std::int64_t MysqlSession::queryInteger(const char* text) {
    std::vector<SqlRow> rows = MysqlStatement(connection_.get(), text).run(text, {});
    return rows.at(0).at(0).integer();
}

void MysqlSession::checkSize(const SqlParams& params) const {
    constexpr std::size_t kOverhead = 1024;
    std::size_t bytes = kOverhead;
    for (const SqlValue& value : params) bytes += value.view().size() + 16;
    if (maxPacketBytes_ == 0 || static_cast<std::int64_t>(bytes) <= maxPacketBytes_) return;
    throw DatabaseError(DatabaseError::Kind::Other,
                        "a statement of " + std::to_string(bytes) + " bytes exceeds the database server's " +
                            "max_allowed_packet of " + std::to_string(maxPacketBytes_) + " bytes; raise it there");
}

MysqlStatement& MysqlSession::runKept(std::string_view text, const SqlParams& params, std::vector<SqlRow>& rows) {
    try {
        MysqlStatement& statement = statements_.get(text, [&] { return MysqlStatement(connection_.get(), text); });
        rows = statement.run(text, params);
        return statement;
    } catch (const DatabaseError& error) {
        noteFailure(error);
        // Only DDL finds that its work is done already, and DDL ends a transaction by committing it. A refusal brings
        // no status that would show that.
        (error.kind() == DatabaseError::Kind::AlreadyExists ? isOver_ : hasFailed_) = true;
        // After a conflict it is as good as before, and is wanted again at once.
        if (error.kind() != DatabaseError::Kind::Conflict) statements_.drop(text);
        throw;
    }
}

void MysqlSession::noteFailure(const DatabaseError& error) noexcept {
    if (error.kind() == DatabaseError::Kind::ConnectionLost) usable_ = false;
    if (toldReadOnly_ && dynamic_cast<const ReadOnlyServer*>(&error) != nullptr) toldReadOnly_();
}

// A node that rolls a transaction back for another one's write while a SELECT is prepared answers as if nothing had
// been. The SELECT's own answer shows it, because none ends a transaction; what came next would be committed by itself.
MysqlStatement& MysqlSession::run(std::string_view text, const SqlParams& params, std::vector<SqlRow>& rows) {
    const bool mustStayInside = isInside() && endsNoTransaction(text);
    MysqlStatement& statement = runAnew(text, params, rows);
    if (!mustStayInside || isInside()) return statement;
    hasFailed_ = true;
    throw DatabaseError(DatabaseError::Kind::Conflict, "the server rolled the transaction back meanwhile");
}

MysqlStatement& MysqlSession::runAnew(std::string_view text, const SqlParams& params, std::vector<SqlRow>& rows) {
    checkSize(params);
    if (inTransaction_) requireTransaction();
    try {
        return runKept(text, params, rows);
    } catch (const MissingRight& missing) {
        throw withGrant(missing, connection_.get());
    } catch (const StaleStatement&) {
    } catch (const TooManyStatements&) {
        statements_.clear();  // makes room at the server
    }
    if (inTransaction_) requireTransaction();
    return runKept(text, params, rows);
}

std::vector<SqlRow> MysqlSession::select(std::string_view text, const SqlParams& params) {
    // The answer to the insert has brought it: no need to ask the server.
    if (text == dialect_.lastSequence()) return {{lastSequence_}};
    std::vector<SqlRow> rows;
    run(text, params, rows);
    return rows;
}

std::int64_t MysqlSession::execute(std::string_view text, const SqlParams& params) {
    std::vector<SqlRow> rows;
    const MysqlStatement& statement = run(text, params, rows);
    if (statement.insertedNumber() != 0) lastSequence_ = statement.insertedNumber();
    return statement.affectedRows();
}

// A number, or a word since MariaDB 12.
bool MysqlSession::isReadOnly() { return queryInteger("SELECT @@global.read_only NOT IN ('0', 'OFF')") != 0; }

void MysqlSession::useDatabase(const std::string& name) {
    if (mysql_select_db(connection_.get(), name.c_str()) == 0) return;
    throwError(mysql_errno(connection_.get()), mysql_error(connection_.get()), name);
}

void MysqlSession::useAsNode() {
    isNode_ = true;
    command(kWait);
    queryInteger("SELECT 1");
    command(kDoNotWait);
}

// The answer to a COMMIT then names its GTID: that costs no question of its own.
void MysqlSession::usePosition(MysqlPosition& seen) {
    command("SET SESSION session_track_system_variables = 'last_gtid'");
    seen_ = &seen;
}

void MysqlSession::useAsReplica(const MysqlPosition& seen) {
    command("SET SESSION TRANSACTION READ ONLY");
    wanted_ = &seen;
}

// A primary that was set back gives numbers again, lower ones than those known. What is committed until they are
// forgotten counts for nothing, and the second answer has it.
void MysqlSession::markSeen() {
    if (seen_ == nullptr) return;
    const auto ask = [&] {
        constexpr const char* kPosition = "SELECT @@gtid_binlog_pos";
        return MysqlStatement(connection_.get(), kPosition).run(kPosition, {}).at(0).at(0).text();
    };
    const std::shared_ptr<const std::string> known = seen_->text();
    std::string position = ask();
    if (known == nullptr || MysqlPosition::isBelow(position, *known)) {
        seen_->forget();
        position = ask();
    }
    seen_->advance(position);
}

// By the last answer: DDL has ended it, too.
bool MysqlSession::isInside() const noexcept {
    return inTransaction_ && !isOver_ && (connection_->server_status & SERVER_STATUS_IN_TRANS) != 0;
}

// What it was found to show it shows forever, so most reads need not ask.
bool MysqlSession::isCaughtUp() noexcept {
    try {
        const std::shared_ptr<const std::string> wanted = wanted_->text();
        if (wanted == nullptr || wanted->empty()) return false;  // any replica would show that
        if (wanted == shown_) return true;
        const auto row = selectOne("SELECT MASTER_GTID_WAIT(?, 0)", {*wanted});
        if (!row || row->at(0).isNull() || row->at(0).integer() != 0) return false;
        shown_ = wanted;
        return true;
    } catch (const std::exception&) {
        return false;
    }
}

void MysqlSession::noteCommit() {
    if (seen_ == nullptr) return;
    const char* text = nullptr;
    std::size_t length = 0;
    // Names and values in turn; only one variable is tracked.
    if (mysql_session_track_get_first(connection_.get(), SESSION_TRACK_SYSTEM_VARIABLES, &text, &length) != 0 ||
        mysql_session_track_get_next(connection_.get(), SESSION_TRACK_SYSTEM_VARIABLES, &text, &length) != 0) {
        return;
    }
    seen_->advance({text, length});
}

// Who has just made something through another server, at another node, finds it here.
void MysqlSession::startOnNode() {
    command(kWait);
    command("START TRANSACTION");
    command(kDoNotWait);
}

// Statements are closed between units of work only. A node that has rolled a transaction back for another one's write
// says so with the answer to the next command; closing a statement has no answer, and that word may be lost with it, as
// with the preparation of a SELECT (run()). What came next would be committed by itself.
void MysqlSession::begin(bool write) {
    statements_.shrink(kKeptStatements);
    if (!write) return;
    isNode_ ? startOnNode() : command("START TRANSACTION");
    inTransaction_ = true;
    hasFailed_ = isOver_ = false;
}

// The server rolls some failures back as a whole and says so only with the next answer: a node does so for another
// one's write, with whatever error it likes. What came next would be committed by itself. Asked for only after a
// failure: DDL, which commits by itself, ends a transaction too.
void MysqlSession::requireTransaction() {
    if (!hasFailed_) return;
    command("DO 0");
    if (!isInside()) {
        throw DatabaseError(DatabaseError::Kind::Conflict, "a failed statement has rolled the transaction back");
    }
    hasFailed_ = false;
}

void MysqlSession::commit() {
    if (!inTransaction_) return;
    requireTransaction();
    if (mysql_query(connection_.get(), "COMMIT") != 0) failCommit();
    noteCommit();
    inTransaction_ = false;
}

// A node that loses the others while it hands a transaction on does not know whether they have it.
void MysqlSession::failCommit() {
    const unsigned code = mysql_errno(connection_.get());
    const std::string message = mysql_error(connection_.get());
    if (isNode_ && code == ER_ERROR_DURING_COMMIT) {
        usable_ = false;
        throw DatabaseError(DatabaseError::Kind::ConnectionLost, "COMMIT: MySQL error 1180: " + message);
    }
    try {
        throwError(code, message, "COMMIT");
    } catch (const DatabaseError& error) {
        noteFailure(error);
        throw;
    }
}

bool MysqlSession::isInTransaction() noexcept {
    try {
        if (inTransaction_) requireTransaction();
        return inTransaction_;
    } catch (const std::exception&) {
        return false;
    }
}

void MysqlSession::rollback() noexcept {
    if (!inTransaction_) return;
    inTransaction_ = false;
    if (usable_ && mysql_rollback(connection_.get()) != 0) usable_ = false;
}

}  // namespace inkwell::database_mysql
