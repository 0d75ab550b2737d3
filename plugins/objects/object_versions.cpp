#include "object_versions.h"

#include <span>
#include <utility>

#include "inkwell/error.h"
#include "read/object_view.h"
#include "store/object_store.h"

namespace inkwell::objects {

std::int64_t StoredObjectVersions::versionOf(const Bucket& bucket, const std::string& id) {
    return services_.database().read([&](Sql& sql) {
        const std::optional<std::int64_t> version = ObjectStore(sql).versionOf(bucket.id, id);
        if (!version) throw ApiError::notFound("object", id);
        return *version;
    });
}

std::int64_t StoredObjectVersions::lock(const Bucket& bucket, const std::string& id) {
    return services_.database().write([&](Sql& sql) {
        const std::optional<std::int64_t> version = ObjectStore(sql).versionForUpdate(bucket.id, id);
        if (!version) throw ApiError::notFound("object", id);
        return *version;
    });
}

std::optional<ObjectRecord> StoredObjectVersions::find(const Bucket& bucket, const std::string& id, Which which) {
    return services_.database().read([&](Sql& sql) -> std::optional<ObjectRecord> {
        ObjectStore store(sql);
        std::optional<StoredObject> found = store.find(bucket.id, id, Visibility::Any);
        if (!found || (which == Which::Draft && found->draftId.empty())) return std::nullopt;
        if (which == Which::Live && !found->draftId.empty()) {
            found = std::move(store.findAllLive(bucket.id, std::span(&id, 1)).at(0));
        }
        return storedRecordOf(std::move(*found));
    });
}

void StoredObjectVersions::edit(const Bucket& bucket, const Access& access, const std::string& id,
                                const JsonObject& body, const Restoring& restoring) {
    ObjectInput input = parseObjectEdit(body, services_.clock().nowMs());
    input.checkedKeys = restoring.metafields;
    objects_.store(bucket, access, id, input, std::nullopt);
}

}  // namespace inkwell::objects
