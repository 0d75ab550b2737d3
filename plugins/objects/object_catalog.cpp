#include "object_catalog.h"

#include "inkwell/text.h"
#include "object_matcher.h"
#include "routes.h"
#include "type_store.h"

namespace inkwell::objects {

namespace {

std::optional<std::int64_t> timeOf(const JsonObject& fields, std::string_view key) {
    return parseIsoTime(textOf(fields, key));
}

// What a query can ask for.
StoredObject storedOf(const ObjectRecord& record) {
    const JsonObject& fields = record.fields;
    StoredObject object;
    object.id = record.id;
    object.type = record.type;
    object.status = record.status;
    object.slug = textOf(fields, "slug");
    object.locale = textOf(fields, "locale");
    object.title = textOf(fields, "title");
    object.createdAtMs = timeOf(fields, "created_at").value_or(0);
    object.modifiedAtMs = timeOf(fields, "modified_at").value_or(0);
    object.publishedAtMs = timeOf(fields, "published_at");
    object.createdBy = textOf(fields, "created_by");
    object.modifiedBy = textOf(fields, "modified_by");
    object.thumbnail = textOf(fields, "thumbnail");
    object.document["content"] = textOf(fields, "content");
    object.metafields() = record.metafields;
    return object;
}

}  // namespace

std::vector<ObjectRecord> StoredObjectCatalog::find(const Bucket& bucket, std::span<const std::string> ids,
                                                    Visibility visibility) {
    if (ids.empty()) return {};
    return services_.database().read(
        [&](Sql& sql) { return view_.records(bucket, ObjectStore(sql).findAll(bucket.id, ids, visibility)); });
}

std::vector<ObjectCatalog::Summary> StoredObjectCatalog::summaries(const Bucket& bucket,
                                                                   std::span<const std::string> ids) {
    if (ids.empty()) return {};
    return services_.database().read([&](Sql& sql) { return ObjectStore(sql).summaries(bucket.id, ids); });
}

std::vector<std::string> StoredObjectCatalog::existingTypes(const Bucket& bucket, std::span<const std::string> slugs) {
    if (slugs.empty()) return {};
    return services_.database().read([&](Sql& sql) { return TypeStore(sql).existing(bucket.id, slugs); });
}

ObjectRecord StoredObjectCatalog::editMetafields(const Bucket& bucket, const Access& access, const std::string& id,
                                                 const std::function<void(JsonArray&)>& edit) {
    return objects_.editMetafields(bucket, access, id, edit);
}

JsonObject StoredObjectCatalog::list(const Bucket& bucket, const Request& request, std::span<const std::string> ids) {
    return std::move(listObjects(bucket, request, services_, objects_, ids).json.as_object());
}

std::vector<bool> StoredObjectCatalog::match(const Bucket& bucket, Visibility visibility, const ListQuery& query,
                                             std::span<const ObjectRecord> records) {
    if (query.isEmpty()) return std::vector<bool>(records.size(), true);
    std::vector<StoredObject> objects;
    objects.reserve(records.size());
    for (const ObjectRecord& record : records) objects.push_back(storedOf(record));
    return services_.database().read([&](Sql& sql) {
        return ObjectMatcher(sql, services_.find<MetafieldEngine>(), bucket.id, visibility, query).match(objects);
    });
}

}  // namespace inkwell::objects
