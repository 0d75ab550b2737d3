#include "mysql_engine.h"

#include <Poco/Data/MySQL/Connector.h>
#include <Poco/Data/MySQL/Utility.h>
#include <Poco/Data/Session.h>
#include <Poco/Exception.h>

#include <new>
#include <stdexcept>

#include "mysql_error.h"
#include "mysql_session.h"

namespace inkwell::database_mysql {

namespace {

using Kind = DatabaseError::Kind;

constexpr unsigned kConnectTimeoutSeconds = 5;
constexpr std::int64_t kMigrationWaitSeconds = 600;

// Poco's connection string has no way to quote a semicolon, and trims spaces.
void checkOption(const std::string& name, const std::string& value) {
    const bool trimmed = !value.empty() && (value.front() == ' ' || value.back() == ' ');
    if (trimmed || value.find(';') != std::string::npos) {
        throw std::invalid_argument("'" + name + "' must not contain ';' nor begin or end with a space");
    }
}

void checkDatabaseName(const std::string& name) {
    constexpr auto kAllowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    if (name.empty() || name.size() > 64 || name.find_first_not_of(kAllowed) != std::string::npos) {
        throw std::invalid_argument("'database' must be 1 to 64 letters, digits, '_' or '-', '" + name + "' is not");
    }
}

// A column cannot be converted while a foreign key names it.
void withoutForeignKeys(EngineSession& session, const std::function<void()>& work) {
    const auto keys = session.select(
        "SELECT k.table_name, k.constraint_name, k.column_name, k.referenced_table_name, k.referenced_column_name, "
        "r.delete_rule FROM information_schema.key_column_usage k "
        "JOIN information_schema.referential_constraints r ON r.constraint_schema = k.constraint_schema "
        "AND r.constraint_name = k.constraint_name "
        "WHERE k.table_schema = DATABASE() AND k.referenced_table_name IS NOT NULL",
        {});
    for (const SqlRow& key : keys) {
        session.execute("ALTER TABLE `" + key[0].text() + "` DROP FOREIGN KEY `" + key[1].text() + "`", {});
    }
    work();
    for (const SqlRow& key : keys) {
        session.execute("ALTER TABLE `" + key[0].text() + "` ADD FOREIGN KEY (`" + key[2].text() + "`) REFERENCES `" +
                            key[3].text() + "` (`" + key[4].text() + "`) ON DELETE " + key[5].text(),
                        {});
    }
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
    if (old.empty() || old.back().at(0).view() != "schema_migrations") return;
    withoutForeignKeys(session, [&] {
        for (const SqlRow& row : old) {
            session.execute(
                "ALTER TABLE `" + row[0].text() + "` CONVERT TO CHARACTER SET utf8mb4 COLLATE " + kCollation, {});
        }
    });
}

}  // namespace

MysqlEngine::MysqlEngine(MysqlOptions options) : options_(std::move(options)) {
    checkOption("host", options_.host);
    checkOption("user", options_.user);
    checkOption("password", options_.password);
    checkDatabaseName(options_.database);
    Poco::Data::MySQL::Connector::registerConnector();
}

std::shared_ptr<MYSQL> MysqlEngine::connect(const std::string& database) const {
    return options_.socket.empty() ? connectOverTcp(database) : connectToSocket(database);
}

std::shared_ptr<MYSQL> MysqlEngine::connectOverTcp(const std::string& database) const {
    const auto session = std::make_shared<Poco::Data::Session>(
        "MySQL",
        "host=" + options_.host + ";port=" + std::to_string(options_.port) + ";user=" + options_.user + ";password=" +
            options_.password + ";db=" + database + ";compress=false;auto-reconnect=false;character-set=utf8mb4",
        kConnectTimeoutSeconds);
    // The session lives as long as its handle.
    return {session, Poco::Data::MySQL::Utility::handle(*session)};
}

// Poco 1.11 has no way to name a socket.
std::shared_ptr<MYSQL> MysqlEngine::connectToSocket(const std::string& database) const {
    std::shared_ptr<MYSQL> connection(mysql_init(nullptr), mysql_close);
    if (!connection) throw std::bad_alloc();
    const unsigned timeoutSeconds = kConnectTimeoutSeconds;
    mysql_options(connection.get(), MYSQL_OPT_CONNECT_TIMEOUT, &timeoutSeconds);
    mysql_options(connection.get(), MYSQL_SET_CHARSET_NAME, "utf8mb4");
    if (!mysql_real_connect(connection.get(), "localhost", options_.user.c_str(), options_.password.c_str(),
                            database.c_str(), 0, options_.socket.c_str(), 0)) {
        throwError(mysql_errno(connection.get()), mysql_error(connection.get()), options_.socket);
    }
    return connection;
}

void MysqlEngine::createDatabaseOnce() {
    const std::lock_guard lock(creating_);
    if (created_ || !options_.createDatabase) return;
    MysqlSession session(connect(""), dialect_);
    session.execute(
        "CREATE DATABASE IF NOT EXISTS `" + options_.database + "` CHARACTER SET utf8mb4 COLLATE " + kCollation, {});
    created_ = true;
}

std::unique_ptr<EngineSession> MysqlEngine::open() {
    try {
        createDatabaseOnce();
        return std::make_unique<MysqlSession>(connect(options_.database), dialect_);
    } catch (const Poco::Exception& error) {
        throw DatabaseError(Kind::Unavailable, "cannot connect to the database: " + error.displayText());
    } catch (const DatabaseError& error) {
        throw DatabaseError(Kind::Unavailable, std::string("cannot connect to the database: ") + error.what());
    }
}

void MysqlEngine::withMigrationLock(EngineSession& session, const std::function<void()>& work) {
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
