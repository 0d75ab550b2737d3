#pragma once

#include <istream>
#include <optional>
#include <string>

#include "contents/content_hash.h"
#include "inkwell/identity.h"
#include "tus/tus_input.h"
#include "tus/tus_staging.h"
#include "tus/tus_store.h"
#include "uploads/upload_service.h"

namespace inkwell::media {

/// Resumable uploads. Bytes are collected in the staging folder, then stored like any other upload. Bytes reported as
/// received are on the disk. Any thread. Throws ApiError for the client.
class TusService {
public:
    TusService(Services& services, UploadService& uploads) : services_(services), uploads_(uploads) {}

    /// Makes the staging folder. Throws std::runtime_error, naming it, when files cannot be written there.
    void prepare() const { staging().prepare(); }
    StoredUpload create(const Bucket& bucket, const Access& access, const TusCreation& creation);
    /// Throws ApiError 404; 410 when it has expired. Finishes an upload whose completion a crash interrupted.
    StoredUpload get(const Bucket& bucket, const Access& access, const std::string& id);
    /// Appends a chunk, all of `body`. Throws ApiError 409 for a wrong offset, 460 for a wrong checksum, 413 past the
    /// announced length, 423 while another chunk arrives, 507 when the disk has no room for the rest, 404 when it is
    /// removed meanwhile. Without a checksum, the start of a broken chunk is kept, to the last byte that came.
    StoredUpload append(const Bucket& bucket, const Access& access, const std::string& id, std::int64_t offset,
                        std::optional<TusChecksum> checksum, std::istream& body);
    void remove(const Bucket& bucket, const Access& access, const std::string& id);
    /// Forgets an upload that was just created and is refused after all, so that it never becomes media.
    void giveUp(const std::string& id) noexcept;

    void removeOfBucket(const std::string& bucketId);
    /// A job: removes expired uploads, and finishes complete ones that a crash kept from becoming media.
    void sweep();

    std::filesystem::path stagingFolder() const;

private:
    Staging staging() const;
    struct Locked {
        std::unique_ptr<StagedFile> file;  // of one that has become media it may be gone
        StoredUpload upload;
    };
    StoredUpload check(std::optional<StoredUpload> upload, const Bucket& bucket, const std::string& id);
    StoredUpload find(const Bucket& bucket, const std::string& id);
    Locked lock(const Bucket& bucket, const std::string& id);
    void receive(StoredUpload& upload, StagedFile& file, TusChecksum* checksum, ContentHash* hash, std::istream& body);
    void take(StoredUpload& upload, StagedFile& file, TusChecksum* checksum, ContentHash* hash, std::istream& body);
    void save(StoredUpload& upload, StagedFile& file, std::int64_t receivedBytes);
    /// With the file locked. `digest` of all its bytes, or "" if it is not known.
    void finish(const Bucket& bucket, StoredUpload& upload, std::string digest = "");
    void finishLeftOver(const StoredUpload& upload);
    void removeExpired();
    /// False for what somebody writes, or goes on with after all.
    bool removeExpiredFile(const std::string& id, std::int64_t nowMs);

    Services& services_;
    UploadService& uploads_;
};

}  // namespace inkwell::media
