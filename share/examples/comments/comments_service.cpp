#include "comments_service.h"

#include <span>
#include <utility>

#include "inkwell/error.h"
#include "inkwell/object_catalog.h"

namespace comments_plugin {

using inkwell::Access;
using inkwell::ApiError;
using inkwell::Bucket;
using inkwell::ListParams;
using inkwell::ObjectCatalog;
using inkwell::Sql;

namespace {

constexpr std::int64_t kDayMs = 24LL * 60 * 60 * 1000;

CommentsEntry require(CommentsStore& store, const Bucket& bucket, const std::string& id) {
    std::optional<CommentsEntry> entry = store.find(bucket.id, id);
    if (!entry) throw ApiError::notFound("entry", id);
    return std::move(*entry);
}

}  // namespace

std::string CommentsService::requireVisible(const Bucket& bucket, const std::string& objectId) {
    const auto found =
        services_.get<ObjectCatalog>().find(bucket, std::span(&objectId, 1), inkwell::Visibility::Published);
    if (found.empty()) throw ApiError::notFound("object", objectId);
    return found.front().type;
}

std::string CommentsService::typeOf(const Bucket& bucket, const std::string& objectId) {
    const auto found = services_.get<ObjectCatalog>().summaries(bucket, std::span(&objectId, 1));
    return found.empty() ? "" : found.front().type;
}

CommentsPage CommentsService::listApproved(const Bucket& bucket, const std::string& objectId,
                                           const ListParams& params) {
    return services_.database().read([&](Sql& sql) {
        requireVisible(bucket, objectId);
        return CommentsStore(sql).listApproved(bucket.id, objectId, params);
    });
}

CommentsPage CommentsService::listWaiting(const Bucket& bucket, const ListParams& params) {
    return services_.database().read([&](Sql& sql) { return CommentsStore(sql).listWaiting(bucket.id, params); });
}

CommentsEntry CommentsService::add(const Bucket& bucket, const Access& access, const std::string& objectId,
                                   const NewEntry& given) {
    CommentsEntry entry;
    entry.id = services_.ids().next();
    entry.bucketId = bucket.id;
    entry.objectId = objectId;
    entry.author = given.author;
    entry.text = given.text;
    entry.isApproved = !settings_.moderated;
    entry.createdAtMs = services_.clock().nowMs();
    services_.database().write([&](Sql& sql) {
        const std::string type = requireVisible(bucket, objectId);
        CommentsStore(sql).insert(entry);
        publish(access, entry, type, "created", entry.isApproved ? "created" : "");
    });
    // Not inside: after a deadlock the unit of work is run again.
    ++added_;
    return entry;
}

CommentsEntry CommentsService::approve(const Bucket& bucket, const Access& access, const std::string& id,
                                       bool approved) {
    return services_.database().write([&](Sql& sql) {
        CommentsStore store(sql);
        CommentsEntry entry = require(store, bucket, id);
        const std::string type = typeOf(bucket, entry.objectId);
        access.requireWriteObjectsOf(type);
        access.requirePublish();
        if (entry.isApproved == approved) return entry;
        entry.isApproved = approved;
        entry.approvedBy = approved ? access.actor() : "";
        store.update(entry);
        publish(access, entry, type, "edited", approved ? "created" : "deleted");
        return entry;
    });
}

void CommentsService::remove(const Bucket& bucket, const Access& access, const std::string& id) {
    services_.database().write([&](Sql& sql) {
        CommentsStore store(sql);
        const CommentsEntry entry = require(store, bucket, id);
        store.remove(bucket.id, id);
        publish(access, entry, typeOf(bucket, entry.objectId), "deleted", entry.isApproved ? "deleted" : "");
    });
}

void CommentsService::removeOfObject(const std::string& bucketId, const std::string& objectId) {
    services_.database().write([&](Sql& sql) { CommentsStore(sql).removeOfObject(bucketId, objectId); });
}

void CommentsService::removeOfBucket(const std::string& bucketId) {
    services_.database().write([&](Sql& sql) { CommentsStore(sql).removeOfBucket(bucketId); });
}

void CommentsService::sweep() {
    waiting_ = services_.database().write([&](Sql& sql) {
        CommentsStore store(sql);
        if (settings_.keepWaitingDays > 0) {
            store.removeWaitingBefore(services_.clock().nowMs() - settings_.keepWaitingDays * kDayMs);
        }
        return store.countWaiting();
    });
}

void CommentsService::publish(const Access& access, const CommentsEntry& entry, const std::string& objectType,
                              const char* action, const char* readerAction) {
    CommentsChanged fact;
    fact.change.bucketId = entry.bucketId;
    fact.change.kind = "comments";
    fact.change.type = objectType;
    fact.change.id = entry.id;
    fact.change.action = action;
    fact.change.actor = access.actor();
    fact.change.readerAction = readerAction;
    fact.objectId = entry.objectId;
    services_.events().publish(std::move(fact));
}

}  // namespace comments_plugin
