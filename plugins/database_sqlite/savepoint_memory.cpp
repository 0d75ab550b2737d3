#include "savepoint_memory.h"

#include <sqlite3.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

namespace inkwell::database_sqlite {

namespace {

constexpr sqlite3_int64 kInMemory = 4 * 1024 * 1024;
constexpr std::size_t kAtFirst = 256 * 1024;
constexpr int kSectorSize = 4096;

sqlite3_vfs* defaultVfs = nullptr;

/// The end of a savepoint's file, from `kInMemory` on: none before something is written there.
class Rest {
public:
    explicit Rest(int flags) : flags_(flags) {}
    ~Rest() {
        if (file_) file_->pMethods->xClose(file_);
    }
    Rest(const Rest&) = delete;
    Rest& operator=(const Rest&) = delete;

    sqlite3_file* opened() { return file_; }

    int open() {
        if (file_) return SQLITE_OK;
        memory_ = std::make_unique<std::byte[]>(static_cast<std::size_t>(defaultVfs->szOsFile));
        auto* file = reinterpret_cast<sqlite3_file*>(memory_.get());
        const int result = defaultVfs->xOpen(defaultVfs, nullptr, file, flags_, nullptr);
        if (file->pMethods) file_ = file;  // SQLite's own are closed, too, after an error that left them
        return result;
    }

private:
    int flags_;
    std::unique_ptr<std::byte[]> memory_;
    sqlite3_file* file_ = nullptr;
};

struct SavepointBytes {
    explicit SavepointBytes(int flags) : rest(flags) { memory.reserve(kAtFirst); }
    std::vector<char> memory;
    Rest rest;
};

/// SQLite allocates it, `szOsFile` bytes, and knows its first member only.
struct SavepointFile {
    sqlite3_file base;
    SavepointBytes* bytes;
};

SavepointBytes& bytesOf(sqlite3_file* file) { return *reinterpret_cast<SavepointFile*>(file)->bytes; }

/// How many of `size` bytes at `offset` are in memory.
int partInMemory(int size, sqlite3_int64 offset) {
    return static_cast<int>(std::clamp<sqlite3_int64>(kInMemory - offset, 0, size));
}

int closeFile(sqlite3_file* file) {
    delete reinterpret_cast<SavepointFile*>(file)->bytes;
    return SQLITE_OK;
}

int readFile(sqlite3_file* file, void* to, int size, sqlite3_int64 offset) {
    SavepointBytes& bytes = bytesOf(file);
    const int inMemory = partInMemory(size, offset);
    const auto end = static_cast<sqlite3_int64>(bytes.memory.size());
    const auto there = static_cast<std::size_t>(std::clamp<sqlite3_int64>(end - offset, 0, inMemory));
    if (there > 0) std::memcpy(to, bytes.memory.data() + offset, there);
    if (static_cast<int>(there) == size) return SQLITE_OK;
    if (static_cast<int>(there) == inMemory) {
        if (sqlite3_file* rest = bytes.rest.opened()) {
            return rest->pMethods->xRead(rest, static_cast<char*>(to) + inMemory, size - inMemory,
                                         offset + inMemory - kInMemory);
        }
    }
    std::memset(static_cast<char*>(to) + there, 0, static_cast<std::size_t>(size) - there);
    return SQLITE_IOERR_SHORT_READ;
}

int writeFile(sqlite3_file* file, const void* from, int size, sqlite3_int64 offset) {
    SavepointBytes& bytes = bytesOf(file);
    const int inMemory = partInMemory(size, offset);
    if (inMemory > 0) {
        const auto end = static_cast<std::size_t>(offset + inMemory);
        try {
            if (bytes.memory.size() < end) bytes.memory.resize(end);
        } catch (const std::bad_alloc&) {
            return SQLITE_NOMEM;
        }
        std::memcpy(bytes.memory.data() + offset, from, static_cast<std::size_t>(inMemory));
    }
    if (inMemory == size) return SQLITE_OK;
    if (const int result = bytes.rest.open(); result != SQLITE_OK) return result;
    sqlite3_file* rest = bytes.rest.opened();
    return rest->pMethods->xWrite(rest, static_cast<const char*>(from) + inMemory, size - inMemory,
                                  offset + inMemory - kInMemory);
}

int truncateFile(sqlite3_file* file, sqlite3_int64 size) {
    SavepointBytes& bytes = bytesOf(file);
    const auto kept = static_cast<std::size_t>(std::min(size, kInMemory));
    if (bytes.memory.size() > kept) bytes.memory.resize(kept);
    sqlite3_file* rest = bytes.rest.opened();
    return rest ? rest->pMethods->xTruncate(rest, std::max<sqlite3_int64>(size - kInMemory, 0)) : SQLITE_OK;
}

int sizeOfFile(sqlite3_file* file, sqlite3_int64* size) {
    SavepointBytes& bytes = bytesOf(file);
    *size = static_cast<sqlite3_int64>(bytes.memory.size());
    sqlite3_file* rest = bytes.rest.opened();
    if (!rest) return SQLITE_OK;
    sqlite3_int64 more = 0;
    const int result = rest->pMethods->xFileSize(rest, &more);
    if (more > 0) *size = kInMemory + more;
    return result;
}

// Nothing of it outlives the process or is seen by another connection.
constexpr sqlite3_io_methods kMethods = {
    1,
    closeFile,
    readFile,
    writeFile,
    truncateFile,
    [](sqlite3_file*, int) { return SQLITE_OK; },
    sizeOfFile,
    [](sqlite3_file*, int) { return SQLITE_OK; },
    [](sqlite3_file*, int) { return SQLITE_OK; },
    [](sqlite3_file*, int* reserved) { return *reserved = 0, SQLITE_OK; },
    [](sqlite3_file*, int, void*) { return SQLITE_NOTFOUND; },
    [](sqlite3_file*) { return kSectorSize; },
    [](sqlite3_file*) { return 0; },
    nullptr,
    nullptr,
    nullptr,
    nullptr,
    nullptr,
    nullptr,
};

int openFile(sqlite3_vfs*, sqlite3_filename name, sqlite3_file* file, int flags, int* outFlags) {
    if ((flags & SQLITE_OPEN_SUBJOURNAL) == 0) return defaultVfs->xOpen(defaultVfs, name, file, flags, outFlags);
    file->pMethods = nullptr;
    try {
        reinterpret_cast<SavepointFile*>(file)->bytes = new SavepointBytes(flags);
    } catch (const std::bad_alloc&) {
        return SQLITE_NOMEM;
    }
    file->pMethods = &kMethods;
    if (outFlags) *outFlags = flags;
    return SQLITE_OK;
}

/// In front of the default VFS as long as this library is loaded.
class SavepointVfs {
public:
    SavepointVfs() {
        defaultVfs = sqlite3_vfs_find(nullptr);
        if (!defaultVfs) return;
        vfs_ = *defaultVfs;
        vfs_.zName = "inkwell-savepoints";
        vfs_.szOsFile = std::max(defaultVfs->szOsFile, static_cast<int>(sizeof(SavepointFile)));
        vfs_.pNext = nullptr;
        vfs_.xOpen = openFile;
        sqlite3_vfs_register(&vfs_, 1);
    }
    ~SavepointVfs() { sqlite3_vfs_unregister(&vfs_); }
    SavepointVfs(const SavepointVfs&) = delete;
    SavepointVfs& operator=(const SavepointVfs&) = delete;

private:
    sqlite3_vfs vfs_{};
};

}  // namespace

void keepSavepointsInMemory() {
    sqlite3_config(SQLITE_CONFIG_STMTJRNL_SPILL, 0);  // from the first byte on in the file that this VFS opens
    static const SavepointVfs vfs;
}

}  // namespace inkwell::database_sqlite
