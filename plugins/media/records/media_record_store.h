#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "inkwell/database.h"
#include "inkwell/json.h"
#include "inkwell/list_params.h"
#include "inkwell/list_query.h"

namespace inkwell::media {

inline constexpr std::size_t kMaxLocationLength = 1000;

/// What a picture must show whatever is cut from it, in parts of its width and height, from left and top.
struct FocalPoint {
    double x = 0.5;
    double y = 0.5;
    bool operator==(const FocalPoint&) const = default;
};

/// One row of media: the record, not the bytes. Fields: interface/media-and-images.md, "Media records".
struct StoredMedia {
    std::string id;
    std::string bucketId;
    std::string name;
    std::string originalName;
    std::int64_t sizeBytes = 0;
    std::string contentType;
    std::string folder;  // slug; "": no folder
    std::int64_t createdAtMs = 0;
    std::string location;
    JsonObject metadata;
    std::optional<FocalPoint> focalPoint = {};
    std::int64_t version = 1;  // counts changes
};

struct MediaPage {
    std::vector<StoredMedia> media;
    std::int64_t total = 0;
};

/// The SQL of the table media; keeps media_fields in step. Made for one unit of work, on its thread.
/// Methods throw DatabaseError.
class MediaRecordStore {
public:
    explicit MediaRecordStore(Sql& sql) : sql_(sql) {}

    std::optional<StoredMedia> find(const std::string& bucketId, const std::string& id);
    /// Locks the row until the unit of work ends.
    std::optional<StoredMedia> findForUpdate(const std::string& bucketId, const std::string& id);
    /// In no particular order; one statement for up to 16,384 ids.
    std::vector<StoredMedia> findAll(const std::string& bucketId, std::span<const std::string> ids);
    /// One statement for up to 16,384 names.
    std::vector<StoredMedia> findByName(const std::string& bucketId, std::span<const std::string> names);
    /// The records whose files had one of `names` before they were replaced, each with that name; one statement for up
    /// to 16,384 names.
    std::vector<std::pair<std::string, StoredMedia>> findByFormerName(const std::string& bucketId,
                                                                      std::span<const std::string> names);
    /// Every name that the record's file has had, the present one first; empty when there is no such record.
    std::vector<std::string> namesOf(const std::string& bucketId, const std::string& id);
    /// Keeps the present name of a record that is about to get another one; whose former name it was loses it.
    void keepName(const StoredMedia& media);
    /// One statement for the rows; another for `total` only if the rows do not determine it. The query must be
    /// isSqlExact; use searchMedia for others.
    MediaPage list(const std::string& bucketId, const ListParams& params, const ListQuery& query = {});
    /// The ids of all records that may match, in the order of `sort`.
    std::vector<std::string> candidates(const std::string& bucketId, const std::string& sort, const ListQuery& query);
    /// At most `limit`, the oldest first: behind one of them, or null for the first ones.
    std::vector<StoredMedia> listOldest(const std::string& bucketId, const StoredMedia* after, std::int64_t limit);
    void insert(const StoredMedia& media);  // throws Duplicate when the name is taken
    void update(const StoredMedia& media);  // by id; the stored version goes up by one
    void remove(const std::string& id);

    /// Of all records and folders.
    std::vector<std::string> bucketIds();
    void removeOfBucket(const std::string& bucketId);

private:
    Sql& sql_;
};

}  // namespace inkwell::media
