#include "object_writer.h"

#include "field_store.h"
#include "inkwell/text.h"
#include "object_facts.h"
#include "rules.h"

namespace inkwell::objects {

namespace {

constexpr int kMaxSlugAttempts = 50;

bool isDuplicate(const DatabaseError& error) { return error.kind() == DatabaseError::Kind::Duplicate; }

void guardSaving(Services& services, StoredObject& object, bool isNew) {
    ObjectSaving saving{object.bucketId, object.type, object.document, isNew};
    services.events().guard(saving);
}

}  // namespace

ApiError slugTaken(const StoredObject& object) {
    return ApiError::conflict("the slug '" + object.slug + "' is taken by another object of type '" + object.type +
                              "'" + (object.locale.empty() ? "" : " in locale '" + object.locale + "'"));
}

template <class Fact>
void ObjectWriter::publish(const StoredObject& object, const char* action, const std::string& previousStatus,
                           const By& by) const {
    Fact fact;
    fact.change.bucketId = object.bucketId;
    fact.change.type = object.type;
    fact.change.id = object.id;
    fact.change.action = action;
    fact.change.actor = by.actor;
    fact.title = object.title;
    fact.status = object.status;
    fact.previousStatus = previousStatus;
    fact.triggerWebhook = by.triggerWebhook;
    completeFact(services_, fact, &object);
    services_.events().publish(std::move(fact));
}

void ObjectWriter::insert(Sql& sql, StoredObject& object, const By& by) const {
    guardSaving(services_, object, true);
    try {
        ObjectStore(sql).insert(object);
    } catch (const DatabaseError& error) {
        if (isDuplicate(error)) throw slugTaken(object);
        throw;
    }
    fields_.insert(sql, object);
    publish<ObjectCreated>(object, "created", "", by);
}

void ObjectWriter::insertWithDerivedSlug(Sql& sql, StoredObject& object, const By& by) const {
    guardSaving(services_, object, true);
    ObjectStore store(sql);
    const std::string derived = deriveSlug(object.title, "object");
    object.slug = derived;  // mostly free: the others are asked for only when it is not
    for (int attempt = 1;; ++attempt) {
        try {
            store.insert(object);
            break;
        } catch (const DatabaseError& error) {
            // Another writer took the number in between; it has committed, so the next look sees it.
            if (!isDuplicate(error)) throw;
            if (attempt == kMaxSlugAttempts) throw slugTaken(object);
            object.slug = freeSlug(derived, store.slugsLike(object.bucketId, object.type, object.locale, derived));
        }
    }
    fields_.insert(sql, object);
    publish<ObjectCreated>(object, "created", "", by);
}

void ObjectWriter::fill(Sql& sql, StoredObject& object, const By& by) const {
    guardSaving(services_, object, true);
    ObjectStore(sql).update(object);
    fields_.replace(sql, object);
    publish<ObjectCreated>(object, "created", "", by);
}

void ObjectWriter::update(Sql& sql, StoredObject& object, const std::string& previousStatus, const By& by) const {
    guardSaving(services_, object, false);
    removeDraft(sql, object);
    object.isLatest = true;
    ++object.version;
    try {
        ObjectStore(sql).update(object);
    } catch (const DatabaseError& error) {
        if (isDuplicate(error)) throw slugTaken(object);
        throw;
    }
    fields_.replace(sql, object);
    publish<ObjectEdited>(object, "edited", previousStatus, by);
}

void ObjectWriter::addVersion(Sql& sql, const StoredObject& object, StoredObject& version) const {
    guardSaving(services_, version, false);
    if (version.draftId.empty()) return;
    removeDraft(sql, object);
    ObjectStore(sql).setLatest(object.id, false);
    ObjectStore(sql).insert(version);
    fields_.insert(sql, version);
}

void ObjectWriter::removeDraft(Sql& sql, const StoredObject& object) const {
    if (object.isLatest) return;
    if (const auto draft = ObjectStore(sql).removeDraft(object.id)) FieldStore(sql).remove(*draft);
}

void ObjectWriter::remove(Sql& sql, const StoredObject& object, const By& by) const {
    ObjectDeleting deleting{object.bucketId, object.id};
    services_.events().guard(deleting);
    removeDraft(sql, object);
    ObjectStore(sql).remove(object.id);
    FieldStore(sql).remove(object.id);
    publish<ObjectDeleted>(object, "deleted", object.status, by);
}

}  // namespace inkwell::objects
