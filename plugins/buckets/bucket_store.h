#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "inkwell/bucket_directory.h"
#include "inkwell/services.h"

namespace inkwell::buckets {

/// A row of the table `buckets` (interface/resources.md, "Buckets").
struct BucketRecord : Bucket {
    std::optional<std::string> thumbnail;  // name of a media record
    std::string cluster;
    std::int64_t createdAtMs = 0;
    std::optional<std::string> createdBy;  // user id
    std::int64_t modifiedAtMs = 0;
    std::optional<std::string> modifiedBy;
    std::int64_t version = 1;
    bool trashOnDelete = false;  // BucketSettings::trashOnDelete
};

/// The SQL of the table `buckets`. Every method joins the caller's unit of work. Any thread. Throws DatabaseError.
class BucketStore {
public:
    explicit BucketStore(Services& services) : services_(services) {}

    std::optional<BucketRecord> findBySlug(std::string_view slug);
    /// Locks the row until the caller's write ends.
    std::optional<BucketRecord> findForUpdate(const std::string& id);
    /// Whether the bucket exists, and then until the caller's write ends.
    bool keep(const std::string& id);
    /// Those of `ids` that exist, oldest first.
    std::vector<BucketRecord> list(std::span<const std::string> ids);
    /// By slug; `total` becomes how many there are.
    std::vector<BucketRecord> listAll(std::int64_t limit, std::int64_t skip, std::int64_t& total);
    /// The slugs in use that are `slug` or begin with it and "-".
    std::vector<std::string> slugsLike(const std::string& slug);

    /// Throws DatabaseError::Duplicate when the slug is taken.
    void insert(const BucketRecord& bucket);
    /// Writes what an edit may change: title, thumbnail, keys and what they read and delete, modified_at,
    /// modified_by, version.
    void update(const BucketRecord& bucket);
    void remove(const std::string& id);

private:
    Services& services_;
};

}  // namespace inkwell::buckets
