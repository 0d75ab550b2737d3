#include "presence_service.h"

#include <span>

#include "inkwell/error.h"
#include "inkwell/live_events.h"
#include "inkwell/object_catalog.h"
#include "presence_store.h"
#include "presence_view.h"

namespace inkwell::presence {

namespace {

constexpr std::int64_t kMostListed = 1000;
constexpr std::int64_t kMostFollowed = 10'000;
constexpr int kRetryAfterSeconds = 30;  // a disabled plugin comes back by an operator's hand

}  // namespace

PresenceService::PresenceService(Services& services)
    : services_(services), board_([&services](const Place& place, bool isHere) {
          if (auto* live = services.find<LiveEvents>())
              live->tellMembers(place.key.bucketId, "presence", renderEvent(place, isHere));
      }) {}

Place PresenceService::put(const Bucket& bucket, const std::string& userId, const Whereabouts& where) {
    const std::int64_t nowMs = services_.clock().nowMs();
    const PlaceKey key{bucket.id, userId, where.objectId};
    const std::optional<Place> known = board_.find(key, nowMs);
    if (known && !board_.isNews(key, where.field, nowMs)) return *known;
    const Place place{key, where.field, known ? known->sinceMs : nowMs, nowMs};
    const Place stored = services_.database().write([&](Sql& sql) {
        requireObject(bucket, where.objectId);
        PresenceStore store(sql);
        const Place kept = store.put(place, nowMs - kLifetimeMs);
        if (!known) store.keepLatest(bucket.id, userId, kMostPlaces);
        return kept;
    });
    board_.put(stored);
    return stored;
}

void PresenceService::remove(const Bucket& bucket, const std::string& userId, const std::string& objectId) {
    const PlaceKey key{bucket.id, userId, objectId};
    services_.database().write([&](Sql& sql) { PresenceStore(sql).remove(key); });
    board_.remove(key);
}

std::vector<Place> PresenceService::list(const Bucket& bucket, const std::string& objectId) {
    const std::int64_t after = services_.clock().nowMs() - kLifetimeMs;
    return services_.database().read(
        [&](Sql& sql) { return PresenceStore(sql).list(bucket.id, objectId, after, kMostListed); });
}

void PresenceService::removeOfObject(const std::string& bucketId, const std::string& objectId) {
    services_.database().write([&](Sql& sql) { PresenceStore(sql).removeOfObject(bucketId, objectId); });
}

void PresenceService::removeOfPerson(const std::string& bucketId, const std::string& userId) {
    services_.database().write([&](Sql& sql) { PresenceStore(sql).removeOfPerson(bucketId, userId); });
}

void PresenceService::removeOfBucket(const std::string& bucketId) {
    services_.database().write([&](Sql& sql) { PresenceStore(sql).removeOfBucket(bucketId); });
}

void PresenceService::follow() {
    const std::int64_t nowMs = services_.clock().nowMs();
    const auto* live = services_.find<LiveEvents>();
    if (live == nullptr || !live->hasMembers()) return board_.expire(nowMs);
    const std::uint64_t begun = board_.begin();
    const std::vector<Place> stored = services_.database().read(
        [&](Sql& sql) { return PresenceStore(sql).listAll(nowMs - kLifetimeMs, kMostFollowed); });
    board_.replace(begun, stored, nowMs);
}

// Looks first: a write would wait for other writers, and keep them waiting.
void PresenceService::sweep() {
    const std::int64_t until = services_.clock().nowMs() - kLifetimeMs;
    if (!services_.database().read([&](Sql& sql) { return PresenceStore(sql).isAnyUntil(until); })) return;
    services_.database().write([&](Sql& sql) { PresenceStore(sql).removeUntil(until); });
}

void PresenceService::requireObject(const Bucket& bucket, const std::string& objectId) {
    auto* catalog = services_.find<ObjectCatalog>();
    if (catalog == nullptr) throw ApiError::unavailable("objects are disabled", kRetryAfterSeconds);
    if (catalog->summaries(bucket, std::span(&objectId, 1)).empty()) throw ApiError::notFound("object", objectId);
}

}  // namespace inkwell::presence
