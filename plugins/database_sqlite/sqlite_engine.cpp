#include "sqlite_engine.h"

#include <Poco/Data/SQLite/Connector.h>
#include <Poco/Exception.h>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <thread>

#include "savepoint_memory.h"
#include "sqlite_session.h"

namespace inkwell::database_sqlite {

namespace {

using Kind = DatabaseError::Kind;

constexpr std::chrono::minutes kMigrationWait{10};
constexpr std::chrono::seconds kOpenWait{5};
constexpr std::chrono::milliseconds kPause{20};

class FileLock {
public:
    explicit FileLock(const std::string& path) : descriptor_(::open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600)) {
        const auto deadline = std::chrono::steady_clock::now() + kMigrationWait;
        while (descriptor_ >= 0 && ::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
            if (errno == EINTR) continue;
            if (errno == EWOULDBLOCK && std::chrono::steady_clock::now() < deadline) {
                std::this_thread::sleep_for(kPause);
                continue;
            }
            const int code = errno;
            ::close(descriptor_);
            refuse(path, code);
        }
        if (descriptor_ < 0) refuse(path, errno);
    }
    ~FileLock() { ::close(descriptor_); }
    FileLock(const FileLock&) = delete;
    FileLock& operator=(const FileLock&) = delete;

private:
    [[noreturn]] static void refuse(const std::string& path, int code) {
        throw DatabaseError(Kind::Unavailable,
                            "cannot lock '" + path + "' for the migration of the schema: " + reasonOf(code));
    }

    int descriptor_;
};

}  // namespace

SqliteEngine::SqliteEngine(std::string file) : file_(std::move(file)) {
    // No lock around every call, for a session is used by one thread at a time; no count of all memory, which takes a
    // lock of the process for every allocation. Once a connection was opened both are refused, and nothing is lost.
    sqlite3_config(SQLITE_CONFIG_MULTITHREAD);
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    keepSavepointsInMemory();
    Poco::Data::SQLite::Connector::registerConnector();
}

void SqliteEngine::requireFile() {
    if (!opened_) createFile(file_);
    requireUsable(file_);
    const FileNumber found = numberOf(file_);
    if (opened_.value_or(found) != found) throw DatabaseError(Kind::Unavailable, std::string("it ") + kIsNotInPlace);
    opened_ = found;
}

std::unique_ptr<EngineSession> SqliteEngine::open() {
    // One at a time: connections that switch a new file to WAL together fail as busy without waiting.
    const std::lock_guard lock(opening_);
    const auto deadline = std::chrono::steady_clock::now() + kOpenWait;
    while (true) {
        try {
            requireFile();
            return std::make_unique<SqliteSession>(Poco::Data::Session("SQLite", file_));
        } catch (const Poco::Exception& error) {
            refuseToOpen(file_, error.displayText());
        } catch (const DatabaseError& error) {
            const bool again = error.kind() == Kind::Conflict && std::chrono::steady_clock::now() < deadline;
            if (!again) refuseToOpen(file_, error.what());
        }
        std::this_thread::sleep_for(kPause);
    }
}

void SqliteEngine::withMigrationLock(EngineSession&, const std::function<void()>& work) {
    const FileLock lock(file_ + "-migration.lock");
    work();
}

}  // namespace inkwell::database_sqlite
