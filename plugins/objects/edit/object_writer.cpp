#include "edit/object_writer.h"

#include <stdexcept>
#include <string>

#include "edit/object_facts.h"
#include "edit/objects_in_hand.h"
#include "edit/sound_document.h"
#include "inkwell/slug.h"
#include "rules.h"
#include "store/field_store.h"
#include "store/position_store.h"

namespace inkwell::objects {

namespace {

bool isDuplicate(const DatabaseError& error) { return error.kind() == DatabaseError::Kind::Duplicate; }

// A document that nobody can read again could be neither edited nor deleted, and would hold up search and export.
void guardSaving(Services& services, StoredObject& object, bool isNew) {
    ObjectSaving saving{object.bucketId, object.type, object.document, isNew};
    services.events().guard(saving);
    const std::string flaw = flawOf(object.document);
    if (flaw.empty()) return;
    throw std::logic_error("what the listeners of '" + std::string(ObjectSaving::kEventId) + "' made of the object '" +
                           object.id + "' in bucket '" + object.bucketId + "' cannot be stored: " + flaw);
}

WrittenObject::Version versionOf(const StoredObject& object) {
    return {object.title, object.slug, object.status, object.document};
}

}  // namespace

std::shared_ptr<StoredObject> getForUpdate(Sql& sql, const std::string& bucketId, const std::string& id) {
    std::optional<StoredObject> object = ObjectStore(sql).findForUpdate(bucketId, id);
    if (!object) throw ApiError::notFound("object", id);
    return std::make_shared<StoredObject>(std::move(*object));
}

ApiError slugTaken(const StoredObject& object) {
    return ApiError::conflict("the slug '" + object.slug + "' is taken by another object of type '" + object.type +
                              "'" + (object.locale.empty() ? "" : " in locale '" + object.locale + "'"));
}

template <class Fact>
Fact ObjectWriter::factOf(std::shared_ptr<const StoredObject> stored, const char* action,
                          const std::string& previousStatus, const By& by) const {
    const StoredObject& object = *stored;
    Fact fact;
    fact.change.bucketId = object.bucketId;
    fact.change.type = object.type;
    fact.change.id = object.id;
    fact.change.action = action;
    fact.change.actor = by.actor;
    fact.change.detail = by.detail;
    fact.title = object.title;
    fact.status = object.status;
    fact.previousStatus = previousStatus;
    fact.triggerWebhook = by.triggerWebhook;
    completeFact(services_, fact, std::move(stored));
    return fact;
}

void ObjectWriter::insert(Sql& sql, const std::shared_ptr<StoredObject>& stored, const By& by) const {
    StoredObject& object = *stored;
    guardSaving(services_, object, true);
    const IndexedValues values = fields_.prepare(object);
    try {
        object.number = ObjectStore(sql).insert(object);
    } catch (const DatabaseError& error) {
        if (isDuplicate(error)) throw slugTaken(object);
        throw;
    }
    fields_.insert(sql, object, values);
    publishCreation(stored, by);
}

void ObjectWriter::insertWithDerivedSlug(Sql& sql, const std::shared_ptr<StoredObject>& stored, const By& by) const {
    guardSaving(services_, *stored, true);
    stored->slug = deriveSlug(stored->title, "object");
    insertNumbered(sql, stored, by);
}

void ObjectWriter::insertAgain(Sql& sql, const std::shared_ptr<StoredObject>& stored, const By& by) const {
    guardSaving(services_, *stored, true);
    insertNumbered(sql, stored, by);
}

void ObjectWriter::insertNumbered(Sql& sql, const std::shared_ptr<StoredObject>& stored, const By& by) const {
    StoredObject& object = *stored;
    ObjectStore store(sql);
    const IndexedValues values = fields_.prepare(object);
    inkwell::insertWithDerivedSlug(
        object.slug, [&] { object.number = store.insert(object); },
        [&](const std::string& slug) { return store.slugsLike(object.bucketId, object.type, object.locale, slug); });
    fields_.insert(sql, object, values);
    publishCreation(stored, by);
}

void ObjectWriter::fill(Sql& sql, const std::shared_ptr<StoredObject>& stored, const By& by) const {
    StoredObject& object = *stored;
    guardSaving(services_, object, true);
    const IndexedValues values = fields_.prepare(object);
    ObjectStore(sql).update(object);
    fields_.insert(sql, object, values);
    publishCreation(stored, by);
}

void ObjectWriter::publishCreation(const std::shared_ptr<const StoredObject>& stored, const By& by) const {
    const WrittenObject written{stored->id, stored->type, versionOf(*stored), std::nullopt, false};
    const InHand inHand(written);
    services_.events().publish(factOf<ObjectCreated>(stored, "created", "", by));
}

void ObjectWriter::update(Sql& sql, const std::shared_ptr<StoredObject>& stored, const std::string& previousStatus,
                          const By& by) const {
    storeEdit(sql, stored, nullptr, previousStatus, by);
}

void ObjectWriter::update(Sql& sql, const std::shared_ptr<StoredObject>& stored, const StoredObject& before,
                          const By& by) const {
    storeEdit(sql, stored, &before, before.status, by);
}

void ObjectWriter::storeEdit(Sql& sql, const std::shared_ptr<StoredObject>& stored, const StoredObject* before,
                             const std::string& previousStatus, const By& by) const {
    StoredObject& object = *stored;
    const bool endsDraft = !object.isLatest;
    guardSaving(services_, object, false);
    removeDraft(sql, object);
    object.isLatest = true;
    object.publishDraftAtMs.reset();
    ++object.version;
    const IndexedValues values = fields_.prepare(object);
    try {
        ObjectStore(sql).update(object);
    } catch (const DatabaseError& error) {
        if (isDuplicate(error)) throw slugTaken(object);
        throw;
    }
    fields_.replace(sql, object, values, before);
    const WrittenObject written{object.id, object.type, versionOf(object),
                                before == nullptr ? std::nullopt : std::optional(versionOf(*before)), endsDraft};
    const InHand inHand(written);
    services_.events().publish(factOf<ObjectEdited>(stored, "edited", previousStatus, by));
}

void ObjectWriter::addVersion(Sql& sql, StoredObject& object, StoredObject& version) const {
    guardSaving(services_, version, false);
    if (version.draftId.empty()) return;
    removeDraft(sql, object);
    // The draft is shown, and found, in the object's place.
    version.publishDraftAtMs.reset();
    version.publishAtMs = object.publishDraftAtMs;
    if (!version.publishAtMs && !object.isPublished()) version.publishAtMs = object.publishAtMs;
    version.unpublishAtMs = object.unpublishAtMs;
    object.isLatest = false;
    ++object.version;
    ObjectStore(sql).setLatest(object);
    const IndexedValues values = fields_.prepare(version);
    version.number = ObjectStore(sql).insert(version);
    fields_.insert(sql, version, values);
    InHand::outdate(object.id);
}

void ObjectWriter::restoreDraft(Sql& sql, const std::shared_ptr<StoredObject>& stored, StoredObject& draft,
                                const By& by) const {
    addVersion(sql, *stored, draft);
    publishEdit(stored, false, by);
}

void ObjectWriter::removeDraft(Sql& sql, const StoredObject& object) const {
    if (object.isLatest) return;
    if (const auto draft = ObjectStore(sql).removeDraft(object.id)) FieldStore(sql).remove(*draft);
}

void ObjectWriter::discardDraft(Sql& sql, const std::shared_ptr<StoredObject>& stored, const By& by) const {
    removeDraft(sql, *stored);
    stored->isLatest = true;
    stored->publishDraftAtMs.reset();
    ++stored->version;
    ObjectStore(sql).setLatest(*stored);
    publishEdit(stored, false, by);
}

void ObjectWriter::amend(Sql& sql, const std::shared_ptr<StoredObject>& stored, bool isChanged, StoredObject* draft,
                         const By& by) const {
    ++stored->version;
    if (isChanged) {
        replaceRow(sql, *stored);
    } else {
        ObjectStore(sql).setLatest(*stored);
    }
    if (draft != nullptr) replaceRow(sql, *draft);
    publishEdit(stored, isChanged, by);
}

void ObjectWriter::move(Sql& sql, const std::shared_ptr<const StoredObject>& stored, const By& by) const {
    PositionStore(sql, stored->bucketId, stored->type).set(stored->id, stored->position);
    publishEdit(stored, true, by);
}

void ObjectWriter::replaceRow(Sql& sql, StoredObject& row) const {
    guardSaving(services_, row, false);
    const IndexedValues values = fields_.prepare(row);
    ObjectStore(sql).update(row);
    fields_.replace(sql, row, values);
}

void ObjectWriter::publishEdit(const std::shared_ptr<const StoredObject>& stored, bool isSeen, const By& by) const {
    ObjectEdited fact = factOf<ObjectEdited>(stored, "edited", stored->status, by);
    if (!isSeen) fact.change.readerAction.clear();
    InHand::outdate(stored->id);
    services_.events().publish(std::move(fact));
}

void ObjectWriter::remove(Sql& sql, const std::shared_ptr<const StoredObject>& stored, const By& by) const {
    const StoredObject& object = *stored;
    ObjectDeleting deleting{object.bucketId, object.id};
    services_.events().guard(deleting);
    removeDraft(sql, object);
    ObjectStore(sql).remove(object.id);
    FieldStore(sql).remove(object.number);
    InHand::outdate(object.id);
    services_.events().publish(factOf<ObjectDeleted>(stored, "deleted", object.status, by));
}

}  // namespace inkwell::objects
