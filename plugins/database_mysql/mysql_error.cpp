#include "mysql_error.h"

#include <errmsg.h>
#include <mysqld_error.h>

#include "inkwell/engine_support.h"

namespace inkwell::database_mysql {

namespace {

// Not in the headers of both MariaDB and MySQL.
constexpr unsigned kMariaDbConnectionKilled = 1927;
constexpr unsigned kMysqlSessionWasKilled = 3169;
constexpr unsigned kMysqlClientTimeout = 4031;
constexpr unsigned kServerLostExtended = 2055;

constexpr unsigned kGaleraNotReady = ER_UNKNOWN_COM_ERROR;
constexpr unsigned kWriteFailed = 3;  // of the system's own errors (EE_WRITE): no space, no right

// The last comes from the client library, for a SELECT * that has other columns than the last time.
bool isStale(unsigned code) {
    return code == ER_NEED_REPREPARE || code == ER_UNKNOWN_STMT_HANDLER || code == CR_NEW_STMT_METADATA;
}

/// What stands in `text` between two marks; "" without them.
std::string between(const std::string& text, std::string_view begin, std::string_view end) {
    const std::size_t first = text.find(begin);
    if (first == std::string::npos) return "";
    const std::size_t last = text.find(end, first + begin.size());
    if (last == std::string::npos) return "";
    return text.substr(first + begin.size(), last - first - begin.size());
}

// "CREATE command denied to user 'u'@'h' for table `db`.`t`", "Access denied for user 'u'@'h' to database 'db'".
void throwMissingRight(unsigned code, const std::string& message) {
    const std::string text = "MySQL error " + std::to_string(code) + ": " + message;
    if (code == ER_TABLEACCESS_DENIED_ERROR || code == ER_COLUMNACCESS_DENIED_ERROR) {
        throw MissingRight(text, message.substr(0, message.find(" command denied")),
                           between(message, " for table `", "`.`"));
    }
    if (code == ER_DBACCESS_DENIED_ERROR) throw MissingRight(text, "ALL", between(message, " to database '", "'"));
}

}  // namespace

DatabaseError::Kind errorKind(unsigned code) noexcept {
    using Kind = DatabaseError::Kind;
    switch (code) {
        case ER_DUP_ENTRY:
        case ER_DUP_ENTRY_WITH_KEY_NAME:
            return Kind::Duplicate;
        case ER_QUERY_INTERRUPTED:  // by another node's change of a table
        case ER_LOCK_DEADLOCK:
        case ER_LOCK_WAIT_TIMEOUT:
        case ER_CHECKREAD:
            return Kind::Conflict;
        case CR_SERVER_GONE_ERROR:
        case CR_SERVER_LOST:
        case CR_MALFORMED_PACKET:
        case CR_SSL_CONNECTION_ERROR:  // over TLS MariaDB's library says this of whatever cuts a connection
        case CR_COMMANDS_OUT_OF_SYNC:
        case kServerLostExtended:
        case ER_SERVER_SHUTDOWN:
        case kMariaDbConnectionKilled:
        case kMysqlSessionWasKilled:
        case kMysqlClientTimeout:
        case kGaleraNotReady:  // as good as lost: another node has what this one lacks
            return Kind::ConnectionLost;
        case CR_CONNECTION_ERROR:
        case CR_CONN_HOST_ERROR:
        case CR_UNKNOWN_HOST:
        case ER_CON_COUNT_ERROR:
        case ER_TOO_MANY_USER_CONNECTIONS:
        // Nobody may write now: a replica, or a server that was set so.
        case ER_OPTION_PREVENTS_STATEMENT:
        case ER_READ_ONLY_MODE:
        case ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION:
        case ER_OPEN_AS_READONLY:
        case ER_INNODB_READ_ONLY:
        // It has run out of something.
        case ER_DISK_FULL:
        case ER_RECORD_FILE_FULL:
        case kWriteFailed:
        case ER_ERROR_ON_WRITE:
        case ER_GET_ERRNO:
        case ER_TEMP_FILE_WRITE_FAILURE:
        case ER_ERROR_DURING_COMMIT:
        case ER_OUTOFMEMORY:
        case ER_OUT_OF_SORTMEMORY:
        case ER_OUT_OF_RESOURCES:
        case ER_CANT_CREATE_THREAD:
        case ER_LOCK_TABLE_FULL:
        case ER_TOO_MANY_CONCURRENT_TRXS:
        case ER_MAX_PREPARED_STMT_COUNT_REACHED:
        case ER_USER_LIMIT_REACHED:
        case ER_HOST_IS_BLOCKED:
            return Kind::Unavailable;
        case ER_TABLE_EXISTS_ERROR:
        case ER_DUP_FIELDNAME:
        case ER_DUP_KEYNAME:
        case ER_CANT_DROP_FIELD_OR_KEY:  // of a step that had been cut short, a DROP too is done already
            return Kind::AlreadyExists;
        default:
            return Kind::Other;
    }
}

void throwError(unsigned code, const std::string& message, std::string_view doing) {
    throwMissingRight(code, message);
    const DatabaseError::Kind kind = errorKind(code);
    const bool isRefused = kind == DatabaseError::Kind::Unavailable;
    std::string text =
        std::string(isRefused ? shortenedStatement(doing) : doing) + ": MySQL error " + std::to_string(code);
    if (kind == DatabaseError::Kind::Duplicate) {
        // "Duplicate entry '<value>' for key '<name>'": the value may be anything, the key is the last word.
        const std::size_t key = message.rfind(" for key ");
        text += ": duplicate" + (key == std::string::npos ? std::string() : message.substr(key));
    } else {
        text += ": " + message;
    }
    if (isStale(code)) throw StaleStatement(kind, text);
    if (code == ER_OPTION_PREVENTS_STATEMENT || code == ER_READ_ONLY_MODE) throw ReadOnlyServer(kind, text);
    if (code == ER_MAX_PREPARED_STMT_COUNT_REACHED) throw TooManyStatements(kind, text);
    throw DatabaseError(kind, text);
}

}  // namespace inkwell::database_mysql
