#include "edit/draft_service.h"

#include <utility>

#include "edit/history.h"
#include "edit/object_content.h"
#include "inkwell/error.h"
#include "store/object_store.h"

namespace inkwell::objects {

namespace {

ApiError noDraft(const std::string& id) {
    return ApiError(404, "not_found",
                    "object '" + id + "' has no draft: none is prepared, or a later edit of the object has ended it");
}

}  // namespace

VersionedRecord DraftService::publish(const Bucket& bucket, const Access& access, const std::string& id,
                                      bool triggerWebhook, const std::optional<Precondition>& ifMatch) {
    const auto published = services_.database().write([&](Sql& sql) {
        const auto object = getForUpdate(sql, bucket.id, id);
        access.requireWriteObjectsOf(object->type);
        requireVersion(ifMatch, "object", id, object->version);
        const StoredObject before = *object;
        if (object->isLatest && object->isPublished()) throw noDraft(id);
        access.requirePublish();
        if (!object->isLatest) takeContent(*ObjectStore(sql).findDraftForUpdate(id), *object);
        object->status = "published";
        object->publishedAtMs = object->modifiedAtMs = services_.clock().nowMs();
        object->publishAtMs.reset();  // what it waited for has come
        object->modifiedBy = access.userId();
        object->triggerWebhook = triggerWebhook;
        keepIfTypeSays(services_, bucket, {before, *object}, TypeStore(sql).rulesOf(bucket.id, object->type).get());
        writer_.update(sql, object, before.status, {access.actor(), triggerWebhook});
        return object;
    });
    return {view_.afterWrite(bucket, access, *published), published->version};
}

void DraftService::discard(const Bucket& bucket, const Access& access, const std::string& id,
                           const std::optional<Precondition>& ifMatch) {
    services_.database().write([&](Sql& sql) {
        const auto object = getForUpdate(sql, bucket.id, id);
        access.requireWriteObjectsOf(object->type);
        requireVersion(ifMatch, "object", id, object->version);
        if (object->isLatest && object->isPublished()) throw noDraft(id);
        if (object->isLatest) {
            throw ApiError::conflict("object '" + id +
                                     "' is a draft itself, and nothing is prepared over it; delete the object instead");
        }
        writer_.discardDraft(sql, object, {access.actor(), false});
    });
}

}  // namespace inkwell::objects
