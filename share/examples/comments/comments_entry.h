#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace comments_plugin {

/// One row of the table comments_entries.
struct CommentsEntry {
    std::string id;
    std::string bucketId;
    std::string objectId;
    std::string author;
    std::string text;
    bool isApproved = false;
    std::string approvedBy;  // Access::actor(); "" while it waits
    std::int64_t createdAtMs = 0;
};

/// One page of a list, and how many there are in all.
struct CommentsPage {
    std::vector<CommentsEntry> entries;
    std::int64_t total = 0;
};

}  // namespace comments_plugin
