#include "bulk/bulk_change.h"

#include <utility>

#include "edit/history.h"
#include "edit/object_content.h"
#include "edit/object_recovery.h"
#include "inkwell/recoverable.h"
#include "store/object_snapshot.h"

namespace inkwell::objects {

namespace {

using Action = BulkRequest::Action;

bool sameContent(const StoredObject& a, const StoredObject& b) {
    return a.title == b.title && a.locale == b.locale && a.thumbnail == b.thumbnail && a.publishAtMs == b.publishAtMs &&
           a.unpublishAtMs == b.unpublishAtMs && a.document == b.document;
}

}  // namespace

void refuseUndo(const std::string& id) {
    throw ApiError::conflict("object '" + id +
                             "' has more content, with what hangs on it, than can be undone: change it by itself");
}

void BulkChange::begin(Sql& sql) {
    if (request_.action == Action::Move) move_.emplace(sql, bucket_.id, access_, request_);
}

bool BulkChange::prepare(Sql& sql, StoredObject& object) const {
    access_.requireWriteObjectsOf(object.type);
    const StoredObject before = object;
    const std::int64_t nowMs = services_.clock().nowMs();
    switch (request_.action) {
        case Action::Delete:
            if (reachesReaders(object)) access_.requirePublish();
            return true;
        case Action::Move:
            return applyMove(object);
        case Action::Publish:
            access_.requirePublish();
            if (object.isLatest && object.isPublished()) return false;
            object.status = "published";
            object.publishedAtMs = nowMs;
            object.publishAtMs.reset();
            break;
        case Action::Unpublish:
            access_.requirePublish();
            if (!reachesReaders(object)) return false;
            object.status = "draft";
            object.publishAtMs.reset();
            break;
        case Action::Set:
            applySet(TypeStore(sql).rulesOf(bucket_.id, object.type).get(), object);
            if (reachesReaders(before) || reachesReaders(object)) access_.requirePublish();
            if (sameContent(before, object)) return false;
            break;
    }
    object.modifiedAtMs = nowMs;
    object.modifiedBy = access_.userId();
    object.triggerWebhook = request_.triggerWebhook;
    return true;
}

// A publication takes the draft over, and a deletion takes it along.
bool BulkChange::endsDraftOf(const StoredObject& object) const {
    return !object.isLatest && (request_.action == Action::Set || request_.action == Action::Unpublish);
}

// Not an edit of its content: whoever edits it goes on, and a draft over it stays.
bool BulkChange::applyMove(StoredObject& object) const {
    if (object.type != move_->type()) {
        throw ApiError::badRequest("object '" + object.id + "' is of type '" + object.type +
                                   "': what is moved at once is of one type, here '" + move_->type() + "'");
    }
    const std::int64_t position = move_->positionOf(object.id, object.position);
    if (position == object.position) return false;
    if (reachesReaders(object)) access_.requirePublish();
    object.position = position;
    return true;
}

void BulkChange::applySet(const TypeRules* type, StoredObject& object) const {
    Problems problems;
    applyContent(rules_, bucket_, request_.set, type, object, problems);
    applySchedule(request_.set, object, problems);
    if (!request_.metadata.empty()) {
        applyMetadata(rules_, bucket_, request_.metadata, "set.metadata", type, object, problems);
    }
    problems.throwIfAny("object '" + object.id + "' cannot be edited");
}

JsonObject BulkChange::store(Sql& sql, StoredObject before, const std::shared_ptr<StoredObject>& object) const {
    if (request_.action == Action::Delete) return remove(sql, object);
    if (request_.action == Action::Move) {
        writer_.move(sql, object, by());
        return {{"position", before.position}, {"moved_to", object->position}};
    }
    JsonObject undo;
    if (!before.isLatest) {
        if (std::optional<StoredObject> draft = ObjectStore(sql).findDraftForUpdate(before.id)) {
            undo["draft"] = snapshotOf(*draft);
            if (request_.action == Action::Publish) takeContent(std::move(*draft), *object);
        }
    }
    keepIfTypeSays(services_, bucket_, {before, *object}, TypeStore(sql).rulesOf(bucket_.id, before.type).get());
    undo["before"] = snapshotOf(before);
    writer_.update(sql, object, before, by());
    return undo;
}

JsonObject BulkChange::remove(Sql& sql, const std::shared_ptr<StoredObject>& object) const {
    const auto timeOf = [](const std::optional<std::int64_t>& time) { return time ? Json(*time) : Json(); };
    JsonObject undo{{"publish_at", timeOf(object->publishAtMs)},
                    {"unpublish_at", timeOf(object->unpublishAtMs)},
                    {"publish_draft_at", timeOf(object->publishDraftAtMs)}};
    if (const auto trashedAtMs = keepInTrash(services_, bucket_, access_, *object)) {
        undo["trashed_at"] = *trashedAtMs;
    } else {
        JsonArray parts;
        std::size_t bytes = 0;
        takeParts(services_, "object", bucket_, object->id, [&](const std::string& of, JsonObject part) {
            // All revisions of an object need not fit in memory.
            bytes += writeJson(part).size();
            if (bytes > kMostUndoBytes) refuseUndo(object->id);
            parts.push_back(JsonObject{{"of", of}, {"part", std::move(part)}});
        });
        undo["parts"] = std::move(parts);
    }
    writer_.remove(sql, object, by());
    return undo;
}

}  // namespace inkwell::objects
