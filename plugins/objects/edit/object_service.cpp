#include "edit/object_service.h"

#include <algorithm>
#include <array>
#include <memory>
#include <set>
#include <utility>

#include "bulk/undo_store.h"
#include "edit/history.h"
#include "edit/metadata_form.h"
#include "edit/metafield_order.h"
#include "edit/object_content.h"
#include "edit/object_recovery.h"
#include "inkwell/change_log.h"
#include "inkwell/error.h"
#include "inkwell/metafield_engine.h"
#include "inkwell/props.h"
#include "read/answer_parts.h"
#include "read/object_search.h"
#include "read/object_text.h"
#include "store/field_store.h"
#include "types/singleton.h"
#include "types/type_rename_store.h"

namespace inkwell::objects {

namespace {

ApiError notFound(const std::string& id) { return ApiError::notFound("object", id); }

std::optional<ObjectPlace> findAfter(Sql& sql, const ObjectScope& scope, const std::string& id) {
    if (id.empty()) return std::nullopt;
    std::optional<ObjectPlace> place = ObjectListStore(sql, scope).findPlace(id);
    if (!place) {
        const std::string what = "names the object '" + id + "', which was not found; begin again without it";
        throw ApiError::badRequest("the parameter 'after' " + what, {{"after", what}});
    }
    return place;
}

ObjectPage readList(Sql& sql, MetafieldEngine* engine, const ObjectScope& scope, const ObjectListRequest& asked,
                    const ListReading& reading) {
    const std::optional<ObjectPlace> after = findAfter(sql, scope, asked.after);
    if (scope.onlyIds && scope.onlyIds->empty()) return {};
    return isExact(asked.query) ? ObjectListStore(sql, scope, reading).list(asked.params, asked.query, after)
                                : searchObjects(sql, engine, scope, asked.params, asked.query, after, reading);
}

// What an answer needs of documents.
Documents documentsOf(const RenderOptions& options) {
    static constexpr std::array<std::string_view, 4> kInDocuments = {"content", "options", "metadata", "metafields"};
    const bool shows = options.props == nullptr ||
                       std::any_of(kInDocuments.begin(), kInDocuments.end(),
                                   [&](std::string_view name) { return options.props->find(name) != nullptr; });
    return shows ? Documents::Text : Documents::None;
}

// Whether the answer is made of texts and has all that is related in it: MetafieldEngine::renderText.
bool showsRelated(const RenderOptions& options) {
    const Props& props = options.props == nullptr ? Props::everything() : *options.props;
    const Props* metadata = props.find("metadata");
    return metadata != nullptr && metadata->isEverything() && !options.showMetafields;
}

// What cannot be made a text is left to whoever wants it, who reads it again and says so.
void addAtHand(std::span<const StoredObject> found, std::vector<std::string> asked, ReadTogether& together) {
    std::vector<ObjectText> texts;
    for (const StoredObject& one : found) {
        if (std::find(asked.begin(), asked.end(), one.id) == asked.end()) continue;
        try {
            texts.push_back(objectTextOf(one, Props::everything()));
        } catch (const std::exception&) {
            std::erase(asked, one.id);
        }
    }
    together.add(asked, std::move(texts));
}

void setStatus(StoredObject& object, const std::string& status, std::int64_t nowMs) {
    if (status == "published" && !object.isPublished()) object.publishedAtMs = nowMs;
    object.status = status;
}

}  // namespace

ObjectService::Shown ObjectService::get(const Bucket& bucket, const std::string& id, const RenderOptions& options,
                                        bool mayBeReplica) {
    const bool isRelated = showsRelated(options);
    const std::vector<std::string> guess = isRelated ? related_.of(id, options) : std::vector<std::string>();
    std::vector<std::string> ids = guess;
    if (std::find(ids.begin(), ids.end(), id) == ids.end()) ids.push_back(id);
    std::vector<StoredObject> found = gathered_.find(services_.database(), bucket.id, std::move(ids),
                                                     {options.visibility, documentsOf(options), mayBeReplica});
    return services_.database().read([&](Sql&) {
        const auto wanted = std::find_if(found.begin(), found.end(), [&](const auto& one) { return one.id == id; });
        if (wanted == found.end()) throw notFound(id);
        ReadTogether together(options.visibility);
        addAtHand(found, guess, together);
        const std::int64_t version = wanted->version;
        std::vector<StoredObject> one;
        one.push_back(std::move(*wanted));
        Shown shown{view_.renderText(bucket, std::move(one), options), version};
        if (isRelated && together.wanted() != guess) related_.keep(id, options, together.wanted());
        return shown;
    });
}

VersionedRecord ObjectService::written(const Bucket& bucket, const Access& access, const std::string& id) {
    return services_.database().read([&](Sql& sql) {
        const std::optional<StoredObject> object = ObjectStore(sql).find(bucket.id, id, Visibility::Any);
        if (!object) throw notFound(id);
        return VersionedRecord{view_.afterWrite(bucket, access, *object), object->version};
    });
}

VersionedRecord ObjectService::current(const Bucket& bucket, const Access& access, const std::string& id) {
    if (access.mayReadDrafts(bucket)) return written(bucket, access, id);
    return services_.database().read([&](Sql& sql) {
        ObjectStore store(sql);
        const std::optional<std::int64_t> version = store.versionOf(bucket.id, id);
        if (!version) throw notFound(id);
        VersionedRecord current{{}, *version};
        if (!access.mayRead()) return current;
        const std::optional<StoredObject> object = store.find(bucket.id, id, Visibility::Published);
        if (object) current = {view_.afterWrite(bucket, access, *object), object->version};
        return current;
    });
}

ListReading ObjectService::readingOf(const Bucket& bucket, const ObjectListRequest& asked) {
    ListReading reading{asked.options.memory, documentsOf(asked.options)};
    reading.known = &known_;
    reading.origin = {bucket.id, {}, known_.stamp()};
    addPartsOfList(asked.query, "", reading.origin.parts);
    return reading;
}

void ObjectService::checkFound(const Bucket& bucket, bool isEmpty) const {
    if (!isEmpty || !services_.server().hostedClients) return;
    throw ApiError(404, "not_found", "No objects found for your query, in bucket '" + bucket.slug + "'");
}

ObjectService::ListText ObjectService::listText(const Bucket& bucket, const ObjectListRequest& asked, bool counts,
                                                bool fromDatabase) {
    ListReading reading = readingOf(bucket, asked);
    reading.counts = counts;
    if (fromDatabase) reading.isCurrent = [this] { return services_.changes().isAllAnnounced(); };
    ListText list = services_.database().read([&](Sql& sql) {
        const ObjectScope scope{bucket.id, asked.options.visibility, {}, fields_.pathsOf(bucket.id)};
        ObjectPage page = readList(sql, services_.find<MetafieldEngine>(), scope, asked, reading);
        return ListText{view_.renderText(bucket, std::move(page.objects), asked.options), page.total};
    });
    addPartsOfList(asked.query, asked.after, list.objects.madeOf);
    checkFound(bucket, list.total == 0 && list.objects.text.size() == 0);
    return list;
}

std::vector<std::string> ObjectService::ids(const Bucket& bucket, const ObjectListRequest& asked) {
    ListReading reading = readingOf(bucket, asked);
    reading.documents = Documents::None;
    reading.counts = false;
    const ObjectPage page = services_.database().read([&](Sql& sql) {
        const ObjectScope scope{bucket.id, asked.options.visibility, {}, fields_.pathsOf(bucket.id)};
        return readList(sql, services_.find<MetafieldEngine>(), scope, asked, reading);
    });
    std::vector<std::string> ids;
    ids.reserve(page.objects.size());
    for (const StoredObject& object : page.objects) ids.push_back(object.id);
    return ids;
}

ObjectList ObjectService::listOf(const Bucket& bucket, const ObjectListRequest& asked,
                                 std::span<const std::string> ids) {
    RenderOptions options = asked.options;
    options.openOnly = std::make_shared<const std::set<std::string, std::less<>>>(ids.begin(), ids.end());
    ObjectList list = services_.database().read([&](Sql& sql) {
        const ObjectScope scope{bucket.id, options.visibility, ids};
        ObjectPage page = readList(sql, services_.find<MetafieldEngine>(), scope, asked, {options.memory});
        RenderedObjects rendered = view_.render(bucket, view_.records(bucket, std::move(page.objects)), options);
        ObjectList made{JsonArray(options.memory), page.total, std::move(rendered.madeOf)};
        made.objects.reserve(rendered.objects.size());
        for (JsonObject& object : rendered.objects) made.objects.push_back(std::move(object));
        return made;
    });
    addPartsOfList(asked.query, asked.after, list.madeOf);
    checkFound(bucket, list.total == 0 && list.objects.empty());
    return list;
}

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
                                     [&] { return current(bucket, access, id); });
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
        keepReplaced(services_, bucket, {before, *object}, type.get(), input.keepRevision, problems);
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
    writeVersion([&] { services_.database().write(write); }, [&] { return current(bucket, access, id); });
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
        keepReplaced(services_, bucket, {before, *object}, type.get());
        writer_.update(sql, object, before, {access.actor(), false});
    });
}

void ObjectService::removeBucket(const std::string& bucketId) {
    services_.database().write([&](Sql& sql) {
        TypeStore(sql).removeOfBucket(bucketId);  // first: it waits for creators, who hold their type
        FieldStore(sql).removeOfBucket(bucketId);
        UndoStore(sql).removeOfBucket(bucketId);
        TypeRenameStore(sql).removeOfBucket(bucketId);
        ObjectStore(sql).removeOfBucket(bucketId);
    });
}

}  // namespace inkwell::objects
