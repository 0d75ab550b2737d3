#include "autosave_service.h"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "autosave_view.h"
#include "inkwell/error.h"
#include "inkwell/object_catalog.h"
#include "inkwell/object_versions.h"

namespace inkwell::autosave {

namespace {

constexpr std::int64_t kDayMs = 24 * 60 * 60'000;
constexpr std::int64_t kBatch = 200;
constexpr int kRetryAfterSeconds = 30;  // a disabled plugin comes back by an operator's hand
constexpr int kMostBatches = 20;        // the other jobs wait meanwhile

ApiError nothingKept(const std::string& objectId) {
    return ApiError(404, "not_found", "nothing unsaved of object '" + objectId + "' is kept for you");
}

// Among If-Match it is accepted by `*` alone, which asks for something that is kept.
constexpr std::int64_t kNoVersion = -1;

void requireKept(const std::optional<Precondition>& ifMatch, const std::string& objectId,
                 const std::optional<std::int64_t>& savedAtMs) {
    if (!savedAtMs && ifMatch && ifMatch->accepts(kNoVersion)) throw VersionMismatch("autosave of object", objectId, 0);
    requireVersion(ifMatch, "autosave of object", objectId, savedAtMs.value_or(0));
}

std::string typeOf(Services& services, const Bucket& bucket, const std::string& objectId) {
    auto* catalog = services.find<ObjectCatalog>();
    if (catalog == nullptr) throw ApiError::unavailable("objects are disabled", kRetryAfterSeconds);
    std::vector<ObjectCatalog::Summary> found = catalog->summaries(bucket, std::span(&objectId, 1));
    if (found.empty()) throw ApiError::notFound("object", objectId);
    return std::move(found.front().type);
}

}  // namespace

AutosavePage AutosaveService::list(const Bucket& bucket, const std::string& userId, std::int64_t limit,
                                   std::int64_t skip) {
    return services_.database().read([&](Sql& sql) { return AutosaveStore(sql).list(bucket.id, userId, limit, skip); });
}

AutosaveItem AutosaveService::get(const Bucket& bucket, const std::string& userId, const std::string& objectId) {
    std::optional<AutosaveItem> item =
        services_.database().read([&](Sql& sql) { return AutosaveStore(sql).find(bucket.id, objectId, userId); });
    if (!item) {
        typeOf(services_, bucket, objectId);
        throw nothingKept(objectId);
    }
    return std::move(*item);
}

AutosaveItem AutosaveService::put(const Bucket& bucket, const Access& access, const std::string& objectId,
                                  AutosaveEdit edit, const std::optional<Precondition>& ifMatch) {
    AutosaveItem item{
        bucket.id, objectId, access.userId(), edit.baseVersion, services_.clock().nowMs(), std::move(edit.document)};
    const auto replace = [&](Sql& sql) {
        // Locked: an object that is deleted meanwhile takes along what is kept of it.
        if (auto* versions = services_.find<ObjectVersions>()) versions->lock(bucket, objectId);
        access.requireWriteObjectsOf(typeOf(services_, bucket, objectId));
        AutosaveStore store(sql);
        const std::optional<std::int64_t> kept = store.savedAtForUpdate(bucket.id, objectId, item.userId);
        requireKept(ifMatch, objectId, kept);
        // It is the version: clocks stand still for a millisecond, and those of two servers differ.
        if (kept) item.savedAtMs = std::max(item.savedAtMs, *kept + 1);
        store.put(item);
        store.keepNewest(bucket.id, item.userId, settings_.perPerson);
    };
    writeVersion([&] { services_.database().write(replace); }, [&] { return current(bucket, item.userId, objectId); });
    item.document.clear();
    return item;
}

void AutosaveService::remove(const Bucket& bucket, const std::string& userId, const std::string& objectId,
                             const std::optional<Precondition>& ifMatch) {
    const auto forget = [&](Sql& sql) {
        AutosaveStore store(sql);
        const std::optional<std::int64_t> kept = store.savedAtForUpdate(bucket.id, objectId, userId);
        if (!kept) throw nothingKept(objectId);
        requireKept(ifMatch, objectId, kept);
        store.remove(bucket.id, objectId, userId);
    };
    writeVersion([&] { services_.database().write(forget); }, [&] { return current(bucket, userId, objectId); });
}

VersionedRecord AutosaveService::current(const Bucket& bucket, const std::string& userId, const std::string& objectId) {
    const auto item =
        services_.database().read([&](Sql& sql) { return AutosaveStore(sql).find(bucket.id, objectId, userId); });
    return item ? VersionedRecord{renderAutosave(*item), item->savedAtMs} : VersionedRecord();
}

void AutosaveService::removeOfObject(const std::string& bucketId, const std::string& objectId) {
    services_.database().write([&](Sql& sql) { AutosaveStore(sql).removeOfObject(bucketId, objectId); });
}

void AutosaveService::removeOfPerson(const std::string& bucketId, const std::string& userId) {
    services_.database().write([&](Sql& sql) { AutosaveStore(sql).removeOfPerson(bucketId, userId); });
}

void AutosaveService::removeOfBucket(const std::string& bucketId) {
    services_.database().write([&](Sql& sql) { AutosaveStore(sql).removeOfBucket(bucketId); });
}

void AutosaveService::sweep() {
    const std::int64_t before = services_.clock().nowMs() - settings_.keepDays * kDayMs;
    for (int batch = 0; batch < kMostBatches; ++batch) {
        const std::int64_t removed =
            services_.database().write([&](Sql& sql) { return AutosaveStore(sql).removeBefore(before, kBatch); });
        if (removed < kBatch) return;
    }
}

}  // namespace inkwell::autosave
