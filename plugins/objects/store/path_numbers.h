#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <unordered_map>

#include "inkwell/database.h"

namespace inkwell::objects {

/// The numbers that paths have in the table objects_paths, which stay the same while their bucket is there. Kept is
/// only what a read has found: what a write finds may be its own, and be rolled back. Any thread.
class PathNumbers {
public:
    using Numbers = std::map<std::string, std::int64_t>;  // by path

    /// What is known of a bucket; null for nothing.
    std::shared_ptr<const Numbers> of(const std::string& bucketId);
    /// These were looked for in vain: learn() is to read them.
    void miss(const std::string& bucketId, const std::set<std::string>& paths);
    /// Call it outside of writes.
    void learn(Database& database);

private:
    static constexpr std::size_t kMaxPaths = 1024;  // of one bucket
    static constexpr std::size_t kMaxBuckets = 256;

    std::mutex mutex_;
    std::unordered_map<std::string, std::shared_ptr<const Numbers>> known_;  // by bucket
    std::unordered_map<std::string, std::set<std::string>> missed_;          // by bucket
};

}  // namespace inkwell::objects
