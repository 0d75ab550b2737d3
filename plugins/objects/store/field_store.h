#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "inkwell/database.h"
#include "inkwell/list_query.h"

namespace inkwell::objects {

/// Writes the table objects_fields: the values by which queries find objects, by the number of their row in the table
/// objects, so that a draft of a newer version has its own. Paths are numbers of the table objects_paths, values are
/// keys (field_key.h). A related object's id stands there once, under the path of its relation. Made for one unit of
/// work, on its thread. Methods throw DatabaseError.
class FieldStore {
public:
    explicit FieldStore(Sql& sql) : sql_(sql) {}

    /// Inserts the values of a new row, many per statement. `complete` is false when its metafields could not be read;
    /// findIncomplete finds it then.
    void insert(const std::string& bucketId, std::int64_t number, const std::vector<FieldValue>& fields, bool complete);
    /// Replaces the values of a row: writes only those that have changed.
    void replace(const std::string& bucketId, std::int64_t number, const std::vector<FieldValue>& fields,
                 bool complete);
    void remove(std::int64_t number);
    /// Call it before the bucket's objects are removed.
    void removeOfBucket(const std::string& bucketId);

    struct Incomplete {
        std::string bucketId;
        std::string rowId;
        std::int64_t number = 0;
    };
    /// Rows with a number above `after` whose values are incomplete, ordered by number.
    std::vector<Incomplete> findIncomplete(std::int64_t after, std::int64_t limit);

private:
    using Entry = std::pair<std::int64_t, std::string>;   // path, key
    using Numbers = std::map<std::string, std::int64_t>;  // by path
    /// `numbers` are those that are known already.
    std::vector<Entry> entriesOf(const std::string& bucketId, const std::vector<FieldValue>& fields, bool complete,
                                 Numbers numbers);
    void addNumbers(const std::string& bucketId, std::vector<std::string> paths, Numbers& numbers);
    void findNumbers(const std::string& bucketId, const std::vector<std::string>& paths, Numbers& numbers);
    std::vector<Entry> storedEntries(std::int64_t number, Numbers& numbers);
    void replaceEntries(std::int64_t number, const std::vector<Entry>& outdated, std::vector<Entry> missing);
    void insertEntries(std::int64_t number, const std::vector<Entry>& entries);

    Sql& sql_;
};

}  // namespace inkwell::objects
