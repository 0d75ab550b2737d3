#include "tus/tus_service.h"

#include <vector>

#include "contents/file_name.h"
#include "folders/folder_store.h"
#include "inkwell/bucket_directory.h"
#include "inkwell/error.h"
#include "records/media_access.h"

namespace inkwell::media {

namespace {

constexpr std::size_t kBlockBytes = 256 * 1024;
constexpr std::int64_t kBytesPerSave = 32 * 1024 * 1024;
constexpr std::int64_t kFinishedAtOnce = 20;

ApiError mismatch() { return ApiError(460, "checksum_mismatch", "the piece differs from its checksum; send it again"); }

ApiError pastTheEnd(const StoredUpload& upload) {
    return ApiError::tooLarge("the piece goes past the " + std::to_string(upload.totalBytes) + " bytes announced");
}

std::string notYet(const StoredUpload& upload) {
    return "the resumable upload '" + upload.id + "' is complete, but is no media yet: ";
}

// A folder that has gone since the upload began is left out, as if it had gone later.
UploadFields fieldsOf(Sql& sql, const StoredUpload& upload) {
    UploadFields fields{upload.folder, upload.metadata, upload.triggerWebhook, {}};
    if (!fields.folder.empty() && !FolderStore(sql).find(upload.bucketId, fields.folder)) fields.folder.clear();
    return fields;
}

}  // namespace

std::filesystem::path TusService::stagingFolder() const {
    const std::string& folder = uploads_.settings().stagingDirectory;
    if (!folder.empty()) return folder;
    return std::filesystem::path(services_.server().dataDirectory) / "media-uploads";
}

Staging TusService::staging() const { return Staging(stagingFolder()); }

StoredUpload TusService::create(const Bucket& bucket, const Access& access, const TusCreation& creation) {
    access.requireWriteMedia();
    uploads_.check(bucket, creation.fields);
    const MediaSettings& settings = uploads_.settings();
    if (creation.totalBytes > settings.maxUploadBytes) {
        throw ApiError::tooLarge("the file is larger than the " + std::to_string(settings.maxUploadBytes) +
                                 " bytes allowed");
    }
    StoredUpload upload;
    upload.id = services_.ids().next();
    upload.bucketId = bucket.id;
    upload.bucketSlug = bucket.slug;
    upload.totalBytes = creation.totalBytes;
    upload.originalName = parseOriginalName(creation.fileName);
    upload.contentType = creation.contentType.size() <= kMaxContentTypeLength ? creation.contentType : "";
    upload.folder = creation.fields.folder;
    upload.metadata = creation.fields.metadata;
    upload.triggerWebhook = creation.fields.triggerWebhook;
    upload.actor = access.actor();
    upload.expiresAtMs = services_.clock().nowMs() + settings.resumeMs;
    // The row first: the sweep removes files that have none.
    services_.database().write([&](Sql& sql) { TusStore(sql).insert(upload); });
    const std::unique_ptr<StagedFile> file = staging().open(upload.id, true);
    if (upload.isComplete()) finish(bucket, upload);
    return upload;
}

StoredUpload TusService::find(const Bucket& bucket, const std::string& id) {
    std::optional<StoredUpload> upload = services_.database().read([&](Sql& sql) { return TusStore(sql).find(id); });
    if (!upload || upload->bucketId != bucket.id) throw ApiError::notFound("upload", id);
    if (upload->expiresAtMs < services_.clock().nowMs()) {
        throw ApiError(410, "gone", "upload '" + id + "' has expired; start again");
    }
    return std::move(*upload);
}

std::unique_ptr<StagedFile> TusService::openFile(const StoredUpload& upload) {
    std::unique_ptr<StagedFile> file = staging().open(upload.id);
    if (!file || file->size() < upload.receivedBytes) throw ApiError::notFound("upload", upload.id);
    return file;
}

StoredUpload TusService::get(const Bucket& bucket, const Access& access, const std::string& id) {
    access.requireWriteMedia();
    StoredUpload upload = find(bucket, id);
    requireUseUpload(access, upload);
    if (!upload.mediaId.empty()) return upload;
    if (!upload.isComplete()) {
        if (!staging().has(id)) throw ApiError::notFound("upload", id);
        return upload;
    }
    const std::unique_ptr<StagedFile> file = openFile(upload);
    upload = find(bucket, id);
    if (upload.mediaId.empty()) finish(bucket, upload);
    return upload;
}

StoredUpload TusService::append(const Bucket& bucket, const Access& access, const std::string& id, std::int64_t offset,
                                std::optional<TusChecksum> checksum, std::istream& body) {
    access.requireWriteMedia();
    StoredUpload upload = find(bucket, id);
    requireUseUpload(access, upload);
    if (!upload.mediaId.empty() && offset == upload.receivedBytes) return upload;
    const std::unique_ptr<StagedFile> file = upload.mediaId.empty() ? openFile(upload) : nullptr;
    upload = find(bucket, id);  // now that nobody else writes it
    if (offset != upload.receivedBytes || !file) {
        throw ApiError::conflict("upload '" + id + "' has " + std::to_string(upload.receivedBytes) +
                                 " bytes; go on from there");
    }
    if (!upload.isComplete()) file->truncate(offset);  // a store may have taken a complete one over
    std::unique_ptr<ContentHash> hash;  // of an upload that comes in one request, without reading it again
    if (offset == 0) hash = std::make_unique<ContentHash>();
    receive(upload, *file, checksum ? &*checksum : nullptr, hash.get(), body);
    if (upload.isComplete() && upload.mediaId.empty()) finish(bucket, upload, hash ? hash->finish() : "");
    return upload;
}

void TusService::receive(StoredUpload& upload, StagedFile& file, TusChecksum* checksum, ContentHash* hash,
                         std::istream& body) {
    const std::int64_t begin = upload.receivedBytes;
    std::int64_t received = begin;
    std::vector<char> block(kBlockBytes);
    try {
        while (body) {
            body.read(block.data(), static_cast<std::streamsize>(block.size()));
            const auto count = static_cast<std::size_t>(body.gcount());
            if (received + static_cast<std::int64_t>(count) > upload.totalBytes) throw pastTheEnd(upload);
            file.write({block.data(), count});
            if (hash != nullptr) hash->update({block.data(), count});
            received += static_cast<std::int64_t>(count);
            if (checksum != nullptr) checksum->engine->update(block.data(), count);
            const bool due = received - upload.receivedBytes >= kBytesPerSave;
            if (checksum == nullptr && due) save(upload, file, received);
        }
    } catch (const ApiError&) {
        if (checksum == nullptr) save(upload, file, received);
        throw;
    }
    if (checksum != nullptr) {
        const Poco::DigestEngine::Digest& digest = checksum->engine->digest();
        if (std::string(digest.begin(), digest.end()) != checksum->expected) throw mismatch();
    }
    save(upload, file, received);
}

void TusService::save(StoredUpload& upload, StagedFile& file, std::int64_t receivedBytes) {
    file.synchronise();
    upload.receivedBytes = receivedBytes;
    upload.expiresAtMs = services_.clock().nowMs() + uploads_.settings().resumeMs;
    services_.database().write([&](Sql& sql) { TusStore(sql).updateProgress(upload); });
}

// The record and the upload's mark are one unit of work: it becomes media once.
void TusService::finish(const Bucket& bucket, StoredUpload& upload, std::string digest) {
    if (!staging().has(upload.id)) throw ApiError::notFound("upload", upload.id);  // given up meanwhile
    const std::unique_ptr<IncomingContent> content = uploads_.begin(upload.originalName, upload.contentType);
    content->take(staging().pathOf(upload.id), std::move(digest));
    content->finish();
    uploads_.checkBucket(bucket);
    upload.mediaId = services_.database().write([&](Sql& sql) {
        if (!TusStore(sql).findForUpdate(upload.id)) throw ApiError::notFound("upload", upload.id);
        const StoredMedia media = uploads_.insert(sql, bucket, upload.actor, *content, fieldsOf(sql, upload));
        TusStore(sql).complete(upload.id, media.id);
        return media.id;
    });
    content->release();
    staging().remove(upload.id);
}

void TusService::remove(const Bucket& bucket, const Access& access, const std::string& id) {
    access.requireWriteMedia();
    requireUseUpload(access, find(bucket, id));
    services_.database().write([&](Sql& sql) { TusStore(sql).remove(id); });
    staging().remove(id);
}

void TusService::removeBucket(const std::string& bucketId) {
    services_.database().write([&](Sql& sql) { TusStore(sql).removeOfBucket(bucketId); });
}

void TusService::sweep() {
    const std::vector<std::string> files = staging().list();  // before their rows are looked for
    const std::int64_t nowMs = services_.clock().nowMs();
    Database& database = services_.database();
    if (database.read([&](Sql& sql) { return TusStore(sql).hasExpired(nowMs); })) {
        database.write([&](Sql& sql) { TusStore(sql).removeExpired(nowMs); });
    }
    for (const StoredUpload& upload :
         database.read([](Sql& sql) { return TusStore(sql).findUnfinished(kFinishedAtOnce); })) {
        if (staging().has(upload.id)) finishLeftOver(upload);
    }
    for (const std::string& id : files) {
        const auto upload = database.read([&](Sql& sql) { return TusStore(sql).find(id); });
        if (!upload || !upload->mediaId.empty()) staging().remove(id);
    }
}

void TusService::finishLeftOver(const StoredUpload& leftOver) {
    try {
        const std::unique_ptr<StagedFile> file = openFile(leftOver);
        std::optional<StoredUpload> upload =
            services_.database().read([&](Sql& sql) { return TusStore(sql).find(leftOver.id); });
        const std::shared_ptr<const Bucket> bucket = services_.get<BucketDirectory>().findBySlug(leftOver.bucketSlug);
        if (upload && bucket && bucket->id == leftOver.bucketId && upload->mediaId.empty()) {
            finish(*bucket, *upload);
        }
    } catch (const ApiError& error) {
        if (error.status() == kLocked) return;  // a request is about it
        services_.log().warn(notYet(leftOver) + error.what());
    } catch (const std::exception& error) {
        services_.log().warn(notYet(leftOver) + error.what());
    }
}

}  // namespace inkwell::media
