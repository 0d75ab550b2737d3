#include "edit/draft_service.h"

#include <utility>

#include "edit/history.h"
#include "edit/object_content.h"
#include "inkwell/error.h"
#include "inkwell/slug.h"
#include "store/object_store.h"

namespace inkwell::objects {

namespace {

ApiError noDraft(const std::string& id) {
    return ApiError(404, "not_found",
                    "object '" + id + "' has no draft: none is prepared, or a later edit of the object has ended it");
}

// Nobody is there to be asked for another one.
std::string slugInItsPlace(Sql& sql, const StoredObject& object, const StoredObject& draft) {
    ObjectStore store(sql);
    const auto isTaken = [&](const std::string& slug) {
        const auto owner = store.findIdBySlug(draft.bucketId, draft.type, draft.locale, slug);
        return owner && *owner != object.id;
    };
    if (!isTaken(draft.slug)) return draft.slug;
    return isTaken(object.slug) ? freeSlug(draft.slug, isTaken) : object.slug;
}

}  // namespace

VersionedRecord DraftService::publish(const Bucket& bucket, const Access& access, const std::string& id,
                                      bool triggerWebhook, const std::optional<Precondition>& ifMatch) {
    const auto published = services_.database().write([&](Sql& sql) {
        const auto object = getForUpdate(sql, bucket.id, id);
        access.requireWriteObjectsOf(object->type);
        requireVersion(ifMatch, "object", id, object->version);
        if (object->isLatest && object->isPublished()) throw noDraft(id);
        access.requirePublish();
        std::optional<StoredObject> draft;
        if (!object->isLatest) draft = ObjectStore(sql).findDraftForUpdate(id);
        store(sql, bucket, object, std::move(draft), access.userId(), services_.clock().nowMs(),
              {access.actor(), triggerWebhook});
        return object;
    });
    return {view_.afterWrite(bucket, access, *published), published->version};
}

void DraftService::store(Sql& sql, const Bucket& bucket, const std::shared_ptr<StoredObject>& object,
                         std::optional<StoredObject> draft, const std::string& userId, std::int64_t nowMs,
                         const ObjectWriter::By& by) {
    const StoredObject before = *object;
    if (draft) takeContent(std::move(*draft), *object);
    object->status = "published";
    object->publishedAtMs = object->modifiedAtMs = nowMs;
    object->publishAtMs.reset();  // what it waited for has come
    object->modifiedBy = userId;
    object->triggerWebhook = by.triggerWebhook;
    keepIfTypeSays(services_, bucket, {before, *object}, TypeStore(sql).rulesOf(bucket.id, object->type).get());
    writer_.update(sql, object, before.status, by);
}

void DraftService::publishDue(const DueDraft& due) {
    services_.database().write([&](Sql& sql) {
        const auto bucket = services_.get<BucketDirectory>().findById(due.bucketId);
        std::optional<StoredObject> found = ObjectStore(sql).findForUpdate(due.bucketId, due.objectId);
        if (!bucket || !found || found->publishDraftAtMs != due.dueMs) return;  // somebody was faster
        const auto object = std::make_shared<StoredObject>(std::move(*found));
        std::optional<StoredObject> draft = ObjectStore(sql).findDraftForUpdate(object->id);
        if (!draft || draft->publishAtMs != due.dueMs) return;  // a server of before knows no such time
        draft->slug = slugInItsPlace(sql, *object, *draft);
        const std::string author = draft->modifiedBy;
        const ObjectWriter::By by{"system", draft->triggerWebhook, "its draft was scheduled"};
        store(sql, *bucket, object, std::move(draft), author, due.nowMs, by);
    });
}

void DraftService::discard(const Bucket& bucket, const Access& access, const std::string& id,
                           const std::optional<Precondition>& ifMatch) {
    services_.database().write([&](Sql& sql) {
        const auto object = getForUpdate(sql, bucket.id, id);
        access.requireWriteObjectsOf(object->type);
        requireVersion(ifMatch, "object", id, object->version);
        if (object->isLatest && object->isPublished()) throw noDraft(id);
        if (object->hasPlannedDraft()) access.requirePublish();
        if (object->isLatest) {
            throw ApiError::conflict("object '" + id +
                                     "' is a draft itself, and nothing is prepared over it; delete the object instead");
        }
        writer_.discardDraft(sql, object, {access.actor(), false});
    });
}

}  // namespace inkwell::objects
