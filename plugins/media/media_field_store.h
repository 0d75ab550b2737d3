#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "media_store.h"

namespace inkwell::media {

/// The table media_fields, which queries seek in: a row for each of fieldsOf. Kept by MediaStore; the rows of a deleted
/// record go by themselves. Made for one unit of work, on its thread. Methods throw DatabaseError.
class MediaFieldStore {
public:
    explicit MediaFieldStore(Sql& sql) : sql_(sql) {}

    void insert(const StoredMedia& media);
    void replace(const StoredMedia& media);

    struct Incomplete {
        std::string bucketId;
        std::string mediaId;
    };
    /// Records without rows, ordered by id, from behind `after` on.
    std::vector<Incomplete> findIncomplete(const std::string& after, std::int64_t limit);

private:
    Sql& sql_;
};

/// The job `fields`: adds the rows of records that were stored before the table was. One unit of work for each 200.
void addMissingFields(Database& database);

}  // namespace inkwell::media
