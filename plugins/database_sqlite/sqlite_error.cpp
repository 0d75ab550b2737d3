#include "sqlite_error.h"

#include <sqlite3.h>

#include <cerrno>
#include <system_error>

#include "inkwell/engine_support.h"

namespace inkwell::database_sqlite {

namespace {

bool isDoneAlready(const std::string& message) {
    return message.find("already exists") != std::string::npos ||
           message.find("duplicate column name") != std::string::npos ||
           message.find("no such index") != std::string::npos;
}

// Why the log was not written, as an errno.
int lastErrnoOfLog(sqlite3* db) {
    sqlite3_file* log = nullptr;
    sqlite3_file_control(db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log);
    int code = 0;
    if (log != nullptr && log->pMethods != nullptr) {
        log->pMethods->xFileControl(log, SQLITE_FCNTL_LAST_ERRNO, &code);
    }
    return code;
}

}  // namespace

bool isForWantOfRoom(sqlite3* db) {
    if (sqlite3_extended_errcode(db) != SQLITE_IOERR_WRITE) return false;
    const int code = lastErrnoOfLog(db);
    return code == EFBIG || code == EDQUOT || code == ENOSPC;
}

DatabaseError::Kind errorKind(int code, const std::string& message) {
    using Kind = DatabaseError::Kind;
    switch (code) {
        case SQLITE_CONSTRAINT_UNIQUE:
        case SQLITE_CONSTRAINT_PRIMARYKEY:
        case SQLITE_CONSTRAINT_ROWID:
            return Kind::Duplicate;
        default:
            break;
    }
    switch (code & 0xff) {
        case SQLITE_BUSY:
        case SQLITE_LOCKED:
            return Kind::Conflict;
        case SQLITE_CANTOPEN:
        case SQLITE_FULL:
        case SQLITE_IOERR:
        case SQLITE_NOMEM:
        case SQLITE_PROTOCOL:
        case SQLITE_READONLY:
            return Kind::Unavailable;
        case SQLITE_ERROR:
            return isDoneAlready(message) ? Kind::AlreadyExists : Kind::Other;
        default:
            return Kind::Other;
    }
}

void throwLastError(sqlite3* db, const std::string& doing) {
    const int code = sqlite3_extended_errcode(db);
    std::string message = sqlite3_errmsg(db);
    if (isForWantOfRoom(db)) message += " (" + std::generic_category().message(lastErrnoOfLog(db)) + ")";
    const DatabaseError::Kind kind = errorKind(code, message);
    const bool isRefused = kind == DatabaseError::Kind::Unavailable;
    throw DatabaseError(kind, std::string(isRefused ? shortenedStatement(doing) : doing) + ": SQLite error " +
                                  std::to_string(code) + ": " + message);
}

}  // namespace inkwell::database_sqlite
