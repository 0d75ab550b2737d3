#pragma once

#include <istream>
#include <optional>
#include <string>

#include "inkwell/identity.h"
#include "tus_input.h"
#include "tus_staging.h"
#include "tus_store.h"
#include "upload_service.h"

namespace inkwell::media {

/// Resumable uploads: the bytes wait in the staging folder until all are there, then go the way of every upload. What
/// is answered as received is on the disk. Any thread. Throws ApiError for what the client must hear.
class TusService {
public:
    TusService(Services& services, UploadService& uploads) : services_(services), uploads_(uploads) {}

    StoredUpload create(const Bucket& bucket, const Access& access, const TusCreation& creation);
    /// ApiError 404, 410 for one that has expired. Makes it media if a crash came between.
    StoredUpload get(const Bucket& bucket, const Access& access, const std::string& id);
    /// The next piece, to the end of `body`. ApiError 409 at another offset, 460 for another checksum, 413 past the
    /// announced length, 423 while another piece comes. What came of a broken piece without a checksum is kept.
    StoredUpload append(const Bucket& bucket, const Access& access, const std::string& id, std::int64_t offset,
                        std::optional<TusChecksum> checksum, std::istream& body);
    void remove(const Bucket& bucket, const Access& access, const std::string& id);

    void removeBucket(const std::string& bucketId);
    /// The job: expired uploads go; complete ones that a crash kept from becoming media do now.
    void sweep();

private:
    Staging staging() const;
    StoredUpload find(const Bucket& bucket, const std::string& id);
    std::unique_ptr<StagedFile> openFile(const StoredUpload& upload);
    void receive(StoredUpload& upload, StagedFile& file, TusChecksum* checksum, std::istream& body);
    void save(StoredUpload& upload, StagedFile& file, std::int64_t receivedBytes);
    void finish(const Bucket& bucket, StoredUpload& upload, const StagedFile& file);
    void finishLeftOver(const StoredUpload& upload);

    Services& services_;
    UploadService& uploads_;
};

}  // namespace inkwell::media
