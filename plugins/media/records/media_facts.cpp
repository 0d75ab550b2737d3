#include "records/media_facts.h"

#include <optional>
#include <string_view>
#include <utility>

#include "inkwell/error.h"
#include "inkwell/events.h"
#include "inkwell/metafield_engine.h"
#include "records/media_view.h"

namespace inkwell::media {

namespace {

MediaChanged factOf(const std::string& bucketId, const char* kind, const std::string& id, const char* action,
                    const std::string& actor) {
    MediaChanged fact;
    fact.change.bucketId = bucketId;
    fact.change.kind = kind;
    fact.change.id = id;
    fact.change.action = action;
    fact.change.actor = actor;
    fact.change.readerAction = action;
    return fact;
}

}  // namespace

void publishChange(Services& services, const std::string& bucketId, const char* kind, const std::string& id,
                   const char* action, const std::string& actor) {
    services.events().publish(factOf(bucketId, kind, id, action, actor));
}

void publishMedia(Services& services, ContentService& contents, const std::string& bucketId, const std::string& id,
                  const char* action, const std::string& actor, bool triggerWebhook) {
    MediaChanged fact = factOf(bucketId, "media", id, action, actor);
    fact.triggerWebhook = triggerWebhook;
    if (triggerWebhook && std::string_view(action) != "deleted") {
        fact.record = [&services, &contents, id](const Bucket& bucket, const RenderOptions& options) {
            const std::optional<StoredMedia> media =
                services.database().read([&](Sql& sql) { return MediaRecordStore(sql).find(bucket.id, id); });
            if (!media) throw ApiError::notFound("media", id);
            return JsonObject(renderMedia(*media, bucket, services.server(), contents.publicAddress(media->location)),
                              options.memory);
        };
    }
    services.events().publish(std::move(fact));
}

}  // namespace inkwell::media
