#include "type_edit/type_service.h"

#include <algorithm>
#include <set>

#include "bulk/bulk_undo.h"
#include "edit/object_recovery.h"
#include "inkwell/bucket_filling.h"
#include "inkwell/error.h"
#include "inkwell/fault_text.h"
#include "inkwell/metafield_type.h"
#include "inkwell/slug.h"
#include "inkwell/write_answer.h"
#include "store/object_store.h"
#include "types/type_view.h"

namespace inkwell::objects {

namespace {

ApiError slugTaken(const std::string& slug) {
    return ApiError::conflict("the slug '" + slug + "' is taken by another object type of this bucket");
}

StoredType getForUpdate(Sql& sql, const Bucket& bucket, const std::string& slug) {
    std::optional<StoredType> type = TypeStore(sql).findForUpdate(bucket.id, slug);
    if (!type) throw ApiError::notFound("object type", slug);
    return std::move(*type);
}

// Under its slug of now: objects of a deleted type may have waited there.
void requireSingle(Sql& sql, const StoredType& type) {
    if (!type.singleton || ObjectStore(sql).countOfType(type.bucketId, type.slug) <= 1) return;
    throw ApiError::conflict("object type '" + type.slug + "' has several objects; a singleton has one");
}

}  // namespace

void applyFields(const TypeInput& input, StoredType& type) {
    if (input.title) type.title = *input.title;
    if (input.singular) type.singular = *input.singular;
    if (input.emoji) type.emoji = *input.emoji;
    if (input.previewLink) type.previewLink = *input.previewLink;
    if (input.priorityLocale) type.priorityLocale = *input.priorityLocale;
    if (input.slugField) type.slugField = *input.slugField;
    if (input.contentEditor) type.contentEditor = *input.contentEditor;
    if (input.localization) type.localization = *input.localization;
    if (input.singleton) type.singleton = *input.singleton;
    if (input.keepRevisions) type.keepRevisions = *input.keepRevisions;
    if (input.enforceValidation) type.enforceValidation = *input.enforceValidation;
    if (input.locales) type.locales = *input.locales;
}

JsonArray TypeService::list(const Bucket& bucket) {
    return services_.database().read([&](Sql& sql) {
        JsonArray types;
        for (JsonObject& type : renderTypes(services_, bucket, TypeStore(sql).listAll(bucket.id))) {
            types.push_back(std::move(type));
        }
        return types;
    });
}

VersionedRecord TypeService::answer(const Bucket& bucket, const Access& access, const StoredType& type) const {
    std::optional<JsonObject> shown = renderAfterCommit(services_.log(), bucket, access, [&](RenderOptions options) {
        options.visibility = Visibility::Published;  // of templates everybody is shown the same
        return std::move(renderTypes(services_, bucket, {type}, options).at(0));
    });
    return {shown ? std::move(*shown) : renderType(type, type.metafields), type.version};
}

VersionedRecord TypeService::get(const Bucket& bucket, const std::string& slug) {
    return services_.database().read([&](Sql& sql) {
        const std::optional<StoredType> type = TypeStore(sql).find(bucket.id, slug);
        if (!type) throw ApiError::notFound("object type", slug);
        return VersionedRecord{std::move(renderTypes(services_, bucket, {*type}).at(0)), type->version};
    });
}

VersionedRecord TypeService::create(const Bucket& bucket, const Access& access, const TypeInput& input) {
    access.requireWriteObjectTypes();
    const StoredType created = services_.database().write([&](Sql& sql) {
        fillAlone(services_.events(), bucket.id, bucket.slug);  // places are given one after the other
        Problems problems = input.problems;
        StoredType type;
        type.id = services_.ids().next();
        type.bucketId = bucket.id;
        type.createdAtMs = type.modifiedAtMs = services_.clock().nowMs();
        type.position = TypeStore(sql).nextPosition(bucket.id);
        type.slug = input.slug.value_or(input.title ? deriveSlug(*input.title, "type") : "");
        applyFields(input, type);
        if (!input.singular) type.singular = type.title;
        Rules::checkLocales(type, input.path, problems);
        setMetafields(bucket, input, type, problems);
        problems.throwIfAny("the object type cannot be created");
        if (input.slug) {
            insert(sql, type, access.actor());
        } else {
            TypeStore store(sql);
            insertWithDerivedSlug(
                type.slug, [&] { store.insert(type); },
                [&](const std::string& slug) { return store.slugsLike(type.bucketId, slug); });
            publish(type, "created", access.actor());
        }
        requireSingle(sql, type);
        return type;
    });
    return answer(bucket, access, created);
}

TypeService::Edited TypeService::edit(const Bucket& bucket, const Access& access, const std::string& slug,
                                      const TypeInput& input, const std::optional<Precondition>& ifMatch) {
    access.requireWriteObjectTypes();
    Edited done;
    const auto edited = writeVersion(
        [&] {
            return services_.database().write(
                [&](Sql& sql) { return write(sql, bucket, access, slug, input, ifMatch, done); });
        },
        [&] { return get(bucket, slug); });
    done.type = answer(bucket, access, edited);
    done.lacking = countLacking(edited, done.newFields);
    return done;
}

StoredType TypeService::write(Sql& sql, const Bucket& bucket, const Access& access, const std::string& slug,
                              const TypeInput& input, const std::optional<Precondition>& ifMatch,
                              Edited& edited) const {
    Problems problems = input.problems;
    fillAlone(services_.events(), bucket.id, bucket.slug);
    StoredType type = getForUpdate(sql, bucket, slug);
    requireVersion(ifMatch, "object type", slug, type.version);
    JsonArray before = type.metafields;
    applyFields(input, type);
    type.slug = input.slug.value_or(slug);
    type.modifiedAtMs = services_.clock().nowMs();
    ++type.version;
    Rules::checkLocales(type, input.path, problems);
    setMetafields(bucket, input, type, problems);
    const std::vector<FieldRename> renames =
        fieldRenames(input.renamedFields, before, type.metafields, input.pathOf("renamed_fields"), problems);
    problems.throwIfAny("object type '" + slug + "' cannot be edited");
    // Readers see the new slug as the `type` of what is published.
    if (type.slug != slug && ObjectStore(sql).hasPublished(bucket.id, slug)) access.requirePublish();
    objects::renameFields(before, renames);
    edited.newFields = newFieldsOf(std::move(before), type);
    if (input.order) moveTo(sql, type, *input.order);
    update(sql, type, "edited", access.actor());
    edited.renamedIn = applier_.renameFields(sql, access, type.bucketId, slug, renames);
    if (type.slug != slug) rename(sql, access, type, slug);
    if (input.singleton.value_or(false) || type.slug != slug) requireSingle(sql, type);
    if (type.slug == slug) return type;
    return *TypeStore(sql).find(bucket.id, type.slug);  // its own metafields may have followed
}

// Versions of the others stay: whoever edits one of them overwrites nothing.
void TypeService::moveTo(Sql& sql, StoredType& type, std::int64_t place) {
    TypeStore store(sql);
    std::int64_t next = 0;
    for (const StoredType& other : store.listAll(type.bucketId)) {
        if (other.id == type.id) continue;
        if (next == place) ++next;
        if (other.position != next) store.setPosition(other.id, next);
        ++next;
    }
    type.position = std::min(place, next);
}

void TypeService::setMetafields(const Bucket& bucket, const TypeInput& input, StoredType& type,
                                Problems& problems) const {
    if (!input.metafields) return requireRegexes(bucket, input, type, problems);
    const JsonArray before = std::move(type.metafields);
    type.metafields = rules_.checkMetafields(bucket, *input.metafields, {nullptr, false, type.enforceValidation},
                                             MetafieldEngine::Subject::ObjectType, input.pathOf("metafields"), problems,
                                             &before, {type.slug});
}

// From now on they run; of all else in the metafields nothing is asked that they were not asked before.
void TypeService::requireRegexes(const Bucket& bucket, const TypeInput& input, const StoredType& type,
                                 Problems& problems) const {
    if (!input.enforceValidation || !input.enforceValidation->value_or(false)) return;
    Problems found;
    rules_.checkMetafields(bucket, type.metafields, {nullptr, false, true}, MetafieldEngine::Subject::ObjectType,
                           input.pathOf("metafields"), found, &type.metafields, {type.slug});
    for (const Problem& one : found.list())
        if (one.path.ends_with(".regex")) problems.add(one.path, one.message);
}

std::vector<std::string> TypeService::newFieldsOf(JsonArray before, const StoredType& type) const {
    MetafieldEngine* engine = services_.find<MetafieldEngine>();
    return engine == nullptr ? std::vector<std::string>() : engine->addMissing(before, type.metafields);
}

// The edit is committed: a count that fails is no reason to call it refused.
std::optional<TypeApplier::Lacking> TypeService::countLacking(const StoredType& type,
                                                              const std::vector<std::string>& newFields) const {
    if (newFields.empty()) return std::nullopt;
    try {
        return applier_.countLacking(type, newFields);
    } catch (...) {
        services_.log().warn("objects that lack a new metafield were not counted: " + faultText());
        return std::nullopt;
    }
}

void TypeService::remove(const Bucket& bucket, const Access& access, const std::string& slug,
                         const std::optional<Precondition>& ifMatch) {
    access.requireWriteObjectTypes();
    const auto write = [&](Sql& sql) {
        fillAlone(services_.events(), bucket.id, bucket.slug);
        const StoredType type = getForUpdate(sql, bucket, slug);
        requireVersion(ifMatch, "object type", slug, type.version);
        TypeStore(sql).remove(type.id);
        followers_.tell(bucket.id, slug, "");
        publish(type, "deleted", access.actor());
    };
    writeVersion([&] { services_.database().write(write); }, [&] { return get(bucket, slug); });
}

void TypeService::insert(Sql& sql, const StoredType& type, const std::string& actor) const {
    try {
        TypeStore(sql).insert(type);
    } catch (const DatabaseError& error) {
        if (error.kind() == DatabaseError::Kind::Duplicate) throw slugTaken(type.slug);
        throw;
    }
    publish(type, "created", actor);
}

void TypeService::update(Sql& sql, const StoredType& type, const char* action, const std::string& actor) const {
    try {
        TypeStore(sql).update(type);
    } catch (const DatabaseError& error) {
        if (error.kind() == DatabaseError::Kind::Duplicate) throw slugTaken(type.slug);
        throw;
    }
    publish(type, action, actor);
}

void TypeService::rename(Sql& sql, const Access& access, const StoredType& type, const std::string& from) const {
    renameObjects(sql, type, from);
    for (StoredType& other : TypeStore(sql).listAllForUpdate(type.bucketId)) {
        if (!renameObjectType(other.metafields, from, type.slug)) continue;
        if (other.id != type.id) ++other.version;
        TypeStore(sql).update(other);
    }
    const std::string mention = "\"object_type\":" + writeJson(Json(from));
    for (StoredObject& object : ObjectStore(sql).findMentioning(type.bucketId, mention)) {
        if (!renameObjectType(object.metafields(), from, type.slug)) continue;
        if (object.draftId.empty() && reachesReaders(object)) access.requirePublish();
        ++object.version;
        ObjectStore(sql).update(object);
    }
    // After the objects are locked: who stores a revision of one, or deletes it, has committed by now, so that what
    // they kept is found.
    renameTypeInUndo(services_, sql, type.bucketId, from, type.slug);
    ObjectTypeRenaming renaming{type.bucketId, from, type.slug};
    services_.events().guard(renaming);
    followers_.tell(type.bucketId, from, type.slug);
    StoredType old = type;
    old.slug = from;
    publish(old, "edited", access.actor());  // whoever keeps something by the old slug drops it
}

void TypeService::renameObjects(Sql& sql, const StoredType& type, const std::string& from) const {
    try {
        ObjectStore(sql).renameType(type.bucketId, from, type.slug);
    } catch (const DatabaseError& error) {
        if (error.kind() != DatabaseError::Kind::Duplicate) throw;
        throw ApiError::conflict("objects left by a deleted type '" + type.slug +
                                 "' have slugs that objects of this type have too; delete them or choose another slug");
    }
}

void TypeService::publish(const StoredType& type, const char* action, const std::string& actor) const {
    ObjectTypeChanged fact;
    fact.change.bucketId = type.bucketId;
    fact.change.kind = "object_type";
    fact.change.type = type.slug;
    fact.change.id = type.id;
    fact.change.action = action;
    fact.change.actor = actor;
    fact.change.readerAction = action;
    if (fact.change.action == "created") followers_.catchUp(type.bucketId);
    services_.events().publish(std::move(fact));
}

}  // namespace inkwell::objects
