#pragma once

#include <compare>
#include <map>
#include <span>
#include <string>

#include "inkwell/database.h"

namespace inkwell::objects {

/// What a bucket has one object of.
struct ObjectKey {
    std::string type, locale, slug;
    auto operator<=>(const ObjectKey&) const = default;
};

/// The SQL of imports that ObjectStore lacks: lookups of many objects at once. Made for one unit of work, on its
/// thread. Methods throw DatabaseError.
class TransferStore {
public:
    explicit TransferStore(Sql& sql) : sql_(sql) {}

    enum class Lock { None, UntilCommit };
    /// The ids of the objects with one of `keys`. For each type and locale one statement for up to 16,384.
    std::map<ObjectKey, std::string> idsByKey(const std::string& bucketId, std::span<const ObjectKey> keys, Lock lock);

private:
    void addIds(const std::string& bucketId, const ObjectKey& kind, std::span<const std::string> slugs, Lock lock,
                std::map<ObjectKey, std::string>& ids);

    Sql& sql_;
};

}  // namespace inkwell::objects
