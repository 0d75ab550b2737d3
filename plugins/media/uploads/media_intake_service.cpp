#include "uploads/media_intake_service.h"

#include <span>

#include "contents/content_store.h"
#include "inkwell/error.h"
#include "records/media_facts.h"
#include "records/media_record_store.h"
#include "records/open_media.h"

namespace inkwell::media {

namespace {

constexpr std::size_t kPieceBytes = 64 * 1024;
constexpr const char* kOperator = "system";

StoredMedia recordOf(Sql& sql, const Bucket& bucket, const std::string& name) {
    MediaRecordStore store(sql);
    std::vector<StoredMedia> found = store.findByName(bucket.id, std::span(&name, 1));
    if (!found.empty()) return std::move(found.front());
    auto former = store.findByFormerName(bucket.id, std::span(&name, 1));
    if (former.empty()) throw ApiError::notFound("media", name);
    return std::move(former.front().second);
}

void copy(std::istream& bytes, IncomingContent& content) {
    std::string piece(kPieceBytes, '\0');
    while (bytes.read(piece.data(), static_cast<std::streamsize>(piece.size())) || bytes.gcount() > 0) {
        content.write(std::string_view(piece).substr(0, static_cast<std::size_t>(bytes.gcount())));
    }
    content.finish();
}

}  // namespace

bool MediaIntakeService::fill(const Bucket& bucket, const std::string& name, std::istream& bytes) {
    return fill(bucket, kOperator, name, bytes, 0);
}

bool MediaIntakeService::fill(const Bucket& bucket, const std::string& actor, const std::string& name,
                              std::istream& bytes, std::int64_t length) {
    const StoredMedia record = services_.database().read([&](Sql& sql) { return recordOf(sql, bucket, name); });
    if (openMedia(services_, contents_, bucket, name)) return false;
    contents_.expect(length);
    IncomingContent content(contents_, record.originalName, record.contentType);
    copy(bytes, content);
    const bool kept = services_.database().write([&](Sql& sql) { return keep(sql, bucket, actor, name, content); });
    if (kept) content.release();
    return kept;
}

bool MediaIntakeService::keep(Sql& sql, const Bucket& bucket, const std::string& actor, const std::string& name,
                              const IncomingContent& content) {
    const std::string id = recordOf(sql, bucket, name).id;
    std::optional<StoredMedia> media = MediaRecordStore(sql).findForUpdate(bucket.id, id);
    if (!media) throw ApiError::notFound("media", name);
    ContentStore contents(sql);
    if (contents.findByName(bucket.id, media->name)) return false;  // another one was faster
    content.keep(sql);
    media->sizeBytes = content.sizeBytes();
    media->contentType = content.contentType();
    media->location = content.location();
    MediaRecordStore(sql).update(*media);
    contents.link(media->id, media->location);
    publishMedia(services_, contents_, bucket.id, media->id, "edited", actor, false);
    return true;
}

}  // namespace inkwell::media
