#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "inkwell/database.h"
#include "place.h"

namespace inkwell::presence {

/// The SQL of the table presence_places. Made for one unit of work, on its thread. Methods throw DatabaseError. Places
/// seen at `afterMs` or before are left out.
class PresenceStore {
public:
    explicit PresenceStore(Sql& sql) : sql_(sql) {}

    /// Of one object, or with "" of the whole bucket; at most `limit`.
    std::vector<Place> list(const std::string& bucketId, const std::string& objectId, std::int64_t afterMs,
                            std::int64_t limit);
    /// Of all buckets.
    std::vector<Place> listAll(std::int64_t afterMs, std::int64_t limit);
    /// Keeps `sinceMs` of one who is there already, and returns it as it is stored.
    Place put(const Place& place, std::int64_t afterMs);
    /// Of a person in a bucket, removes all but those seen last; returns what it has removed.
    std::vector<PlaceKey> keepLatest(const std::string& bucketId, const std::string& userId, std::int64_t count);
    void remove(const PlaceKey& key);

    void removeOfObject(const std::string& bucketId, const std::string& objectId);
    void removeOfPerson(const std::string& bucketId, const std::string& userId);
    void removeOfBucket(const std::string& bucketId);
    bool isAnyUntil(std::int64_t timeMs);
    void removeUntil(std::int64_t timeMs);

private:
    Sql& sql_;
};

}  // namespace inkwell::presence
