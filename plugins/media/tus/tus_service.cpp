#include "tus/tus_service.h"

#include <algorithm>
#include <exception>
#include <iterator>
#include <span>
#include <vector>

#include "contents/file_name.h"
#include "contents/file_type.h"
#include "inkwell/bucket_directory.h"
#include "inkwell/error.h"
#include "records/folder_store.h"
#include "tus/upload_access.h"

namespace inkwell::media {

namespace {

constexpr std::size_t kBlockBytes = 256 * 1024;
constexpr std::int64_t kBytesPerSave = 32 * 1024 * 1024;
constexpr std::int64_t kListedAtOnce = 100;

ApiError mismatch() { return ApiError(460, "checksum_mismatch", "the piece differs from its checksum; send it again"); }

ApiError pastTheEnd(const StoredUpload& upload) {
    return ApiError::tooLarge("the piece goes past the " + std::to_string(upload.totalBytes) + " bytes announced");
}

std::string notYet(const StoredUpload& upload) {
    return "the resumable upload '" + upload.id + "' is complete, but is no media yet: ";
}

std::string stillThere(const std::string& id) {
    return "the expired resumable upload '" + id + "' could not be removed yet: ";
}

// Fills `block` with what has come, and keeps for later what then went wrong: what came before it counts.
std::size_t fill(std::istream& body, std::span<char> block, std::exception_ptr& broken) {
    std::size_t count = 0;
    try {
        while (count < block.size() && body.peek() != std::istream::traits_type::eof()) {
            const auto here = static_cast<std::size_t>(std::max<std::streamsize>(body.rdbuf()->in_avail(), 1));
            body.read(block.data() + count, static_cast<std::streamsize>(std::min(here, block.size() - count)));
            count += static_cast<std::size_t>(body.gcount());
        }
    } catch (const ApiError&) {
        broken = std::current_exception();
    }
    return count;
}

// A folder that has gone since the upload began is left out, as if it had gone later.
UploadFields fieldsOf(Sql& sql, const StoredUpload& upload) {
    UploadFields fields{upload.folder, upload.metadata, upload.triggerWebhook, {}};
    if (!fields.folder.empty() && !FolderStore(sql).keep(upload.bucketId, fields.folder)) fields.folder.clear();
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
    upload.contentType = cleanType(creation.contentType);
    upload.folder = creation.fields.folder;
    upload.metadata = creation.fields.metadata;
    upload.givenMetadata = creation.givenMetadata;
    upload.triggerWebhook = creation.fields.triggerWebhook;
    upload.actor = access.actor();
    upload.expiresAtMs = services_.clock().nowMs() + settings.resumeMs;
    staging().requireRoom(upload.totalBytes);
    // The row first: the sweep removes files that have none.
    services_.database().write([&](Sql& sql) {
        uploads_.keepBucket(bucket);
        TusStore(sql).insert(upload);
    });
    try {
        const std::unique_ptr<StagedFile> file = staging().open(upload.id, true);
        if (upload.isComplete()) finish(bucket, upload);
    } catch (...) {
        giveUp(upload.id);  // the client is not told that it is there
        throw;
    }
    return upload;
}

StoredUpload TusService::check(std::optional<StoredUpload> upload, const Bucket& bucket, const std::string& id) {
    if (!upload || upload->bucketId != bucket.id) throw ApiError::notFound("upload", id);
    if (upload->expiresAtMs < services_.clock().nowMs()) {
        throw ApiError(410, "gone", "upload '" + id + "' has expired; start again");
    }
    return std::move(*upload);
}

StoredUpload TusService::find(const Bucket& bucket, const std::string& id) {
    return check(services_.database().read([&](Sql& sql) { return TusStore(sql).find(id); }), bucket, id);
}

// What the row says is asked in a write: a read may be older than what another server has written.
TusService::Locked TusService::lock(const Bucket& bucket, const std::string& id) {
    std::unique_ptr<StagedFile> file = staging().open(id);
    StoredUpload upload =
        check(services_.database().write([&](Sql& sql) { return TusStore(sql).findForUpdate(id); }), bucket, id);
    const bool isThere = file && file->size() >= upload.receivedBytes;
    if (upload.mediaId.empty() && !isThere) throw ApiError::notFound("upload", id);
    return {std::move(file), std::move(upload)};
}

StoredUpload TusService::get(const Bucket& bucket, const Access& access, const std::string& id) {
    access.requireWriteMedia();
    StoredUpload upload = find(bucket, id);
    requireUseUpload(access, upload);
    if (!upload.mediaId.empty()) return upload;
    if (!upload.isComplete() && staging().has(id)) return upload;
    Locked locked = lock(bucket, id);
    if (locked.upload.isComplete() && locked.upload.mediaId.empty()) finish(bucket, locked.upload);
    return std::move(locked.upload);
}

StoredUpload TusService::append(const Bucket& bucket, const Access& access, const std::string& id, std::int64_t offset,
                                std::optional<TusChecksum> checksum, std::istream& body) {
    access.requireWriteMedia();
    requireUseUpload(access, find(bucket, id));
    auto [file, upload] = lock(bucket, id);
    if (offset != upload.receivedBytes) {
        throw ApiError::conflict("upload '" + id + "' has " + std::to_string(upload.receivedBytes) +
                                 " bytes; go on from there");
    }
    if (!upload.mediaId.empty()) {
        if (body.peek() != std::istream::traits_type::eof()) throw pastTheEnd(upload);
        return std::move(upload);
    }
    if (!upload.isComplete()) {  // a store may have taken a complete one over
        file->truncate(offset);
        staging().requireRoom(upload.totalBytes - offset);
        save(upload, *file, offset);  // it does not expire while a piece of it is on its way
    }
    std::unique_ptr<ContentHash> hash;  // of an upload that comes in one request, without reading it again
    if (offset == 0) hash = std::make_unique<ContentHash>();
    receive(upload, *file, checksum ? &*checksum : nullptr, hash.get(), body);
    if (upload.isComplete() && upload.mediaId.empty()) finish(bucket, upload, hash ? hash->finish() : "");
    return std::move(upload);
}

void TusService::receive(StoredUpload& upload, StagedFile& file, TusChecksum* checksum, ContentHash* hash,
                         std::istream& body) {
    try {
        take(upload, file, checksum, hash, body);
    } catch (...) {
        file.cut(upload.receivedBytes);  // nobody goes on behind it, and the disk may be full
        throw;
    }
}

void TusService::take(StoredUpload& upload, StagedFile& file, TusChecksum* checksum, ContentHash* hash,
                      std::istream& body) {
    std::int64_t received = upload.receivedBytes;
    std::vector<char> block(kBlockBytes);
    std::exception_ptr broken;
    while (const std::size_t count = fill(body, block, broken)) {
        if (received + static_cast<std::int64_t>(count) > upload.totalBytes) {
            if (checksum == nullptr) save(upload, file, received);
            throw pastTheEnd(upload);
        }
        file.write({block.data(), count});
        if (hash != nullptr) hash->update({block.data(), count});
        received += static_cast<std::int64_t>(count);
        if (checksum != nullptr) checksum->engine->update(block.data(), count);
        const bool due = received - upload.receivedBytes >= kBytesPerSave;
        if (checksum == nullptr && due) save(upload, file, received);
        if (broken) break;
    }
    if (broken) {
        if (checksum == nullptr) save(upload, file, received);
        std::rethrow_exception(broken);
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
    const bool isThere = services_.database().write([&](Sql& sql) { return TusStore(sql).updateProgress(upload); });
    if (!isThere) throw ApiError::notFound("upload", upload.id);  // given up meanwhile
}

// The record and the upload's mark are one unit of work: it becomes media once.
void TusService::finish(const Bucket& bucket, StoredUpload& upload, std::string digest) {
    if (!staging().has(upload.id)) throw ApiError::notFound("upload", upload.id);  // given up meanwhile
    const std::unique_ptr<IncomingContent> content = uploads_.begin(upload.originalName, upload.contentType);
    content->take(staging().pathOf(upload.id), std::move(digest));
    content->finish();
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

void TusService::removeOfBucket(const std::string& bucketId) {
    services_.database().write([&](Sql& sql) { TusStore(sql).removeOfBucket(bucketId); });
}

void TusService::giveUp(const std::string& id) noexcept {
    staging().remove(id);  // first: without its file it never becomes media
    try {
        services_.database().write([&](Sql& sql) { TusStore(sql).remove(id); });
    } catch (const std::exception& error) {
        services_.log().warn("the refused upload '" + id + "' is still listed until it expires: " + error.what());
    }
}

void TusService::sweep() {
    const std::vector<std::string> files = staging().list();  // before their rows are looked for
    removeExpired();
    std::string after;
    std::vector<StoredUpload> uploads;
    do {
        uploads =
            services_.database().read([&](Sql& sql) { return TusStore(sql).findUnfinished(after, kListedAtOnce); });
        for (const StoredUpload& upload : uploads) {
            after = upload.id;
            if (staging().has(upload.id)) finishLeftOver(upload);
        }
    } while (std::ssize(uploads) == kListedAtOnce);
    const auto isOver = [](Sql& sql, const std::string& id) {
        const std::optional<StoredUpload> upload = TusStore(sql).find(id);
        return !upload || !upload->mediaId.empty();
    };
    Database& database = services_.database();
    for (const std::string& id : files) {
        if (!database.read([&](Sql& sql) { return isOver(sql, id); })) continue;
        // A read may be older than an upload that began at another server.
        if (database.write([&](Sql& sql) { return isOver(sql, id); })) staging().remove(id);
    }
}

// The files first: a full disk takes no rows, and nobody goes on with what has expired.
void TusService::removeExpired() {
    const std::int64_t nowMs = services_.clock().nowMs();
    Database& database = services_.database();
    std::vector<std::string> ids = database.read([&](Sql& sql) { return TusStore(sql).findExpired(nowMs); });
    std::erase_if(ids, [&](const std::string& id) { return !removeExpiredFile(id, nowMs); });
    if (ids.empty()) return;
    database.write([&](Sql& sql) {
        for (const std::string& id : ids) TusStore(sql).remove(id);
    });
}

bool TusService::removeExpiredFile(const std::string& id, std::int64_t nowMs) {
    try {
        const std::unique_ptr<StagedFile> file = staging().open(id);
        const auto upload = services_.database().write([&](Sql& sql) { return TusStore(sql).findForUpdate(id); });
        if (upload && upload->expiresAtMs >= nowMs) return false;
        staging().remove(id);
        return true;
    } catch (const ApiError& error) {
        if (error.status() != kLocked) services_.log().warn(stillThere(id) + error.what());
        return false;
    }
}

void TusService::finishLeftOver(const StoredUpload& leftOver) {
    try {
        const std::shared_ptr<const Bucket> bucket = services_.get<BucketDirectory>().findBySlug(leftOver.bucketSlug);
        if (!bucket || bucket->id != leftOver.bucketId) return giveUp(leftOver.id);
        Locked locked = lock(*bucket, leftOver.id);
        if (locked.upload.mediaId.empty()) finish(*bucket, locked.upload);
    } catch (const ApiError& error) {
        if (error.status() == kLocked) return;  // a request is about it
        services_.log().warn(notYet(leftOver) + error.what());
    } catch (const std::exception& error) {
        services_.log().warn(notYet(leftOver) + error.what());
    }
}

}  // namespace inkwell::media
