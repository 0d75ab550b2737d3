#include "likes_service.h"

#include <span>
#include <utility>

#include "inkwell/error.h"
#include "inkwell/object_catalog.h"

namespace likes_plugin {

using inkwell::Access;
using inkwell::ApiError;
using inkwell::Bucket;
using inkwell::ObjectCatalog;
using inkwell::Sql;

std::string LikesService::requireObject(const Bucket& bucket, const Access& access, const std::string& objectId) {
    const auto found = services_.get<ObjectCatalog>().summaries(bucket, std::span(&objectId, 1));
    if (found.empty()) throw ApiError::notFound("object", objectId);
    access.requireWriteObjectsOf(found.front().type);
    return found.front().type;
}

LikesOfObject LikesService::get(const Bucket& bucket, const std::string& objectId) {
    return services_.database().read([&](Sql& sql) {
        const auto visible =
            services_.get<ObjectCatalog>().find(bucket, std::span(&objectId, 1), inkwell::Visibility::Published);
        if (visible.empty()) throw ApiError::notFound("object", objectId);
        return LikesStore(sql).get(objectId, shownVisitors_);
    });
}

LikesOfObject LikesService::add(const Bucket& bucket, const Access& access, const std::string& objectId,
                                const std::string& visitor) {
    bool added = false;
    LikesOfObject result = services_.database().write([&](Sql& sql) {
        const std::string type = requireObject(bucket, access, objectId);
        LikesStore store(sql);
        added = store.insert({bucket.id, objectId, visitor, services_.clock().nowMs()});
        LikesOfObject now = store.get(objectId, shownVisitors_);
        if (added) publish(bucket, access, type, objectId, "created", now.count);
        return now;
    });
    // Not inside: after a deadlock the unit of work is run again.
    if (added) ++given_;
    return result;
}

LikesOfObject LikesService::remove(const Bucket& bucket, const Access& access, const std::string& objectId,
                                   const std::string& visitor) {
    return services_.database().write([&](Sql& sql) {
        const std::string type = requireObject(bucket, access, objectId);
        LikesStore store(sql);
        const bool removed = store.remove(objectId, visitor);
        LikesOfObject now = store.get(objectId, shownVisitors_);
        if (removed) publish(bucket, access, type, objectId, "deleted", now.count);
        return now;
    });
}

void LikesService::removeOfObject(const std::string& objectId) {
    services_.database().write([&](Sql& sql) { LikesStore(sql).removeOfObject(objectId); });
}

void LikesService::removeOfBucket(const std::string& bucketId) {
    services_.database().write([&](Sql& sql) { LikesStore(sql).removeOfBucket(bucketId); });
}

void LikesService::publish(const Bucket& bucket, const Access& access, const std::string& objectType,
                           const std::string& objectId, const char* action, std::int64_t count) {
    LikesChanged fact;
    fact.change.bucketId = bucket.id;
    fact.change.kind = "likes";
    fact.change.type = objectType;
    fact.change.id = objectId;
    fact.change.action = action;
    fact.change.actor = access.actor();
    fact.count = count;
    services_.events().publish(std::move(fact));
}

}  // namespace likes_plugin
