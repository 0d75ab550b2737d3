#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "inkwell/database.h"
#include "inkwell/render_options.h"

namespace inkwell::objects {

/// The SQL that counts the values of one path among visible objects. Made for one unit of work, on its thread. Throws
/// DatabaseError.
class ValueStore {
public:
    explicit ValueStore(Sql& sql) : sql_(sql) {}

    /// A value as the index keeps it, and one of the objects that have it.
    struct Counted {
        std::string key;
        std::int64_t count = 0;
        std::string objectId;
    };
    /// Of objects of the type, or of all for "": the most frequent values first, at most `limit`.
    std::vector<Counted> count(const std::string& bucketId, const std::string& path, const std::string& type,
                               Visibility visibility, std::int64_t limit);

private:
    Sql& sql_;
};

}  // namespace inkwell::objects
