#include "bulk/object_move.h"

#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <tuple>
#include <utility>

#include "inkwell/error.h"
#include "store/object_store.h"
#include "types/type_store.h"

namespace inkwell::objects {

namespace {

// Beyond this, which no file of ours has, positions are given anew.
constexpr std::int64_t kFarthest = std::int64_t{1} << 61;

bool isUsable(std::int64_t position) { return position >= -kFarthest && position <= kFarthest; }

bool isPast(const ObjectPlace& place, const ObjectPlace& last) {
    return std::tie(place.position, place.createdAtMs, place.id) > std::tie(last.position, last.createdAtMs, last.id);
}

[[noreturn]] void refuseSoMany() {
    throw ApiError::badRequest("the objects cannot be moved: more than " + std::to_string(ObjectMove::kMostNumbered) +
                               " would get new positions");
}

using NewPositions = std::vector<std::pair<std::string, std::int64_t>>;

// Positions for all up to `last` behind those that have one already. None where these are not all different.
NewPositions addedUpTo(const ObjectPlace& last, const std::vector<ObjectPlace>& places) {
    NewPositions added;
    std::optional<std::int64_t> before;
    for (const ObjectPlace& place : places) {
        const bool hasNone = place.position == kNoPosition;
        if (hasNone && isPast(place, last)) break;
        const std::int64_t position = hasNone ? before.value_or(0) + ObjectMove::kStep : place.position;
        if (!isUsable(position) || (before && position <= *before)) return {};
        if (hasNone) added.emplace_back(place.id, position);
        before = position;
    }
    return added;
}

// Positions for all that have one and all up to `last`, in their order.
NewPositions allUpTo(const ObjectPlace& last, const std::vector<ObjectPlace>& places) {
    NewPositions all;
    for (const ObjectPlace& place : places) {
        if (place.position == kNoPosition && isPast(place, last)) break;
        all.emplace_back(place.id, ObjectMove::kStep * (static_cast<std::int64_t>(all.size()) + 1));
    }
    return all;
}

// Positions that are there stay if they can: an undo knows an object by the one that it gave it.
void numberAll(PositionStore& store, const ObjectPlace& last) {
    const std::vector<ObjectPlace> places = store.first(ObjectMove::kMostNumbered + 1);
    NewPositions positions = addedUpTo(last, places);
    if (positions.empty()) positions = allUpTo(last, places);
    if (static_cast<std::int64_t>(positions.size()) > ObjectMove::kMostNumbered) refuseSoMany();
    for (const auto& [id, position] : positions) store.set(id, position);
}

std::vector<std::string> idsOf(const std::vector<ObjectPlace>& places) {
    std::vector<std::string> ids;
    ids.reserve(places.size());
    for (const ObjectPlace& place : places) ids.push_back(place.id);
    return ids;
}

// The first that is not moved itself: one more place than there are of these has another one.
std::optional<ObjectPlace> nearestOf(const std::vector<ObjectPlace>& places, const std::vector<std::string>& moved) {
    const std::set<std::string_view> ids(moved.begin(), moved.end());
    for (const ObjectPlace& place : places)
        if (ids.count(place.id) == 0) return place;
    return std::nullopt;
}

// Whether each has a position of its own, which no other object shares.
bool areDistinct(PositionStore& store, const std::vector<ObjectPlace>& places) {
    std::set<std::int64_t> positions;
    for (const ObjectPlace& place : places) {
        if (!isUsable(place.position) || !positions.insert(place.position).second) return false;
    }
    return store.countAt({positions.begin(), positions.end()}) == static_cast<std::int64_t>(positions.size());
}

}  // namespace

// Whoever moves objects of a type holds it: two moves at once would both believe in the room they find.
ObjectMove::ObjectMove(Sql& sql, const std::string& bucketId, const Access& access, const BulkRequest& request)
    : request_(request), type_(typeOf(sql, bucketId)) {
    if (type_.empty()) return;
    access.requireWriteObjectsOf(type_);  // before anything waits for this or is numbered
    TypeStore(sql).findForUpdate(bucketId, type_);
    PositionStore store(sql, bucketId, type_);
    if (request.beside.empty()) {
        dealOut(store);
    } else {
        putBeside(store);
    }
}

std::int64_t ObjectMove::positionOf(const std::string& id, std::int64_t position) const {
    const auto found = positions_.find(id);
    return found == positions_.end() ? position : found->second;
}

std::string ObjectMove::typeOf(Sql& sql, const std::string& bucketId) {
    ObjectStore objects(sql);
    if (!request_.beside.empty()) {
        const auto beside = objects.summaries(bucketId, std::span(&request_.beside, 1));
        if (!beside.empty()) return beside.front().type;
        const std::string name = request_.behind ? "after" : "before";
        Problems problems;
        problems.add(name, "object '" + request_.beside + "' was not found");
        problems.throwIfAny("the objects cannot be changed");
    }
    for (const std::string& id : request_.ids) {
        const auto found = objects.summaries(bucketId, std::span(&id, 1));
        if (!found.empty()) return found.front().type;
    }
    return {};
}

void ObjectMove::dealOut(PositionStore& store) {
    Places places = store.placesOf(request_.ids);
    if (places.size() != request_.ids.size() || idsOf(places) == request_.ids) return;
    if (!areDistinct(store, places)) {
        numberAll(store, places.back());
        places = store.placesOf(request_.ids);
    }
    for (std::size_t i = 0; i < places.size(); ++i) positions_[request_.ids[i]] = places[i].position;
}

ObjectPlace ObjectMove::placeOf(PositionStore& store, const std::string& id) {
    Places places = store.placesOf(std::span(&id, 1));
    if (places.empty()) throw ApiError::conflict("object '" + id + "' was changed meanwhile; try again");
    return std::move(places.front());
}

bool ObjectMove::isInPlace(PositionStore& store, const ObjectPlace& beside) {
    const auto count = static_cast<std::int64_t>(request_.ids.size());
    std::vector<std::string> there = idsOf(request_.behind ? store.behind(beside, count) : store.before(beside, count));
    if (!request_.behind) std::reverse(there.begin(), there.end());
    return there == request_.ids;
}

void ObjectMove::putBeside(PositionStore& store) {
    const ObjectPlace beside = placeOf(store, request_.beside);
    if (isInPlace(store, beside) || fit(store, beside)) return;
    numberAll(store, beside);
    fit(store, placeOf(store, request_.beside));
}

bool ObjectMove::fit(PositionStore& store, const ObjectPlace& beside) {
    if (!isUsable(beside.position)) return false;
    const auto count = static_cast<std::int64_t>(request_.ids.size());
    const std::optional<ObjectPlace> next =
        nearestOf(request_.behind ? store.behind(beside, count + 1) : store.before(beside, count + 1), request_.ids);
    const std::int64_t room = kStep * (count + 1);
    std::int64_t low = request_.behind ? beside.position : beside.position - room;
    std::int64_t high = request_.behind ? beside.position + room : beside.position;
    if (next && next->position != kNoPosition) (request_.behind ? high : low) = next->position;
    if (!isUsable(low) || !isUsable(high)) return false;
    const std::int64_t step = (high - low) / (count + 1);
    if (step < 1) return false;
    for (std::int64_t i = 0; i < count; ++i) {
        positions_[request_.ids[static_cast<std::size_t>(i)]] = low + step * (i + 1);
    }
    return true;
}

}  // namespace inkwell::objects
