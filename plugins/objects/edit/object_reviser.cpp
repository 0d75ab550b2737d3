#include "edit/object_reviser.h"

#include <optional>
#include <utility>
#include <vector>

#include "edit/metafield_order.h"
#include "edit/object_content.h"
#include "edit/object_input.h"
#include "inkwell/error.h"
#include "read/object_view.h"
#include "types/type_store.h"

namespace inkwell::objects {

namespace {

// A draft is an edit that waits: its object's own times, place and author stay.
void setState(const ObjectInput& input, const std::string& revisionId, std::int64_t nowMs, StoredObject& version) {
    version.status = input.status.value_or("published");
    version.modifiedAtMs = nowMs;
    version.isLatest = true;
    if (version.isPublished()) {
        version.publishedAtMs = nowMs;
    } else {
        version.draftId = revisionId;
    }
}

// When the draft `version` takes its object's place. A time that `replaced` waits for goes on counting, with the
// webhooks that were asked for, unless another one or none is given.
void setDraftSchedule(const ObjectInput& input, const std::optional<StoredObject>& replaced, StoredObject& object,
                      StoredObject& version, Problems& problems) {
    // A server of before has prepared a draft without a time, and left the one of the draft before.
    const bool waits = object.publishDraftAtMs && replaced && replaced->publishAtMs == object.publishDraftAtMs;
    version.triggerWebhook = input.triggerWebhook || (waits && replaced->triggerWebhook);
    if (!waits) object.publishDraftAtMs.reset();
    if (!input.publishAtMs) return;
    object.publishDraftAtMs = *input.publishAtMs;
    const auto& [from, to] = std::pair(object.publishDraftAtMs, object.unpublishAtMs);
    if (from && to && *to <= *from) {
        problems.add("publish_at", "the object is unpublished before that, at its 'unpublish_at': change that first");
    }
}

void requireFreeSlug(Sql& sql, const StoredObject& version) {
    const auto owner = ObjectStore(sql).findIdBySlug(version.bucketId, version.type, version.locale, version.slug);
    if (owner && *owner != version.id) throw slugTaken(version);
}

ObjectRecord revisionRecord(const std::string& revisionId, StoredObject version) {
    ObjectRecord record = storedRecordOf(std::move(version));
    record.id = revisionId;
    record.fields["id"] = revisionId;
    // Those of the object: a revision is never published by itself, nor taken back.
    for (const char* time : {"publish_at", "unpublish_at"}) record.fields[time] = nullptr;
    return record;
}

}  // namespace

ObjectCatalog::Revised ObjectReviser::revise(const Bucket& bucket, const Access& access, const std::string& objectId,
                                             const std::string& revisionId, const JsonObject& body,
                                             const Restoring& restoring) const {
    return services_.database().write([&](Sql& sql) {
        const std::int64_t nowMs = services_.clock().nowMs();
        ObjectInput input = parseObjectRevision(body, nowMs);
        input.checkedKeys = restoring.metafields;
        std::optional<StoredObject> object = ObjectStore(sql).findForUpdate(bucket.id, objectId);
        if (!object) throw ApiError::notFound("object", objectId);
        access.requireWriteObjectsOf(object->type);
        Problems problems = input.problems;
        // A draft that goes out by itself is for those who publish, and so is what takes its place.
        if (object->hasPlannedDraft()) access.requirePublish();
        StoredObject version = *object;
        std::optional<StoredObject> replaced;
        if (!object->isLatest && (restoring.overDraft || object->hasPlannedDraft()))
            replaced = ObjectStore(sql).findDraftForUpdate(objectId);
        if (restoring.overDraft && replaced) takeContent(*replaced, version);
        const auto type = TypeStore(sql).rulesOf(bucket.id, object->type);
        applyContent(rules_, bucket, input, type.get(), version, problems);
        setState(input, revisionId, nowMs, version);
        version.modifiedBy = access.userId();
        if (!version.isPublished()) setDraftSchedule(input, replaced, *object, version, problems);
        if (version.isPublished() || object->publishDraftAtMs) access.requirePublish();
        requireMetafieldOrder(sql, access, type.get(), *object, version);
        problems.throwIfAny("object '" + objectId + "' cannot be revised");
        requireFreeSlug(sql, version);
        writer_.addVersion(sql, *object, version);
        if (input.createdBy) version.createdBy = *input.createdBy;  // the revision's author, not the object's
        return ObjectCatalog::Revised{revisionRecord(revisionId, std::move(version)), nowMs, input.triggerWebhook};
    });
}

}  // namespace inkwell::objects
