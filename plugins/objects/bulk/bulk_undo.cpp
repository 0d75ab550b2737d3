#include "bulk/bulk_undo.h"

#include <memory>
#include <utility>

#include "edit/object_recovery.h"
#include "inkwell/error.h"
#include "inkwell/recoverable.h"
#include "inkwell/trash_bin.h"
#include "store/object_snapshot.h"

namespace inkwell::objects {

namespace {

const JsonObject* beforeOf(const UndoStore::Item& item) {
    const Json* before = item.document.if_contains("before");
    return before == nullptr ? nullptr : before->if_object();
}

bool isMove(const UndoStore::Item& item) { return item.document.contains("moved_to"); }

std::int64_t positionIn(const UndoStore::Item& item, const char* name) {
    return item.document.at(name).to_number<std::int64_t>();
}

/// Which times an object had before it was changed or deleted.
struct Schedule {
    bool publishes = false;
    bool unpublishes = false;
    bool publishesDraft = false;
};

Schedule scheduleIn(const JsonObject& document) {
    const auto has = [&](const char* name) {
        const Json* time = document.if_contains(name);
        return time != nullptr && !time->is_null();
    };
    return {has("publish_at"), has("unpublish_at"), has("publish_draft_at")};
}

bool wasReachingReaders(const JsonObject& before) {
    const Schedule schedule = scheduleIn(before);
    return textOf(before, "status") == "published" || schedule.publishes || schedule.publishesDraft;
}

// What is not there any more has passed meanwhile: see dropPassedTimes().
std::string lostOf(const Schedule& schedule, const StoredObject& object) {
    const std::string start = "object '" + object.id + "' came back ";
    if (schedule.unpublishes && !object.unpublishAtMs) {
        return start + "as a draft: its 'unpublish_at' has passed meanwhile";
    }
    if (schedule.publishes && !object.publishAtMs) {
        return start + "without its 'publish_at', which has passed meanwhile: publish it, or give it another time";
    }
    if (schedule.publishesDraft && !object.publishDraftAtMs) {
        return start + "with a draft whose time has passed meanwhile: publish it, or give it another time";
    }
    return {};
}

constexpr std::int64_t kRenamedAtOnce = 50;

// Of a plugin that is off nobody knows how its part is made; it cannot be restored either.
bool renameInPart(Services& services, std::string_view of, Json& part, const std::string& from, const std::string& to) {
    const Recoverable* one = findRecoverable(services, of);
    return one != nullptr && one->renameType(part.as_object(), from, to);
}

bool renameInItem(Services& services, JsonObject& document, const std::string& from, const std::string& to) {
    bool isChanged = false;
    for (const char* version : {"before", "draft"}) {
        Json* part = document.if_contains(version);
        if (part != nullptr) isChanged = renameInPart(services, "objects", *part, from, to) || isChanged;
    }
    Json* parts = document.if_contains("parts");
    if (parts == nullptr) return isChanged;
    for (Json& one : parts->as_array()) {
        JsonObject& part = one.as_object();
        isChanged = renameInPart(services, textOf(part, "of"), part.at("part"), from, to) || isChanged;
    }
    return isChanged;
}

}  // namespace

void BulkUndo::checkMove(Sql& sql, const UndoStore::Item& item) const {
    const auto object = getForUpdate(sql, bucket_.id, item.objectId);
    access_.requireWriteObjectsOf(object->type);
    if (reachesReaders(*object)) access_.requirePublish();
    if (object->position == positionIn(item, "moved_to")) return;
    throw ApiError::conflict("object '" + item.objectId + "' was moved meanwhile and stays where it is");
}

void BulkUndo::check(Sql& sql, const UndoStore::Item& item) const {
    if (isMove(item)) return checkMove(sql, item);
    const JsonObject* before = beforeOf(item);
    if (before == nullptr) return;  // it was deleted: restore() finds out
    const auto object = getForUpdate(sql, bucket_.id, item.objectId);
    access_.requireWriteObjectsOf(object->type);
    if (reachesReaders(*object) || wasReachingReaders(*before)) access_.requirePublish();
    if (object->version != item.version || !object->isLatest) {
        throw ApiError::conflict("object '" + item.objectId + "' was edited meanwhile and stays as it is");
    }
}

std::string BulkUndo::restore(Sql& sql, UndoStore::Item item) const {
    if (isMove(item)) {
        const auto object = getForUpdate(sql, bucket_.id, item.objectId);
        object->position = positionIn(item, "position");
        writer_.move(sql, object, {access_.actor(), triggerWebhook_});
        return {};
    }
    const JsonObject* before = beforeOf(item);
    const Schedule schedule = scheduleIn(before == nullptr ? item.document : *before);
    if (before == nullptr) {
        restoreDeleted(item);
    } else {
        restoreContent(sql, item);
    }
    if (!schedule.publishes && !schedule.unpublishes && !schedule.publishesDraft) return {};
    return lostOf(schedule, *getForUpdate(sql, bucket_.id, item.objectId));
}

void BulkUndo::restoreDeleted(UndoStore::Item item) const {
    if (const Json* trashedAt = item.document.if_contains("trashed_at")) {
        TrashBin* const trash = services_.find<TrashBin>();
        if (trash == nullptr) throw ApiError::conflict("object '" + item.objectId + "' is in the trash, which is off");
        return trash->restore(bucket_, access_, item.objectId, {trashedAt->to_number<std::int64_t>(), triggerWebhook_});
    }
    const std::string asStored;
    const Recovery recovery{bucket_, access_, item.objectId, asStored, triggerWebhook_};
    for (Json& one : item.document.at("parts").as_array()) {
        restorePart(services_, textOf(one.as_object(), "of"), recovery,
                    std::move(one.as_object().at("part").as_object()));
    }
}

void BulkUndo::restoreContent(Sql& sql, const UndoStore::Item& item) const {
    const auto now = getForUpdate(sql, bucket_.id, item.objectId);
    auto object = std::make_shared<StoredObject>(storedFrom(*beforeOf(item)));
    object->number = now->number;
    object->type = now->type;  // which may have got another name
    object->version = now->version;
    object->position = now->position;  // moves are undone by themselves
    object->isLatest = true;
    object->modifiedAtMs = services_.clock().nowMs();
    object->modifiedBy = access_.userId();
    object->triggerWebhook = triggerWebhook_;
    dropPassedTimes(*object, object->modifiedAtMs);
    const std::optional<std::int64_t> publishDraftAtMs = object->publishDraftAtMs;
    writer_.update(sql, object, now->status, {access_.actor(), triggerWebhook_});
    const Json* draft = item.document.if_contains("draft");
    if (draft == nullptr) return;
    StoredObject version = storedFrom(draft->as_object());
    version.type = now->type;
    version.position = now->position;
    // The fact of the edit shares `object`, and webhooks have heard of it.
    const auto owner = std::make_shared<StoredObject>(*object);
    owner->publishDraftAtMs = publishDraftAtMs;
    writer_.restoreDraft(sql, owner, version, {access_.actor(), false});
}

void renameTypeInUndo(Services& services, Sql& sql, const std::string& bucketId, const std::string& from,
                      const std::string& to) {
    UndoStore store(sql);
    const std::string mention = writeJson(Json(from));
    std::vector<UndoStore::Mention> some;
    UndoStore::Mention last;
    do {
        some = store.findMentions(bucketId, mention, last.undoId, last.place, kRenamedAtOnce);
        for (UndoStore::Mention& one : some) {
            if (renameInItem(services, one.document, from, to)) store.updateDocument(one);
        }
        if (!some.empty()) last = std::move(some.back());
    } while (!some.empty());
}

}  // namespace inkwell::objects
