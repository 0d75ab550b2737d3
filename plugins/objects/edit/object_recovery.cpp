#include "edit/object_recovery.h"

#include <memory>
#include <utility>

#include "inkwell/metafield_type.h"
#include "inkwell/trash_bin.h"
#include "store/object_snapshot.h"
#include "types/singleton.h"

namespace inkwell::objects {

bool reachesReaders(const StoredObject& object) {
    return object.isPublished() || object.publishAtMs || object.hasPlannedDraft();
}

void dropPassedTimes(StoredObject& object, std::int64_t nowMs) {
    const auto hasPassed = [nowMs](const std::optional<std::int64_t>& time) { return time && *time <= nowMs; };
    for (auto* const time : {&object.publishAtMs, &object.publishDraftAtMs})
        if (hasPassed(*time)) time->reset();
    if (!hasPassed(object.unpublishAtMs)) return;
    object.unpublishAtMs.reset();
    object.status = "draft";
}

std::optional<std::int64_t> keepInTrash(Services& services, const Bucket& bucket, const Access& access,
                                        const StoredObject& object) {
    TrashBin* const trash = services.find<TrashBin>();
    if (trash == nullptr) return std::nullopt;
    return trash->take(bucket, access,
                       {"object", object.id, object.type, object.title, object.slug,
                        // A scheduled draft is guarded like what is published already.
                        reachesReaders(object) ? "published" : "draft"});
}

void ObjectRecovery::requireChange(const Access& access, std::string_view type, std::string_view status) const {
    access.requireWriteObjectsOf(type);
    if (status == "published") access.requirePublish();
}

void ObjectRecovery::take(const Bucket& bucket, const std::string& id, const Keep& keep) {
    services_.database().write([&](Sql& sql) {
        const auto object = getForUpdate(sql, bucket.id, id);
        keep(snapshotOf(*object));
        if (object->isLatest) return;
        if (const auto draft = ObjectStore(sql).findDraftForUpdate(id)) keep(snapshotOf(*draft));
    });
}

void ObjectRecovery::restore(const Recovery& recovery, JsonObject part) {
    services_.database().write([&](Sql& sql) {
        StoredObject object = storedFrom(std::move(part));
        object.bucketId = recovery.bucket.id;
        if (!recovery.type.empty()) object.type = recovery.type;
        if (object.draftId.empty()) return restoreObject(sql, recovery, std::move(object));
        const auto live = getForUpdate(sql, recovery.bucket.id, recovery.id);
        const auto owner = ObjectStore(sql).findIdBySlug(live->bucketId, live->type, object.locale, object.slug);
        // Where the object has got another slug, so does its draft: it could not be published.
        if (owner && *owner != live->id) object.slug = live->slug;
        writer_.restoreDraft(sql, live, object, {recovery.access.actor(), false});
    });
}

void ObjectRecovery::restoreObject(Sql& sql, const Recovery& recovery, StoredObject object) const {
    recovery.access.requireWriteObjectsOf(object.type);
    if (reachesReaders(object)) recovery.access.requirePublish();
    if (ObjectStore(sql).findRowForUpdate(object.id)) {
        throw ApiError::conflict("object '" + object.id + "' is there: another one with its id was stored meanwhile");
    }
    const std::optional<StoredType> type = TypeStore(sql).findForShare(object.bucketId, object.type);
    if (type) checkSingleton(sql, *type);
    dropPassedTimes(object, services_.clock().nowMs());
    object.isLatest = true;
    ++object.version;
    writer_.insertAgain(sql, std::make_shared<StoredObject>(std::move(object)),
                        {recovery.access.actor(), recovery.triggerWebhook});
}

bool ObjectRecovery::renameType(JsonObject& part, std::string_view from, std::string_view to) const {
    StoredObject object = storedFrom(part);
    const bool isOfType = object.type == from;
    if (isOfType) object.type = to;
    if (!renameObjectType(object.metafields(), from, to) && !isOfType) return false;
    part = snapshotOf(object);
    return true;
}

}  // namespace inkwell::objects
