#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "inkwell/database.h"
#include "inkwell/json.h"
#include "inkwell/list_params.h"
#include "inkwell/list_query.h"

namespace inkwell::media {

inline constexpr std::size_t kMaxNameLength = 500;
inline constexpr std::size_t kMaxContentTypeLength = 200;
inline constexpr std::size_t kMaxLocationLength = 1000;

/// One row of media: the record, not the bytes. Fields as in the specification, "Media".
struct StoredMedia {
    std::string id;
    std::string bucketId;
    std::string name;
    std::string originalName;
    std::int64_t sizeBytes = 0;
    std::string contentType;
    std::string folder;  // slug; "": none
    std::int64_t createdAtMs = 0;
    std::string location;
    JsonObject metadata;
};

struct StoredFolder {
    std::string id;
    std::string bucketId;
    std::string title;
    std::string slug;
    std::int64_t createdAtMs = 0;
};

struct MediaPage {
    std::vector<StoredMedia> media;
    std::int64_t total = 0;
};

/// All SQL of the tables media and media_folders; keeps media_fields with them. Made for one unit of work, on its
/// thread. Methods throw DatabaseError.
class MediaStore {
public:
    explicit MediaStore(Sql& sql) : sql_(sql) {}

    std::optional<StoredMedia> find(const std::string& bucketId, const std::string& id);
    /// Locked until the unit of work ends.
    std::optional<StoredMedia> findForUpdate(const std::string& bucketId, const std::string& id);
    /// In any order; one statement for up to 16,384 ids.
    std::vector<StoredMedia> findAll(const std::string& bucketId, std::span<const std::string> ids);
    /// In one statement for up to 16,384 names.
    std::vector<StoredMedia> findByName(const std::string& bucketId, std::span<const std::string> names);
    /// One statement for the rows; a second one for `total` only where the rows do not tell it. The query must be
    /// isSqlExact: others are for searchMedia.
    MediaPage list(const std::string& bucketId, const ListParams& params, const ListQuery& query = {});
    /// The ids of all records that may match, in the order of `sort`.
    std::vector<std::string> candidates(const std::string& bucketId, const std::string& sort, const ListQuery& query);
    /// Oldest first.
    std::vector<StoredMedia> listAll(const std::string& bucketId);
    void insert(const StoredMedia& media);  // Duplicate when the name is taken
    void update(const StoredMedia& media);  // by id
    void remove(const std::string& id);

    std::optional<StoredFolder> findFolder(const std::string& bucketId, const std::string& slug);
    /// Oldest first.
    std::vector<StoredFolder> listFolders(const std::string& bucketId);
    void insertFolder(const StoredFolder& folder);  // Duplicate when the slug is taken
    void updateFolder(const StoredFolder& folder);  // by id

    void removeOfBucket(const std::string& bucketId);

private:
    Sql& sql_;
};

}  // namespace inkwell::media
