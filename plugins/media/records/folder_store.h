#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "inkwell/database.h"

namespace inkwell::media {

struct StoredFolder {
    std::string id;
    std::string bucketId;
    std::string title;
    std::string slug;
    std::int64_t createdAtMs = 0;
};

/// The SQL of the table media_folders. Made for one unit of work, on its thread. Methods throw DatabaseError.
class FolderStore {
public:
    explicit FolderStore(Sql& sql) : sql_(sql) {}

    std::optional<StoredFolder> find(const std::string& bucketId, const std::string& slug);
    /// Locks the row until the unit of work ends.
    std::optional<StoredFolder> findForUpdate(const std::string& bucketId, const std::string& slug);
    /// Whether it is there. Until the unit of work ends nobody removes it.
    bool keep(const std::string& bucketId, const std::string& slug);
    /// The slugs of all, which are kept like one.
    std::vector<std::string> keepAll(const std::string& bucketId);
    /// Oldest first.
    std::vector<StoredFolder> list(const std::string& bucketId);
    /// The slugs in use that are `slug` or begin with it and "-".
    std::vector<std::string> slugsLike(const std::string& bucketId, const std::string& slug);
    void insert(const StoredFolder& folder);  // throws Duplicate when the slug is taken
    void update(const StoredFolder& folder);  // by id
    /// Keeps the folder's media, without a folder.
    void remove(const StoredFolder& folder);
    void removeOfBucket(const std::string& bucketId);

private:
    Sql& sql_;
};

}  // namespace inkwell::media
