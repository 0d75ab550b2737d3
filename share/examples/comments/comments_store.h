#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "comments_entry.h"
#include "inkwell/database.h"
#include "inkwell/list_params.h"

namespace comments_plugin {

/// All SQL of the plugin. Made for one unit of work, on its thread. Methods throw inkwell::DatabaseError.
class CommentsStore {
public:
    explicit CommentsStore(inkwell::Sql& sql) : sql_(sql) {}

    std::optional<CommentsEntry> find(const std::string& bucketId, const std::string& id);
    /// What readers see of an object, the newest first.
    CommentsPage listApproved(const std::string& bucketId, const std::string& objectId,
                              const inkwell::ListParams& params);
    /// What waits for approval, the oldest first.
    CommentsPage listWaiting(const std::string& bucketId, const inkwell::ListParams& params);
    /// All of a bucket, in the order of their ids.
    std::vector<CommentsEntry> listAll(const std::string& bucketId);

    /// Approved or not, in the order of their ids.
    std::vector<CommentsEntry> listOfObject(const std::string& bucketId, const std::string& objectId);

    void insert(const CommentsEntry& entry);
    /// Everything but id and bucket.
    void update(const CommentsEntry& entry);
    void remove(const std::string& bucketId, const std::string& id);
    void removeOfObject(const std::string& bucketId, const std::string& objectId);
    void removeOfBucket(const std::string& bucketId);

    // Of all buckets.
    std::int64_t countWaiting();
    void removeWaitingBefore(std::int64_t timeMs);

private:
    inkwell::Sql& sql_;
};

}  // namespace comments_plugin
