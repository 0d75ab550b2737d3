#pragma once

#include <string>
#include <vector>

#include "inkwell/database.h"
#include "inkwell/list_query.h"

namespace inkwell::objects {

/// Writes the table objects_fields: the values by which queries find objects. Values belong to rows of the table
/// objects, so a draft of a newer version has its own. Made for one unit of work, on its thread. Methods throw
/// DatabaseError.
class FieldStore {
public:
    explicit FieldStore(Sql& sql) : sql_(sql) {}

    /// Inserts the values of a new object, many rows per statement. `complete` is false when its metafields could not
    /// be read; findIncomplete finds it then.
    void insert(const std::string& bucketId, const std::string& rowId, const std::vector<FieldValue>& fields,
                bool complete);
    /// Replaces the values of an object; writes nothing when they have not changed.
    void replace(const std::string& bucketId, const std::string& rowId, const std::vector<FieldValue>& fields,
                 bool complete);
    void remove(const std::string& rowId);
    void removeOfBucket(const std::string& bucketId);

    struct Incomplete {
        std::string bucketId;
        std::string rowId;
    };
    /// Rows of objects with an id after `after` whose values are incomplete, ordered by id.
    std::vector<Incomplete> findIncomplete(const std::string& after, std::int64_t limit);

private:
    Sql& sql_;
};

/// The path and value under which a relation is stored for sub-selects; no query key can name it.
std::string relationPath(const std::string& key);

}  // namespace inkwell::objects
