#include "edit/object_service.h"

#include <memory>
#include <utility>

#include "edit/history.h"
#include "edit/metadata_form.h"
#include "edit/metafield_order.h"
#include "edit/object_content.h"
#include "edit/object_recovery.h"
#include "inkwell/error.h"
#include "inkwell/metafield_engine.h"
#include "types/singleton.h"

namespace inkwell::objects {

namespace {

ApiError notFound(const std::string& id) { return ApiError::notFound("object", id); }

void setStatus(StoredObject& object, const std::string& status, std::int64_t nowMs) {
    if (status == "published" && !object.isPublished()) object.publishedAtMs = nowMs;
    object.status = status;
}

}  // namespace

StoredObject ObjectService::build(const Bucket& bucket, const Access& access, const ObjectInput& input,
                                  const std::optional<StoredType>& type, Problems& problems) const {
    const std::int64_t nowMs = services_.clock().nowMs();
    StoredObject object;
    object.id = services_.ids().next();
    object.bucketId = bucket.id;
    object.type = input.type.value_or("");
    object.title = input.title.value_or("");
    object.slug = input.slug.value_or("");
    object.createdAtMs = object.modifiedAtMs = nowMs;
    object.createdBy = input.createdBy.value_or(access.userId());
    object.modifiedBy = access.userId();
    applySchedule(input, object, problems);
    object.triggerWebhook = input.triggerWebhook;
    setStatus(object, input.status.value_or(object.publishAtMs ? "draft" : "published"), nowMs);

    const StoredType* known = type ? &*type : nullptr;
    if (input.type && !type) problems.add(input.pathOf("type"), "object type '" + *input.type + "' was not found");
    object.locale = input.locale ? rules_.checkLocale(known, *input.locale, input.pathOf("locale"), problems)
                                 : (type ? type->defaultLocale() : "");
    object.thumbnail =
        rules_.checkThumbnail(bucket, input.thumbnail.value_or(""), "", input.pathOf("thumbnail"), problems);

    MetafieldTemplates templates = Rules::templatesOf(known);
    templates.areDefaults = known != nullptr;
    object.document["content"] = input.content.value_or("");
    object.document["options"] = JsonObject{{"slug_field", type ? type->slugField : true},
                                            {"content_editor", type ? type->contentEditor : true}};
    applyOptions(input, object);
    object.metafields() = newMetafields(bucket, input, templates, problems);
    return object;
}

JsonArray ObjectService::newMetafields(const Bucket& bucket, const ObjectInput& input,
                                       const MetafieldTemplates& templates, Problems& problems) const {
    constexpr auto kSubject = MetafieldEngine::Subject::Object;
    if (input.metadata) {
        const std::string path = input.pathOf("metadata");
        Problems own;
        const JsonArray given = metafieldsOf(*input.metadata, {}, templates.metafields, path, own);
        JsonArray checked = rules_.checkMetafields(bucket, given, templates, kSubject, path, own);
        addByKey(own, given, path, problems);
        return checked;
    }
    if (!input.metafields) return rules_.defaultMetafields(bucket, templates, problems);
    return rules_.checkMetafields(bucket, *input.metafields, templates, kSubject, input.pathOf("metafields"), problems);
}

VersionedRecord ObjectService::create(const Bucket& bucket, const Access& access, const ObjectInput& input) {
    const auto created = services_.database().write([&](Sql& sql) {
        Problems problems = input.problems;
        std::optional<StoredType> type;
        if (input.type) {
            access.requireWriteObjectsOf(*input.type);
            // Held until the object is stored, so that whoever deletes the bucket meanwhile finds it.
            type = TypeStore(sql).findForShare(bucket.id, *input.type);
        }
        const auto object = std::make_shared<StoredObject>(build(bucket, access, input, type, problems));
        if (reachesReaders(*object)) access.requirePublish();
        problems.throwIfAny("the object cannot be created");
        checkSingleton(sql, *type);
        const ObjectWriter::By by{access.actor(), input.triggerWebhook};
        if (input.slug) {
            writer_.insert(sql, object, by);
        } else {
            writer_.insertWithDerivedSlug(sql, object, by);
        }
        return object;
    });
    return {view_.afterWrite(bucket, access, *created), created->version};
}

ObjectService::Locked ObjectService::lock(Sql& sql, const std::string& bucketId, const std::string& id) {
    std::optional<ObjectStore::WithType> found = ObjectStore(sql).findForUpdateWithType(bucketId, id);
    if (!found) throw notFound(id);
    const auto object = std::make_shared<StoredObject>(std::move(found->object));
    return {object, types_.rulesOf(bucketId, object->type, std::move(found->typeDocument))};
}

void ObjectService::apply(const Bucket& bucket, const Access& access, const ObjectInput& input, const TypeRules* type,
                          StoredObject& object, Problems& problems) const {
    const std::int64_t nowMs = services_.clock().nowMs();
    applyContent(rules_, bucket, input, type, object, problems);
    if (input.status) setStatus(object, *input.status, nowMs);
    applySchedule(input, object, problems);
    object.modifiedAtMs = nowMs;
    object.modifiedBy = access.userId();
    object.triggerWebhook = input.triggerWebhook;
}

VersionedRecord ObjectService::edit(const Bucket& bucket, const Access& access, const std::string& id,
                                    const ObjectInput& input, const std::optional<Precondition>& ifMatch) {
    const auto edited = writeVersion([&] { return store(bucket, access, id, input, ifMatch); },
                                     [&] { return reader_.current(bucket, access, id); });
    return {view_.afterWrite(bucket, access, *edited), edited->version};
}

std::shared_ptr<const StoredObject> ObjectService::store(const Bucket& bucket, const Access& access,
                                                         const std::string& id, const ObjectInput& input,
                                                         const std::optional<Precondition>& ifMatch) {
    return services_.database().write([&](Sql& sql) -> std::shared_ptr<const StoredObject> {
        Problems problems = input.problems;
        const auto [object, type] = lock(sql, bucket.id, id);
        access.requireWriteObjectsOf(object->type);
        requireVersion(ifMatch, "object", id, object->version);
        const StoredObject before = *object;
        apply(bucket, access, input, type.get(), *object, problems);
        if (reachesReaders(before) || reachesReaders(*object)) access.requirePublish();
        requireMetafieldOrder(sql, access, type.get(), before, *object);
        keepIfWanted(services_, bucket, {before, *object}, type.get(), input.keepRevision, problems);
        problems.throwIfAny("object '" + id + "' cannot be edited");
        writer_.update(sql, object, before, {access.actor(), input.triggerWebhook});
        return object;
    });
}

void ObjectService::remove(const Bucket& bucket, const Access& access, const std::string& id, bool triggerWebhook,
                           const std::optional<Precondition>& ifMatch) {
    const auto write = [&](Sql& sql) {
        const auto object = getForUpdate(sql, bucket.id, id);
        access.requireWriteObjectsOf(object->type);
        requireVersion(ifMatch, "object", id, object->version);
        if (reachesReaders(*object)) access.requirePublish();
        keepInTrash(services_, bucket, access, *object);
        writer_.remove(sql, object, {access.actor(), triggerWebhook});
    };
    writeVersion([&] { services_.database().write(write); }, [&] { return reader_.current(bucket, access, id); });
}

void ObjectService::editMetafields(const Bucket& bucket, const Access& access, const std::string& id,
                                   const ObjectCatalog::MetafieldEdit& change) {
    services_.database().write([&](Sql& sql) {
        const auto [object, type] = lock(sql, bucket.id, id);
        access.requireWriteObjectsOf(object->type);
        if (reachesReaders(*object)) access.requirePublish();
        const StoredObject before = *object;
        change({object->metafields(), Rules::templatesOf(type.get()), object->version});
        requireMetafieldOrder(sql, access, type.get(), before, *object);
        object->modifiedAtMs = services_.clock().nowMs();
        object->modifiedBy = access.userId();
        keepIfTypeSays(services_, bucket, {before, *object}, type.get());
        writer_.update(sql, object, before, {access.actor(), false});
    });
}

}  // namespace inkwell::objects
