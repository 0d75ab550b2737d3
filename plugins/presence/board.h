#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

#include "place.h"

namespace inkwell::presence {

/// Who this server believes is where, to tell members only of what is new. Any thread. `Tell` is called under the lock,
/// so in the order of what happened; it must be quick.
class Board {
public:
    /// `isHere`: came, or went on to another field. Otherwise they left, or were not heard of for too long.
    using Tell = std::function<void(const Place& place, bool isHere)>;

    explicit Board(Tell tell) : tell_(std::move(tell)) {}

    /// Whether storing this would tell the database nothing new: the same field, said a moment ago.
    bool isNews(const PlaceKey& key, const std::string& field, std::int64_t nowMs) const;
    /// What the board has of it, while it counts.
    std::optional<Place> find(const PlaceKey& key, std::int64_t nowMs) const;
    /// Somebody said so to this server, and it is stored.
    void put(const Place& place);
    void remove(const PlaceKey& key);
    /// Of those whose places are stored no longer.
    void removeWhere(const std::function<bool(const PlaceKey& key)>& isGone);

    /// Takes over what the database holds, unless put() or remove() came since `begin()`: the reading may be older.
    std::uint64_t begin() const;
    void replace(std::uint64_t begun, const std::vector<Place>& stored, std::int64_t nowMs);
    /// Drops who was not heard of for too long.
    void expire(std::int64_t nowMs);

private:
    void putLocked(const Place& place);
    void expireLocked(std::int64_t nowMs);

    const Tell tell_;
    mutable std::mutex mutex_;
    std::map<PlaceKey, Place> places_;
    std::uint64_t said_ = 0;
};

}  // namespace inkwell::presence
