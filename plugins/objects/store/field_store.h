#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "inkwell/database.h"
#include "inkwell/list_query.h"
#include "store/path_numbers.h"

namespace inkwell::objects {

/// What queries find one row by: paths and keys (field_key.h), sorted, each pair once. A related object's id stands
/// there once, under the path of its relation.
struct IndexedValues {
    using Value = std::pair<std::string, std::string>;  // path, key
    std::vector<Value> values;
    bool isComplete = true;  // false: its metafields could not be read

    /// By which equal values are known again; nothing for incomplete ones.
    std::optional<std::int64_t> digest() const;
};
IndexedValues indexedValuesOf(const std::vector<FieldValue>& fields, bool isComplete);

/// Writes the table objects_fields: the values by which queries find objects, by the number of their row in the table
/// objects, so that a draft of a newer version has its own. Paths are numbers of the table objects_paths. Made for one
/// unit of work, on its thread. Methods throw DatabaseError.
class FieldStore {
public:
    /// `known` spares looking for the numbers that it has.
    explicit FieldStore(Sql& sql, PathNumbers* known = nullptr) : sql_(sql), known_(known) {}

    /// Inserts the values of a new row, many per statement. findIncomplete finds incomplete ones.
    void insert(const std::string& bucketId, std::int64_t number, const IndexedValues& values);
    /// Replaces the values of a row: writes only those that have changed.
    void replace(const std::string& bucketId, std::int64_t number, const IndexedValues& values);
    /// The same without looking: `before`, which are complete, are certainly those that the row has.
    void change(const std::string& bucketId, std::int64_t number, const IndexedValues& before,
                const IndexedValues& values);
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

    /// Of those among `paths` that have one.
    PathNumbers::Numbers numbersOf(const std::string& bucketId, const std::vector<std::string>& paths);
    /// Of all paths of the bucket, `most` at most.
    PathNumbers::Numbers numbersOf(const std::string& bucketId, std::size_t most);

private:
    using Entry = std::pair<std::int64_t, std::string>;  // path, key
    std::vector<Entry> entriesOf(const std::string& bucketId, std::span<const IndexedValues::Value> values);
    std::vector<Entry> entriesOf(const std::string& bucketId, const IndexedValues& values);
    PathNumbers::Numbers makeNumbers(const std::string& bucketId, std::set<std::string> paths);
    std::vector<Entry> storedEntries(std::int64_t number);
    void store(std::int64_t number, std::size_t stored, const std::vector<Entry>& outdated, std::vector<Entry> missing);
    void replaceEntries(std::int64_t number, const std::vector<Entry>& outdated, std::vector<Entry> missing);
    void insertEntries(std::int64_t number, const std::vector<Entry>& entries);

    Sql& sql_;
    PathNumbers* const known_;
};

}  // namespace inkwell::objects
