#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "inkwell/database.h"
#include "store/object_order.h"

namespace inkwell::objects {

/// The SQL of the places that one type's objects have in the order `order`. Made for one unit of work, on its thread;
/// what it refers to outlives it. Methods throw DatabaseError.
class PositionStore {
public:
    PositionStore(Sql& sql, const std::string& bucketId, const std::string& type)
        : sql_(sql), bucketId_(bucketId), type_(type) {}

    /// The places of those of `ids` that are of the type, in order. At most 16,384 ids.
    std::vector<ObjectPlace> placesOf(std::span<const std::string> ids);
    /// In order, from the first object on.
    std::vector<ObjectPlace> first(std::int64_t limit);
    /// The next ones behind a place, or those before it, the nearest first.
    std::vector<ObjectPlace> behind(const ObjectPlace& place, std::int64_t limit) {
        return beyond("order", place, limit);
    }
    std::vector<ObjectPlace> before(const ObjectPlace& place, std::int64_t limit) {
        return beyond("-order", place, limit);
    }
    /// How many objects are at these positions, of which there are at most 16,384.
    std::int64_t countAt(const std::vector<std::int64_t>& positions);
    /// Of an object and of the draft over it.
    void set(const std::string& id, std::int64_t position);

private:
    std::vector<ObjectPlace> beyond(const char* sort, const ObjectPlace& place, std::int64_t limit);
    std::vector<ObjectPlace> select(const ObjectOrder& order, const ObjectOrder::Range& range, std::int64_t limit);

    Sql& sql_;
    const std::string& bucketId_;
    const std::string& type_;
};

}  // namespace inkwell::objects
