#include "object_catalog.h"

#include "inkwell/error.h"
#include "routes.h"
#include "type_store.h"

namespace inkwell::objects {

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

std::vector<bool> StoredObjectCatalog::match(const Bucket&, Visibility, const ListQuery&,
                                             std::span<const ObjectRecord> records) {
    return std::vector<bool>(records.size(), true);
}

ObjectRecord StoredObjectCatalog::revise(const Bucket&, const Access&, const std::string& objectId, const std::string&,
                                         const JsonObject&) {
    throw ApiError::notFound("object", objectId);
}

}  // namespace inkwell::objects
