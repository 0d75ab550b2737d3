#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "bulk/bulk_input.h"
#include "inkwell/access.h"
#include "inkwell/database.h"
#include "store/position_store.h"

namespace inkwell::objects {

/// Where objects of one type go with the action `move`: found in the unit of work that moves them, before it loads
/// them. Where there is no room between two positions it gives the type's objects new ones, which leaves their order
/// as it is. Not thread-safe.
class ObjectMove {
public:
    /// Positions are given so far apart: some thirty moves to one place fit between two.
    static constexpr std::int64_t kStep = std::int64_t{1} << 32;
    /// So many objects get new positions at once.
    static constexpr std::int64_t kMostNumbered = 100'000;

    /// Throws ApiError 400 when the object that others are to stand beside is not there, 403 where objects of the type
    /// may not be written.
    ObjectMove(Sql& sql, const std::string& bucketId, const Access& access, const BulkRequest& request);

    /// The type whose objects are moved; "" when none was found.
    const std::string& type() const { return type_; }
    /// The new position of an object, which had `position`.
    std::int64_t positionOf(const std::string& id, std::int64_t position) const;

private:
    using Places = std::vector<ObjectPlace>;
    std::string typeOf(Sql& sql, const std::string& bucketId);
    void dealOut(PositionStore& store);
    void putBeside(PositionStore& store);
    bool isInPlace(PositionStore& store, const ObjectPlace& beside);
    /// Places the objects between the one at `beside` and its neighbour; false when there is no room.
    bool fit(PositionStore& store, const ObjectPlace& beside);
    ObjectPlace placeOf(PositionStore& store, const std::string& id);

    const BulkRequest& request_;
    std::string type_;
    std::map<std::string, std::int64_t> positions_;
};

}  // namespace inkwell::objects
