#pragma once

#include <map>
#include <span>
#include <string>

#include "inkwell/database.h"

namespace inkwell::objects {

/// SQL of imports beyond ObjectStore: look-ups of many objects at once. Made for one unit of work, on its thread.
/// Methods throw DatabaseError.
class TransferStore {
public:
    explicit TransferStore(Sql& sql) : sql_(sql) {}

    /// The objects that have one of `slugs`, slug -> id, locked until commit. In one statement for up to 16,384.
    std::map<std::string, std::string> idsBySlug(const std::string& bucketId, const std::string& type,
                                                 const std::string& locale, std::span<const std::string> slugs);

private:
    Sql& sql_;
};

}  // namespace inkwell::objects
