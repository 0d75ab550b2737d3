#include "mysql_engine.h"

#include <Poco/Data/MySQL/Connector.h>
#include <Poco/Exception.h>
#include <mysqld_error.h>

#include <utility>

#include "mysql_error.h"
#include "mysql_rights.h"
#include "mysql_session.h"

namespace inkwell::database_mysql {

namespace {

using Kind = DatabaseError::Kind;

constexpr unsigned kConnectTimeoutSeconds = 5;
constexpr std::int64_t kMigrationWaitSeconds = 600;
constexpr std::chrono::seconds kLeaveAgainAfter{5};

// A node of a Galera cluster that is not in touch with most others refuses statements, or answers from the past. SHOW
// is what it always answers. False for a server that is no node.
bool isReadyNode(EngineSession& session) {
    const auto valueOf = [&](const char* statement) {
        const auto row = session.selectOne(statement);
        return row ? row->at(1).text() : std::string();
    };
    if (valueOf("SHOW SESSION VARIABLES LIKE 'wsrep_on'") != "ON") return false;
    if (valueOf("SHOW STATUS LIKE 'wsrep_ready'") == "ON") return true;
    throw DatabaseError(Kind::Unavailable,
                        "this node is not ready: " + valueOf("SHOW STATUS LIKE 'wsrep_local_state_comment'") +
                            " (wsrep_ready is not ON)");
}

// A column cannot be converted while a foreign key names it. Each is noted before it goes: a conversion may be broken
// off.
void dropForeignKeys(EngineSession& session) {
    session.execute(
        std::string("CREATE TABLE IF NOT EXISTS dropped_foreign_keys (name VARCHAR(64) NOT NULL PRIMARY KEY, "
                    "addition TEXT NOT NULL) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=") +
            kCollation,
        {});
    for (const SqlRow& key : session.select(
             "SELECT k.table_name, k.constraint_name, k.column_name, k.referenced_table_name, "
             "k.referenced_column_name, r.delete_rule FROM information_schema.key_column_usage k "
             "JOIN information_schema.referential_constraints r ON r.constraint_schema = k.constraint_schema "
             "AND r.constraint_name = k.constraint_name "
             "WHERE k.table_schema = DATABASE() AND k.referenced_table_name IS NOT NULL",
             {})) {
        const std::string table = "ALTER TABLE `" + key[0].text() + "` ";
        const std::string name = "`" + key[1].text() + "`";
        session.execute(
            "INSERT IGNORE INTO dropped_foreign_keys (name, addition) VALUES (?, ?)",
            {key[1], table + "ADD CONSTRAINT " + name + " FOREIGN KEY (`" + key[2].text() + "`) REFERENCES `" +
                         key[3].text() + "` (`" + key[4].text() + "`) ON DELETE " + key[5].text()});
        session.execute(table + "DROP FOREIGN KEY " + name, {});
    }
}

void restoreForeignKeys(EngineSession& session) {
    const auto noted = session.selectOne(
        "SELECT 1 FROM information_schema.tables WHERE table_schema = DATABASE() "
        "AND table_name = 'dropped_foreign_keys'");
    if (!noted) return;
    for (const SqlRow& key :
         session.select("SELECT d.addition FROM dropped_foreign_keys d WHERE NOT EXISTS (SELECT 1 "
                        "FROM information_schema.referential_constraints r WHERE r.constraint_schema = DATABASE() "
                        "AND r.constraint_name = d.name) ORDER BY d.name",
                        {})) {
        session.execute(key[0].text(), {});
    }
    session.execute("DROP TABLE dropped_foreign_keys", {});
}

// Tables that an earlier version made with utf8mb4_bin: MySQL refuses to compare their texts with those of new tables.
// That of the migrations comes last, so that a broken-off conversion goes on at the next start.
void convertOldTables(EngineSession& session) {
    const auto old = session.select(
        "SELECT table_name FROM information_schema.tables "
        "WHERE table_schema = DATABASE() AND table_collation = 'utf8mb4_bin' "
        "ORDER BY table_name = 'schema_migrations', table_name",
        {});
    // Tables of somebody else in a shared database are left alone.
    if (!old.empty() && old.back().at(0).view() == "schema_migrations") {
        dropForeignKeys(session);
        for (const SqlRow& row : old) {
            session.execute(
                "ALTER TABLE `" + row[0].text() + "` CONVERT TO CHARACTER SET utf8mb4 COLLATE " + kCollation, {});
        }
    }
    restoreForeignKeys(session);
}

// The library waits for the connection, so that its number is that of "in progress" whatever the reason was.
std::string withoutProgress(std::string reason) {
    constexpr std::string_view kInProgress = "(115)";
    const std::size_t at = reason.find(kInProgress);
    if (at != std::string::npos) reason.replace(at, kInProgress.size(), "(no server listens there, or none answers)");
    return reason;
}

/// `beginning` and `settings` are those of the message: what failed, and where the places are set.
std::unique_ptr<EngineSession> openFirst(
    const MysqlHosts& hosts, const std::string& socket, const std::string& beginning, const char* settings,
    const std::function<std::unique_ptr<EngineSession>(const MysqlHosts::Address&)>& openOn) {
    std::string reasons = beginning;
    const char* separator = "";
    for (const MysqlHosts::Address* address : hosts.inOrder()) {
        std::string reason;
        try {
            return openOn(*address);
        } catch (const Poco::Exception& error) {
            reason = error.displayText();
        } catch (const DatabaseError& error) {
            reason = error.what();
        }
        reasons.append(std::exchange(separator, "; "));
        const std::string place = socket.empty() ? address->text() : socket;
        if (!reason.starts_with(place + ": ")) reasons.append(place).append(": ");
        reasons.append(withoutProgress(reason)).append(grantForDatabase(reason));
    }
    throw DatabaseError(Kind::Unavailable, reasons + " (" + settings + " in plugins.d/database_mysql.json)");
}

}  // namespace

MysqlEngine::MysqlEngine(MysqlOptions options)
    : options_(checked(std::move(options))),
      hosts_("host", options_.host, options_.port),
      timeoutSeconds_(hosts_.size() > 1 ? kTimeoutOfOneSeconds : kConnectTimeoutSeconds) {
    if (!options_.readHosts.empty()) replicas_.emplace("read_hosts", options_.readHosts, options_.port);
    Poco::Data::MySQL::Connector::registerConnector();
}

std::shared_ptr<MYSQL> MysqlEngine::connectTo(const MysqlHosts::Address& address) {
    if (!options_.createDatabase || exists_) return connect(options_, address, options_.database, timeoutSeconds_);
    std::shared_ptr<MYSQL> connection = connect(options_, address, "", timeoutSeconds_);
    if (mysql_select_db(connection.get(), options_.database.c_str()) == 0) {
        exists_ = true;
    } else if (const unsigned code = mysql_errno(connection.get()); code != ER_BAD_DB_ERROR) {
        throwError(code, mysql_error(connection.get()), options_.database);
    }
    return connection;
}

// Not in open(), by which commands look that change nothing.
void MysqlEngine::createDatabase(EngineSession& session) const {
    if (!options_.createDatabase || !session.selectOne("SELECT DATABASE()")->at(0).isNull()) return;
    session.execute(
        "CREATE DATABASE IF NOT EXISTS `" + options_.database + "` CHARACTER SET utf8mb4 COLLATE " + kCollation, {});
    dynamic_cast<MysqlSession&>(session).useDatabase(options_.database);
}

std::unique_ptr<MysqlSession> MysqlEngine::openOn(const MysqlHosts::Address& address) {
    auto session = std::make_unique<MysqlSession>(connectTo(address));
    if (isReadyNode(*session)) {
        session->useAsNode();
    } else if (replicas_) {
        session->usePosition(seen_);
    }
    return session;
}

// All sessions are at one host: two nodes, or a server and its replica, need not have the same at the same time, and
// what one session has seen of the change feed the next one would read without it.
std::unique_ptr<EngineSession> MysqlEngine::settle(std::unique_ptr<MysqlSession> session,
                                                   const MysqlHosts::Address& address) {
    hosts_.prefer(address);
    session->useWhile([this, &address] { return hosts_.isPreferred(address); });
    if (hosts_.size() > 1) session->whenReadOnly([this, &address] { leaveReadOnly(address); });
    return session;
}

// All sessions at once: each would refuse a write of its own first. Where no other host takes writes, every look for
// one takes the time of reaching them, from reads too.
void MysqlEngine::leaveReadOnly(const MysqlHosts::Address& address) noexcept {
    using Clock = std::chrono::steady_clock;
    const auto now = Clock::now().time_since_epoch();
    auto from = leaveAgainFrom_.load();
    const auto next = std::chrono::duration_cast<Clock::duration>(now + kLeaveAgainAfter).count();
    if (now.count() < from || !leaveAgainFrom_.compare_exchange_strong(from, next)) return;
    if (hosts_.isPreferred(address)) hosts_.preferNext();
}

std::unique_ptr<EngineSession> MysqlEngine::open() {
    const char* const settings = options_.socket.empty() ? "host and port" : "socket";
    std::unique_ptr<MysqlSession> readOnly;
    const MysqlHosts::Address* whereReadOnly = nullptr;
    const auto openToWrite = [&](const MysqlHosts::Address& address) {
        std::unique_ptr<MysqlSession> session = openOn(address);
        if (hosts_.size() == 1 || !session->isReadOnly()) return settle(std::move(session), address);
        if (!readOnly) {
            readOnly = std::move(session);
            whereReadOnly = &address;
        }
        throw DatabaseError(Kind::Unavailable, "this server takes no writes (read_only)");
    };
    try {
        return openFirst(hosts_, options_.socket, "cannot connect to the database: ", settings, openToWrite);
    } catch (const DatabaseError&) {
        if (!readOnly) throw;
        return settle(std::move(readOnly), *whereReadOnly);
    }
}

std::unique_ptr<EngineSession> MysqlEngine::openReplicaOn(const MysqlHosts::Address& address) {
    MysqlOptions options = options_;
    options.socket.clear();
    const std::shared_ptr<MYSQL> connection =
        connect(options, address, options.database, kTimeoutOfOneSeconds, options.replicaTimeoutSeconds);
    auto session = std::make_unique<MysqlSession>(connection);
    if (!mariadb_connection(connection.get())) throw DatabaseError(Kind::Unavailable, "this is not MariaDB");
    if (isReadyNode(*session)) throw DatabaseError(Kind::Unavailable, "a node of a Galera cluster belongs in 'host'");
    session->useAsReplica(seen_);
    return session;
}

std::unique_ptr<EngineSession> MysqlEngine::openReplica() {
    if (const auto seen = seen_.text(); seen != nullptr && seen->empty()) {
        throw DatabaseError(Kind::Unavailable,
                            "the server at 'host' keeps no binary log (log_bin), or is a node of a Galera cluster");
    }
    replicas_->preferNext();
    return openFirst(*replicas_, "", "cannot connect to a replica: ", "read_hosts",
                     [this](const MysqlHosts::Address& address) { return openReplicaOn(address); });
}

void MysqlEngine::withMigrationLock(EngineSession& session, const std::function<void()>& work) {
    createDatabase(session);
    // The name counts for the whole server and has at most 64 characters.
    const auto row =
        session.selectOne("SELECT GET_LOCK(CONCAT('inkwell-', MD5(DATABASE())), ?)", {kMigrationWaitSeconds});
    if (!row || row->at(0).integer() != 1) {
        throw DatabaseError(Kind::Unavailable, "another server has been migrating this database for " +
                                                   std::to_string(kMigrationWaitSeconds) + " seconds");
    }
    struct Release {
        EngineSession& session;
        ~Release() {
            try {
                session.select("SELECT RELEASE_LOCK(CONCAT('inkwell-', MD5(DATABASE())))", {});
            } catch (const DatabaseError&) {
                // The connection is gone, and the lock with it.
            }
        }
    } release{session};
    convertOldTables(session);
    work();
}

}  // namespace inkwell::database_mysql
