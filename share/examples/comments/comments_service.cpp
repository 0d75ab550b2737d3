#include "comments_service.h"

#include <span>
#include <utility>

#include "inkwell/error.h"
#include "inkwell/object_catalog.h"
#include "inkwell/object_versions.h"

namespace comments_plugin {

using inkwell::Access;
using inkwell::ApiError;
using inkwell::Bucket;
using inkwell::ListParams;
using inkwell::ObjectCatalog;
using inkwell::ObjectVersions;
using inkwell::Sql;

namespace {

constexpr std::int64_t kDayMs = 24LL * 60 * 60 * 1000;

CommentsEntry require(CommentsStore& store, const Bucket& bucket, const std::string& id) {
    std::optional<CommentsEntry> entry = store.find(bucket.id, id);
    if (!entry) throw ApiError::notFound("entry", id);
    return std::move(*entry);
}

std::string readerActionOf(bool wasSeen, bool isSeen) {
    if (wasSeen) return isSeen ? "edited" : "deleted";
    return isSeen ? "created" : "";
}

}  // namespace

void publishChange(inkwell::Services& services, const std::string& actor, const std::string& objectType,
                   const CommentsEntry* before, const CommentsEntry* after) {
    const CommentsEntry& entry = after != nullptr ? *after : *before;
    CommentsChanged fact;
    fact.change.bucketId = entry.bucketId;
    fact.change.kind = "comments";
    fact.change.type = objectType;
    fact.change.id = entry.id;
    fact.change.action = before == nullptr ? "created" : after == nullptr ? "deleted" : "edited";
    fact.change.actor = actor;
    fact.change.readerAction =
        readerActionOf(before != nullptr && before->isApproved, after != nullptr && after->isApproved);
    fact.objectId = entry.objectId;
    services.events().publish(std::move(fact));
}

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
        // Who deletes the object meanwhile waits, and then takes the entry along.
        services_.get<ObjectVersions>().lock(bucket, objectId);
        const std::string type = requireVisible(bucket, objectId);
        CommentsStore(sql).insert(entry);
        publishChange(services_, access.actor(), type, nullptr, &entry);
    });
    // Not inside: after a deadlock the unit of work is run again.
    ++added_;
    return entry;
}

CommentsEntry CommentsService::approve(const Bucket& bucket, const Access& access, const std::string& id,
                                       bool approved) {
    return services_.database().write([&](Sql& sql) {
        CommentsStore store(sql);
        const CommentsEntry before = require(store, bucket, id);
        const std::string type = typeOf(bucket, before.objectId);
        access.requireWriteObjectsOf(type);
        access.requirePublish();
        if (before.isApproved == approved) return before;
        CommentsEntry entry = before;
        entry.isApproved = approved;
        entry.approvedBy = approved ? access.actor() : "";
        store.update(entry);
        publishChange(services_, access.actor(), type, &before, &entry);
        return entry;
    });
}

void CommentsService::remove(const Bucket& bucket, const Access& access, const std::string& id) {
    services_.database().write([&](Sql& sql) {
        CommentsStore store(sql);
        const CommentsEntry entry = require(store, bucket, id);
        store.remove(bucket.id, id);
        publishChange(services_, access.actor(), typeOf(bucket, entry.objectId), &entry, nullptr);
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

}  // namespace comments_plugin
