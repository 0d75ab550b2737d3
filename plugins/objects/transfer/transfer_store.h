#pragma once

#include <map>
#include <span>
#include <string>

#include "inkwell/database.h"

namespace inkwell::objects {

/// The SQL of imports that ObjectStore lacks: lookups of many objects at once. Made for one unit of work, on its
/// thread. Methods throw DatabaseError.
class TransferStore {
public:
    explicit TransferStore(Sql& sql) : sql_(sql) {}

    /// slug -> id of the objects with one of `slugs`, locked until commit. One statement for up to 16,384.
    std::map<std::string, std::string> idsBySlug(const std::string& bucketId, const std::string& type,
                                                 const std::string& locale, std::span<const std::string> slugs);

private:
    Sql& sql_;
};

}  // namespace inkwell::objects
