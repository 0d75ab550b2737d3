#include "edit/object_facts.h"

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "inkwell/error.h"
#include "inkwell/metafield_engine.h"
#include "read/object_view.h"

namespace inkwell::objects {

namespace {

constexpr std::string_view kPublished = "published";

JsonObject readRecord(Services& services, const Bucket& bucket, const std::string& id, const RenderOptions& options) {
    return services.database().read([&](Sql& sql) {
        std::vector<StoredObject> found = ObjectStore(sql, options.memory).findAllLive(bucket.id, std::span(&id, 1));
        if (found.empty()) throw ApiError::notFound("object", id);
        return ObjectView(services).renderOne(bucket, std::move(found.front()), options);
    });
}

}  // namespace

void completeFact(Services& services, ObjectFact& fact, std::shared_ptr<const StoredObject> stored) {
    const bool isThere = fact.change.action != "deleted";
    const bool wasSeen = fact.previousStatus == kPublished;
    const bool isSeen = isThere && fact.status == kPublished;
    fact.change.kind = "object";
    if (isSeen) {
        fact.change.readerAction = wasSeen ? "edited" : "created";
    } else {
        fact.change.readerAction = wasSeen ? "deleted" : "";
    }
    if (!fact.triggerWebhook || !isThere) return;
    if (stored != nullptr) {
        fact.record = [&services, object = std::move(stored)](const Bucket& bucket, const RenderOptions& options) {
            return ObjectView(services).renderOne(bucket, *object, options);
        };
        return;
    }
    fact.record = [&services, id = fact.change.id](const Bucket& bucket, const RenderOptions& options) {
        return readRecord(services, bucket, id, options);
    };
}

}  // namespace inkwell::objects
