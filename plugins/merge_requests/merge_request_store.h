#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "inkwell/database.h"
#include "inkwell/list_params.h"

namespace inkwell::merge_requests {

inline constexpr const char* kOpen = "open";
inline constexpr const char* kMerged = "merged";
inline constexpr const char* kClosed = "closed";

/// One row of merge_requests. Times are UTC milliseconds.
struct MergeRequest {
    std::string id;
    std::string bucketId;    // the target
    std::string sourceId;    // the bucket that the objects are copied from
    std::string sourceSlug;  // its slug when the request was opened; a bucket's slug never changes
    std::string title;
    std::string status = kOpen;
    std::vector<std::string> objectIds;  // in the source
    std::int64_t createdAtMs = 0;
    std::string createdBy;  // user id
    std::int64_t modifiedAtMs = 0;
    std::optional<std::int64_t> completedAtMs;
    std::optional<std::string> completedBy;  // user id
};

struct MergeRequestPage {
    std::vector<MergeRequest> requests;
    std::int64_t total = 0;
};

/// The SQL of the table merge_requests. Made for one unit of work, on its thread. Methods throw DatabaseError.
class MergeRequestStore {
public:
    explicit MergeRequestStore(Sql& sql) : sql_(sql) {}

    std::optional<MergeRequest> find(const std::string& bucketId, const std::string& id);
    /// Locks the row until commit.
    std::optional<MergeRequest> findForUpdate(const std::string& bucketId, const std::string& id);
    /// Sorts: "-created_at", "created_at".
    MergeRequestPage list(const std::string& bucketId, const ListParams& params);
    /// The open ones from a bucket, sorted as above.
    MergeRequestPage openFrom(const std::string& sourceId, const ListParams& params);
    /// One from a bucket. Locks the row until commit.
    std::optional<MergeRequest> findFromForUpdate(const std::string& sourceId, const std::string& id);
    void insert(const MergeRequest& request);
    /// Writes the columns that change: status, modified_at, completed_at, completed_by.
    void update(const MergeRequest& request);
    /// The open ones from a bucket, by age. Locks the rows until commit.
    std::vector<MergeRequest> openFromForUpdate(const std::string& sourceId);
    void removeOfBucket(const std::string& bucketId);

private:
    Sql& sql_;
};

}  // namespace inkwell::merge_requests
