#pragma once

#include <string>
#include <vector>

#include "inkwell/database.h"
#include "inkwell/list_query.h"

namespace inkwell::objects {

/// All writing SQL of the table objects_fields: the values that queries find objects by. Made for one unit of work, on
/// its thread. Values hang at the rows of the table objects: a draft of a newer version has its own. Methods throw
/// DatabaseError.
class FieldStore {
public:
    explicit FieldStore(Sql& sql) : sql_(sql) {}

    /// Stores the values of a new object by statements of many rows. `complete` is false while its metafields could
    /// not be read: findIncomplete then finds it.
    void insert(const std::string& bucketId, const std::string& rowId, const std::vector<FieldValue>& fields,
                bool complete);
    /// The same for an object that may have values; nothing is written when they have not changed.
    void replace(const std::string& bucketId, const std::string& rowId, const std::vector<FieldValue>& fields,
                 bool complete);
    void remove(const std::string& rowId);
    void removeOfBucket(const std::string& bucketId);

    struct Incomplete {
        std::string bucketId;
        std::string rowId;
    };
    /// Rows of objects after the id `after` whose values are not complete, by id.
    std::vector<Incomplete> findIncomplete(const std::string& after, std::int64_t limit);

private:
    Sql& sql_;
};

/// The path and the value under which a relation to an object is kept for sub-selects: no key of a query reaches it.
std::string relationPath(const std::string& key);

}  // namespace inkwell::objects
