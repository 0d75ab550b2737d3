#include "sqlite_engine.h"

#include <Poco/Data/SQLite/Connector.h>
#include <Poco/Exception.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <system_error>
#include <thread>

#include "sqlite_session.h"

namespace inkwell::database_sqlite {

namespace {

using Kind = DatabaseError::Kind;

constexpr std::chrono::minutes kMigrationWait{10};
constexpr std::chrono::seconds kOpenWait{5};
constexpr std::chrono::milliseconds kPause{20};
constexpr int kSavepointBytes = 1024 * 1024;  // what a savepoint keeps in memory, before a file

std::string reasonOf(int code) { return std::error_code(code, std::generic_category()).message(); }

void createFolder(const std::filesystem::path& folder) {
    if (folder.empty() || std::filesystem::exists(folder)) return;
    createFolder(folder.parent_path());
    // Not create_directories: its folders would be open to others until their mode is set.
    if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST) {
        throw DatabaseError(Kind::Unavailable,
                            "cannot create the folder '" + folder.string() + "': " + reasonOf(errno));
    }
}

// SQLite would create it readable for others; the files beside it take over its mode. An existing file is never opened
// here: closing it again would drop every lock that this process's sessions hold on it (fcntl(2)), and the next process
// to close the database would remove the write-ahead log under them.
void createFile(const std::string& file) {
    const int descriptor = ::open(file.c_str(), O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0600);
    if (descriptor < 0 && errno != EEXIST) throw DatabaseError(Kind::Unavailable, reasonOf(errno));
    if (descriptor >= 0) ::close(descriptor);
}

// The driver tries again for a minute, and then has no reason to give.
void requireUsable(const std::string& file) {
    std::error_code error;
    if (std::filesystem::is_directory(file, error)) throw DatabaseError(Kind::Unavailable, "it is a folder");
    if (::access(file.c_str(), R_OK | W_OK) != 0) throw DatabaseError(Kind::Unavailable, reasonOf(errno));
}

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
            ::close(descriptor_);
            descriptor_ = -1;
        }
        if (descriptor_ < 0) {
            throw DatabaseError(Kind::Unavailable, "cannot lock '" + path + "' for the migration of the schema");
        }
    }
    ~FileLock() { ::close(descriptor_); }
    FileLock(const FileLock&) = delete;
    FileLock& operator=(const FileLock&) = delete;

private:
    int descriptor_;
};

}  // namespace

SqliteEngine::SqliteEngine(std::string file) : file_(std::move(file)) {
    // No lock around every call, for a session is used by one thread at a time; no count of all memory, which takes a
    // lock of the process for every allocation. Once a connection was opened both are refused, and nothing is lost.
    sqlite3_config(SQLITE_CONFIG_MULTITHREAD);
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    sqlite3_config(SQLITE_CONFIG_STMTJRNL_SPILL, kSavepointBytes);
    Poco::Data::SQLite::Connector::registerConnector();
}

std::unique_ptr<EngineSession> SqliteEngine::open() {
    // One at a time: connections that switch a new file to WAL together fail as busy without waiting.
    const std::lock_guard lock(opening_);
    const auto deadline = std::chrono::steady_clock::now() + kOpenWait;
    while (true) {
        try {
            createFolder(std::filesystem::path(file_).parent_path());
            createFile(file_);
            requireUsable(file_);
            return std::make_unique<SqliteSession>(Poco::Data::Session("SQLite", file_), dialect_);
        } catch (const Poco::Exception& error) {
            throw DatabaseError(Kind::Unavailable,
                                "cannot open the database file '" + file_ + "': " + error.displayText());
        } catch (const DatabaseError& error) {
            const bool again = error.kind() == Kind::Conflict && std::chrono::steady_clock::now() < deadline;
            if (!again) {
                throw DatabaseError(Kind::Unavailable,
                                    "cannot open the database file '" + file_ + "': " + error.what());
            }
        }
        std::this_thread::sleep_for(kPause);
    }
}

void SqliteEngine::withMigrationLock(EngineSession&, const std::function<void()>& work) {
    const FileLock lock(file_ + "-migration.lock");
    work();
}

}  // namespace inkwell::database_sqlite
