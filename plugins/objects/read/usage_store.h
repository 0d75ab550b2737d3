#pragma once

#include <span>
#include <string>
#include <vector>

#include "inkwell/database.h"

namespace inkwell::objects {

/// Finds where texts stand, in the table objects_fields. Made for one unit of work, on its thread. Methods throw
/// DatabaseError.
class UsageStore {
public:
    explicit UsageStore(Sql& sql) : sql_(sql) {}

    /// The paths under which an object of the bucket, drafts included, has one of `texts` as its whole value:
    /// "thumbnail", "metadata.hero". Sorted.
    std::vector<std::string> pathsOf(const std::string& bucketId, std::span<const std::string> texts);

private:
    Sql& sql_;
};

}  // namespace inkwell::objects
