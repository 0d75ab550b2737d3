#pragma once

#include <string>
#include <vector>

#include "media_store.h"

namespace inkwell::media {

/// The SQL of media_folders that only the folders' own routes need, beside MediaStore's. Made for one unit of work, on
/// its thread. Methods throw DatabaseError.
class FolderStore {
public:
    explicit FolderStore(Sql& sql) : sql_(sql) {}

    /// Locked until the unit of work ends.
    std::optional<StoredFolder> findForUpdate(const std::string& bucketId, const std::string& slug);
    /// `slug` and those that begin with "slug-", where they are taken.
    std::vector<std::string> slugsLike(const std::string& bucketId, const std::string& slug);
    /// Its media stay, without a folder.
    void remove(const StoredFolder& folder);

private:
    Sql& sql_;
};

}  // namespace inkwell::media
