#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "records/media_record_store.h"

namespace inkwell::media {

/// The table media_fields, which queries search: a row for each of fieldsOf(). Kept by MediaRecordStore; a cascade
/// removes the rows of deleted records. Made for one unit of work, on its thread. Methods throw DatabaseError.
class MediaFieldStore {
public:
    explicit MediaFieldStore(Sql& sql) : sql_(sql) {}

    void insert(const StoredMedia& media);
    void replace(const StoredMedia& media);

    struct Incomplete {
        std::string bucketId;
        std::string mediaId;
    };
    /// Records without rows, ordered by id, starting after `after`.
    std::vector<Incomplete> findIncomplete(const std::string& after, std::int64_t limit);

private:
    Sql& sql_;
};

/// The job `fields`: adds rows for records stored before the table existed. One unit of work per 200 records.
void addMissingFields(Database& database);

}  // namespace inkwell::media
