#include "board.h"

#include <set>

namespace inkwell::presence {

bool Board::isNews(const PlaceKey& key, const std::string& field, std::int64_t nowMs) const {
    const std::lock_guard lock(mutex_);
    const auto found = places_.find(key);
    if (found == places_.end() || found->second.field != field) return true;
    return nowMs - found->second.seenAtMs >= kRefreshMs;
}

std::optional<Place> Board::find(const PlaceKey& key, std::int64_t nowMs) const {
    const std::lock_guard lock(mutex_);
    const auto found = places_.find(key);
    if (found == places_.end() || nowMs - found->second.seenAtMs >= kLifetimeMs) return std::nullopt;
    return found->second;
}

void Board::put(const Place& place) {
    const std::lock_guard lock(mutex_);
    ++said_;
    putLocked(place);
}

void Board::putLocked(const Place& place) {
    const auto [known, isNew] = places_.try_emplace(place.key, place);
    const bool isElsewhere = known->second.field != place.field;
    known->second = place;
    if (isNew || isElsewhere) tell_(place, true);
}

void Board::remove(const PlaceKey& key) {
    const std::lock_guard lock(mutex_);
    ++said_;
    const auto found = places_.find(key);
    if (found == places_.end()) return;
    const Place left = found->second;
    places_.erase(found);
    tell_(left, false);
}

void Board::removeWhere(const std::function<bool(const PlaceKey& key)>& isGone) {
    const std::lock_guard lock(mutex_);
    ++said_;
    for (auto one = places_.begin(); one != places_.end();) {
        if (!isGone(one->first)) {
            ++one;
            continue;
        }
        tell_(one->second, false);
        one = places_.erase(one);
    }
}

std::uint64_t Board::begin() const {
    const std::lock_guard lock(mutex_);
    return said_;
}

void Board::replace(std::uint64_t begun, const std::vector<Place>& stored, std::int64_t nowMs) {
    const std::lock_guard lock(mutex_);
    if (begun != said_) return expireLocked(nowMs);
    std::set<PlaceKey> keys;
    for (const Place& place : stored) {
        keys.insert(place.key);
        putLocked(place);
    }
    for (auto one = places_.begin(); one != places_.end();) {
        if (keys.contains(one->first)) {
            ++one;
            continue;
        }
        tell_(one->second, false);
        one = places_.erase(one);
    }
}

void Board::expire(std::int64_t nowMs) {
    const std::lock_guard lock(mutex_);
    expireLocked(nowMs);
}

void Board::expireLocked(std::int64_t nowMs) {
    for (auto one = places_.begin(); one != places_.end();) {
        if (nowMs - one->second.seenAtMs < kLifetimeMs) {
            ++one;
            continue;
        }
        tell_(one->second, false);
        one = places_.erase(one);
    }
}

}  // namespace inkwell::presence
