#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "contents/content_store.h"
#include "contents/disk_room.h"
#include "inkwell/media_library.h"
#include "inkwell/media_store.h"
#include "inkwell/services.h"
#include "settings.h"

namespace inkwell::media {

/// The bytes of media in their stores, and the database's records of them (README.md, "Crashes"). Any thread. Throws
/// ApiError for the client, DatabaseError.
class ContentService {
public:
    ContentService(Services& services, const MediaSettings& settings, DiskRoom::Look look = DiskRoom::look)
        : services_(services), settings_(settings), look_(std::move(look)) {}

    /// Called by Plugin::start. Throws std::runtime_error when the configured store does not exist.
    void checkStore();
    /// Why the configured store cannot take new files, or "". Tests it with a request for a content that does not
    /// exist.
    std::string storeProblem();
    /// Whether the configured store keeps its files elsewhere: when it does not answer, no server of the database has
    /// it.
    bool isStoreShared();

    struct Begun {
        std::string location;
        std::unique_ptr<MediaWriter> writer;
        bool adopted = false;  // the writer has all bytes already
    };
    /// Starts a new content under `key` in the configured store, which takes `file` over if one is given and it can.
    /// The database records its location first.
    Begun begin(const std::string& key, const MediaContentInfo& info, const std::filesystem::path& file = {});
    /// Before a body of so many bytes is read. Throws ApiError 507 when the store has no room for it.
    void expect(std::int64_t bytes);
    /// The disk that a new content under `key` is written to; nothing when its store keeps no files on this machine.
    std::optional<DiskRoom> roomFor(const std::string& key);
    /// Renews the lease. Throws ApiError 503 when the sweep has removed the content.
    void renew(const std::string& location);
    /// Removes a content that no record uses, unless its commit succeeded after all.
    void abandon(const std::string& location, bool committed) noexcept;

    /// The bytes of a content, to be read; which record they are of (its id, names, type and time) is left empty.
    /// Throws ApiError 503 when their store is disabled.
    MediaContent open(const StoredContent& stored);
    std::optional<std::string> publicAddress(const std::string& location);

    /// After the commit of ContentStore::unlink or markTrashed, with what unlink returned: nobody who waits for an
    /// answer shall wait for a store.
    void endSoon(const std::string& doomed) noexcept { (doomed.empty() ? hasNewlyTrashed_ : hasNewlyDoomed_) = true; }
    /// A job: removes what endSoon() told of. If that fails, the sweep retries.
    void removeNewlyDoomed();
    /// A job: moves what lies in the trash alone, since endSoon() told of something, to keys that nobody knows, where a
    /// store has public addresses. If that fails, the sweep retries.
    void hideNewlyTrashed();
    /// A job: moves what hideNewlyTrashed() left, removes expired pending contents, all doomed ones, and what crashed
    /// writers left in the stores.
    void sweep();

    const MediaSettings& settings() const noexcept { return settings_; }

private:
    /// Removes the doomed content at `location` from its store. If that fails, the sweep retries. False when the store
    /// cannot be reached for now.
    bool removeDoomed(const std::string& location) noexcept;
    /// The names of the stores that could not be reached; each attempt at one holds up the other jobs.
    std::set<std::string> removeAllDoomed();
    void hideAllTrashed(MediaStore& store);
    /// Throws MediaStoreError.
    void hideTrashed(MediaStore& store, const std::string& location);
    MediaStore* findStore(const std::string& name);
    MediaStore& getStore(const std::string& name);

    Services& services_;
    const MediaSettings& settings_;
    const DiskRoom::Look look_;
    std::atomic<bool> hasNewlyDoomed_ = false;
    std::atomic<bool> hasNewlyTrashed_ = false;
};

}  // namespace inkwell::media
