#pragma once

#include <compare>
#include <cstdint>
#include <string>

#include "inkwell/member_directory.h"

namespace inkwell::presence {

/// So long after they last said so somebody counts as being there.
inline constexpr std::int64_t kLifetimeMs = 45'000;
/// The same news is not stored again before this time has passed.
inline constexpr std::int64_t kRefreshMs = 15'000;
/// Objects of a bucket that one person can be in; the one they said least lately gives way.
inline constexpr std::int64_t kMostPlaces = 20;

struct PlaceKey {
    std::string bucketId;
    std::string userId;
    std::string objectId;

    auto operator<=>(const PlaceKey&) const = default;
};

/// One person in one object: a row of presence_places.
struct Place {
    PlaceKey key;
    std::string field;  // "": none in particular
    std::int64_t sinceMs = 0;
    std::int64_t seenAtMs = 0;
    Person user = {};  // who that is; not in the table
};

}  // namespace inkwell::presence
