#include "presence_service.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <span>
#include <utility>

#include "inkwell/error.h"
#include "inkwell/live_events.h"
#include "inkwell/object_catalog.h"
#include "inkwell/object_versions.h"
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
    std::vector<PlaceKey> gaveWay;
    std::vector<Place> stored = services_.database().write([&](Sql& sql) {
        requireObject(bucket, where.objectId);
        PresenceStore store(sql);
        const Place kept = store.put(place, nowMs - kLifetimeMs);
        if (!known) gaveWay = store.keepLatest(bucket.id, userId, kMostPlaces);
        return std::vector<Place>{kept};
    });
    name(stored);
    for (const PlaceKey& one : gaveWay) board_.remove(one);
    board_.put(stored.front());
    return stored.front();
}

void PresenceService::remove(const Bucket& bucket, const std::string& userId, const std::string& objectId) {
    const PlaceKey key{bucket.id, userId, objectId};
    services_.database().write([&](Sql& sql) { PresenceStore(sql).remove(key); });
    board_.remove(key);
}

std::vector<Place> PresenceService::list(const Bucket& bucket, const std::string& objectId) {
    const std::int64_t after = services_.clock().nowMs() - kLifetimeMs;
    return services_.database().read([&](Sql& sql) {
        std::vector<Place> places = PresenceStore(sql).list(bucket.id, objectId, after, kMostListed);
        name(places);
        return places;
    });
}

void PresenceService::name(std::vector<Place>& places) const {
    std::map<std::string, std::vector<std::string>> ids;  // by bucket
    for (const Place& place : places) ids[place.key.bucketId].push_back(place.key.userId);
    auto* const directory = services_.find<MemberDirectory>();
    std::map<std::string, People> people;
    for (const auto& [bucketId, some] : ids) {
        if (directory != nullptr) people[bucketId] = directory->findMembers(bucketId, some);
    }
    for (Place& place : places) {
        const People& known = people[place.key.bucketId];
        const auto found = known.find(place.key.userId);
        place.user = found == known.end() ? Person{place.key.userId} : found->second;
    }
}

void PresenceService::removeOfObject(const std::string& bucketId, const std::string& objectId) {
    services_.database().write([&](Sql& sql) { PresenceStore(sql).removeOfObject(bucketId, objectId); });
    board_.removeWhere([&](const PlaceKey& key) { return key.bucketId == bucketId && key.objectId == objectId; });
}

void PresenceService::removeOfPerson(const std::string& bucketId, const std::string& userId) {
    services_.database().write([&](Sql& sql) { PresenceStore(sql).removeOfPerson(bucketId, userId); });
    board_.removeWhere([&](const PlaceKey& key) { return key.bucketId == bucketId && key.userId == userId; });
}

void PresenceService::removeOfBucket(const std::string& bucketId) {
    services_.database().write([&](Sql& sql) { PresenceStore(sql).removeOfBucket(bucketId); });
    board_.removeWhere([&](const PlaceKey& key) { return key.bucketId == bucketId; });
}

void PresenceService::follow() {
    const std::int64_t nowMs = services_.clock().nowMs();
    const auto* live = services_.find<LiveEvents>();
    if (live == nullptr || !live->hasMembers()) return board_.expire(nowMs);
    const std::uint64_t begun = board_.begin();
    board_.replace(begun, readAll(nowMs), nowMs);
}

// Only who is new is looked up: the others were named when they came.
std::vector<Place> PresenceService::readAll(std::int64_t nowMs) {
    std::vector<Place> all;
    std::vector<Place> unnamed;
    for (Place& place : services_.database().read(
             [&](Sql& sql) { return PresenceStore(sql).listAll(nowMs - kLifetimeMs, kMostFollowed); })) {
        const std::optional<Place> known = board_.find(place.key, nowMs);
        if (known) place.user = known->user;
        (known ? all : unnamed).push_back(std::move(place));
    }
    name(unnamed);
    std::move(unnamed.begin(), unnamed.end(), std::back_inserter(all));
    return all;
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
    // Locked: an object that is deleted meanwhile takes along who is at it.
    if (auto* versions = services_.find<ObjectVersions>()) versions->lock(bucket, objectId);
    if (catalog->summaries(bucket, std::span(&objectId, 1)).empty()) throw ApiError::notFound("object", objectId);
}

}  // namespace inkwell::presence
