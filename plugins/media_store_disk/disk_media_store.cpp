#include "disk_media_store.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>

#include "disk_writer.h"
#include "inkwell/crypto.h"

namespace inkwell::media_store_disk {

namespace fs = std::filesystem;
using Kind = MediaStoreError::Kind;

namespace {

constexpr std::size_t kShardDigits = 3;
constexpr std::size_t kTemporaryNameLength = 24;

// Keys made at one time look alike, so it is their hash (FNV-1a) that spreads them.
std::string shardOf(std::string_view key) {
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const char c : key) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    hash ^= hash >> 32;
    static constexpr std::string_view kDigits = "0123456789abcdef";
    std::string shard;
    for (std::size_t i = 0; i < kShardDigits; ++i) shard += kDigits[(hash >> (4 * i)) & 15];
    return shard;
}

bool isShard(const std::string& name) {
    return name.size() == kShardDigits && name.find_first_not_of("0123456789abcdef") == std::string::npos;
}

std::int64_t ageMs(const struct stat& status) {
    const auto changed = std::chrono::seconds(status.st_mtim.tv_sec) + std::chrono::nanoseconds(status.st_mtim.tv_nsec);
    const auto age = std::chrono::system_clock::now().time_since_epoch() - changed;
    return std::max<std::int64_t>(0, std::chrono::duration_cast<std::chrono::milliseconds>(age).count());
}

// Calls `visit` for what is in a folder; a folder that is not there has nothing in it.
template <class Visit>
void forEachIn(const fs::path& folder, const Visit& visit) {
    std::error_code error;
    fs::directory_iterator entry(folder, error);
    for (; !error && entry != fs::directory_iterator(); entry.increment(error)) visit(entry->path());
    if (error && error != std::errc::no_such_file_or_directory) throw fileError("list", folder, error.value());
}

// Calls `visit(path, status)`; files that vanish meanwhile are left out.
template <class Visit>
void forEachFile(const fs::path& folder, const Visit& visit) {
    forEachIn(folder, [&](const fs::path& path) {
        struct stat status {};
        if (::lstat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode)) visit(path, status);
    });
}

constexpr const char* kUnfinished = ".unfinished";

bool isThere(const fs::path& folder) {
    if (::access(folder.c_str(), F_OK) == 0) return true;
    if (errno != ENOENT) throw fileError("find", folder, errno);
    return false;
}

// A folder of contents without a file may be what a writer made after the disk below it had gone.
bool holdsFiles(const fs::path& root) {
    bool found = false;
    forEachIn(root, [&](const fs::path& folder) {
        std::error_code unreadable;
        found = found || (isShard(folder.filename().string()) && !fs::is_empty(folder, unreadable) && !unreadable);
    });
    return found;
}

}  // namespace

bool isInPlace(const fs::path& root) { return isThere(root / kUnfinished) || holdsFiles(root); }

std::string remedyOfAbsence(const fs::path& root) {
    return "mount what belongs at '" + root.string() +
           "', or restore the media there from a backup; to go on without them " + "make the folder '" +
           (root / kUnfinished).string() + "' as the server's user";
}

void DiskMediaStore::useRoot(const fs::path& root, std::function<bool()> hasContents) {
    root_ = fs::absolute(root).lexically_normal();
    hasContents_ = std::move(hasContents);
    wasInPlace_ = false;
    try {
        check();
    } catch (const MediaStoreError& error) {
        if (error.kind() != Kind::Unavailable) throw;
    }
}

fs::path DiskMediaStore::pathOf(const std::string& key) const {
    requireRoot();
    if (!isMediaKey(key)) throw MediaStoreError(Kind::NotFound, "'" + key + "' is no key of a media store");
    return root_ / shardOf(key) / key;
}

fs::path DiskMediaStore::unfinished() const {
    requireRoot();
    return root_ / kUnfinished;
}

// A folder that nothing is mounted at is as good as empty: what is sought there is not gone, but away.
void DiskMediaStore::requireInPlace() const {
    const fs::path folder = unfinished();
    if (!isThere(folder)) {
        if (!holdsFiles(root_) && (wasInPlace_ || mayHaveContents()))
            throw MediaStoreError(
                Kind::Unavailable,
                "'" + root_.string() + "' has none of the media: mount it; 'inkwell doctor' says more");
        createFolder(folder);
    }
    wasInPlace_ = true;
}

bool DiskMediaStore::mayHaveContents() const {
    try {
        return hasContents_();
    } catch (const std::exception& error) {
        throw MediaStoreError(Kind::Unavailable, "whether media belong into '" + root_.string() +
                                                     "', where there are none, is not known: " + error.what());
    }
}

void DiskMediaStore::check() {
    requireInPlace();
    for (const fs::path& folder : {unfinished(), root_}) {
        if (::access(folder.c_str(), R_OK | W_OK | X_OK) != 0) throw fileError("write to", folder, errno);
    }
}

File DiskMediaStore::openToRead(const std::string& key) const {
    try {
        return File::openToRead(pathOf(key));
    } catch (const MediaStoreError& error) {
        if (error.kind() == Kind::NotFound) requireInPlace();
        throw;
    }
}

void DiskMediaStore::requireRoot() const {
    if (root_.empty()) throw MediaStoreError(Kind::Unavailable, "the plugin 'media_store_disk' has not started");
}

fs::path DiskMediaStore::newTemporary(const std::string& key) const {
    if (!isMediaKey(key)) throw MediaStoreError(Kind::Other, "'" + key + "' is no key of a media store");
    requireInPlace();
    return unfinished() / randomToken(kTemporaryNameLength);
}

std::unique_ptr<MediaWriter> DiskMediaStore::begin(const std::string& key, const MediaContentInfo&) {
    const fs::path temporary = newTemporary(key);
    return std::make_unique<DiskWriter>(File::create(temporary), temporary, pathOf(key));
}

std::unique_ptr<MediaWriter> DiskMediaStore::adopt(const std::string& key, const MediaContentInfo&,
                                                   const fs::path& file) {
    const fs::path temporary = newTemporary(key);
    std::optional<File> linked = File::link(file, temporary);
    if (!linked) return nullptr;
    return std::make_unique<DiskWriter>(std::move(*linked), temporary, pathOf(key));
}

std::unique_ptr<std::istream> DiskMediaStore::open(const std::string& key, std::int64_t offset, std::int64_t length) {
    File file = openToRead(key);
    const std::int64_t size = file.size();
    const std::int64_t from = std::min(offset, size);
    return streamOf(std::move(file), from, std::min(length, size - from));
}

std::int64_t DiskMediaStore::size(const std::string& key) { return openToRead(key).size(); }

void DiskMediaStore::remove(const std::string& key) {
    requireRoot();
    if (!isMediaKey(key)) return;
    const fs::path path = pathOf(key);
    if (::unlink(path.c_str()) == 0) return;
    if (errno != ENOENT && errno != ENOTDIR) throw fileError("remove", path, errno);
    requireInPlace();
}

std::optional<fs::path> DiskMediaStore::localPath(const std::string& key) const {
    if (root_.empty() || !isMediaKey(key)) return std::nullopt;
    return pathOf(key);
}

void DiskMediaStore::list(const std::function<void(const Entry&)>& visit) {
    requireRoot();
    forEachIn(root_, [&](const fs::path& folder) {
        const std::string shard = folder.filename().string();
        if (!isShard(shard)) return;
        forEachFile(folder, [&](const fs::path& path, const struct stat& status) {
            const std::string key = path.filename().string();
            if (isMediaKey(key) && shardOf(key) == shard) visit({key, status.st_size, ageMs(status)});
        });
    });
}

void DiskMediaStore::removeUnfinished(std::int64_t olderThanMs) {
    forEachFile(unfinished(), [&](const fs::path& path, const struct stat& status) {
        if (ageMs(status) > olderThanMs) ::unlink(path.c_str());
    });
}

}  // namespace inkwell::media_store_disk
