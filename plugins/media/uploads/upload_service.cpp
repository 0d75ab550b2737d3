#include "uploads/upload_service.h"

#include <utility>

#include "contents/content_store.h"
#include "contents/file_name.h"
#include "inkwell/bucket_filling.h"
#include "inkwell/error.h"
#include "records/folder_store.h"
#include "records/media_facts.h"
#include "records/media_view.h"

namespace inkwell::media {

namespace {

constexpr const char* kNoReplacing = "the media cannot be replaced";

void checkFields(const UploadFields& fields, bool folderIsThere, const char* refusal = kNotCreated) {
    Problems problems = fields.problems;
    if (!folderIsThere) problems.add("folder", "media folder '" + fields.folder + "' was not found");
    problems.throwIfAny(refusal);
}

bool keepFolder(Sql& sql, const Bucket& bucket, const UploadFields& fields) {
    return fields.folder.empty() || FolderStore(sql).keep(bucket.id, fields.folder);
}

void take(const IncomingContent& content, const UploadForm& form, StoredMedia& media) {
    media.name = content.name();
    media.originalName = content.originalName();
    media.sizeBytes = content.sizeBytes();
    media.contentType = content.contentType();
    media.location = content.location();
    if (form.has("folder")) media.folder = form.fields.folder;
    if (form.has("metadata")) media.metadata = form.fields.metadata;
    if (form.fields.focalPoint) media.focalPoint = form.fields.focalPoint;
}

}  // namespace

void UploadService::check(const Bucket& bucket, const UploadFields& fields, const char* refusal) const {
    if (fields.folder.empty()) return fields.problems.throwIfAny(refusal);
    services_.database().read(
        [&](Sql& sql) { checkFields(fields, FolderStore(sql).find(bucket.id, fields.folder).has_value(), refusal); });
}

std::unique_ptr<IncomingContent> UploadService::begin(const std::string& fileName,
                                                      const std::string& declaredType) const {
    return std::make_unique<IncomingContent>(contents_, parseOriginalName(fileName), declaredType);
}

JsonObject UploadService::create(const Bucket& bucket, const std::string& actor, IncomingContent& content,
                                 const UploadFields& fields) {
    if (!fields.problems.empty()) check(bucket, fields);
    content.finish();
    const StoredMedia media =
        services_.database().write([&](Sql& sql) { return insert(sql, bucket, actor, content, fields); });
    content.release();
    return render(bucket, media);
}

StoredMedia UploadService::insert(Sql& sql, const Bucket& bucket, const std::string& actor,
                                  const IncomingContent& content, const UploadFields& fields) {
    keepBucket(bucket);
    checkFields(fields, keepFolder(sql, bucket, fields));
    content.keep(sql);
    StoredMedia media;
    media.id = services_.ids().next();
    media.bucketId = bucket.id;
    media.name = content.name();
    media.originalName = content.originalName();
    media.sizeBytes = content.sizeBytes();
    media.contentType = content.contentType();
    media.folder = fields.folder;
    media.createdAtMs = services_.clock().nowMs();
    media.location = content.location();
    media.metadata = fields.metadata;
    media.focalPoint = fields.focalPoint;
    MediaRecordStore(sql).insert(media);
    publishMedia(services_, contents_, bucket.id, media.id, "created", actor, fields.triggerWebhook);
    return media;
}

VersionedRecord UploadService::replace(const Bucket& bucket, const Access& access, const std::string& id,
                                       IncomingContent& content, const UploadForm& form,
                                       const std::optional<Precondition>& ifMatch) {
    if (!form.fields.problems.empty()) check(bucket, form.fields, kNoReplacing);
    content.finish();
    const auto [media, doomed] = services_.database().write([&](Sql& sql) {
        keepBucket(bucket);
        const bool folderIsThere = keepFolder(sql, bucket, form.fields);  // as its deletion does, before media
        MediaRecordStore store(sql);
        std::optional<StoredMedia> changed = store.findForUpdate(bucket.id, id);
        if (!changed) throw ApiError::notFound("media", id);
        requireVersion(ifMatch, "media", id, changed->version);
        checkFields(form.fields, folderIsThere, kNoReplacing);
        content.keep(sql);
        std::string old = ContentStore(sql).unlink(id);
        store.keepName(*changed);
        take(content, form, *changed);
        store.update(*changed);
        ++changed->version;
        ContentStore(sql).link(changed->id, changed->location);
        publishMedia(services_, contents_, bucket.id, id, "edited", access.actor(), form.fields.triggerWebhook);
        return std::pair(std::move(*changed), std::move(old));
    });
    content.release();
    contents_.endSoon(doomed);
    return {render(bucket, media), media.version};
}

void UploadService::keepBucket(const Bucket& bucket) const {
    inkwell::keepBucket(services_.events(), bucket.id, bucket.slug);
}

JsonObject UploadService::render(const Bucket& bucket, const StoredMedia& media) const {
    return renderMedia(media, bucket, services_.server(), contents_.publicAddress(media.location));
}

}  // namespace inkwell::media
