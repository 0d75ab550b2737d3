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

    static constexpr std::size_t kMaxPaths = 1024;  // of one bucket

    /// What is known of a bucket; null for nothing: learn() is to read it then.
    std::shared_ptr<const Numbers> of(const std::string& bucketId);
    /// What a write has found that was not known: learn() is to read it.
    void found(const std::string& bucketId, const Numbers& numbers);
    /// Call it outside of writes.
    void learn(Database& database);
    /// For when it is unknown what was committed: a database that another one has taken the place of may lack paths.
    void forget();

    /// While it lives, what its thread's write finds is known to that write: for many objects in one.
    class WithinOneWrite {
    public:
        WithinOneWrite();
        ~WithinOneWrite();
        WithinOneWrite(const WithinOneWrite&) = delete;
        WithinOneWrite& operator=(const WithinOneWrite&) = delete;

    private:
        friend PathNumbers;
        WithinOneWrite* const outer_;
        std::unordered_map<std::string, std::shared_ptr<Numbers>> found_;  // by bucket
    };

private:
    static constexpr std::size_t kMaxBuckets = 256;

    std::set<std::string>* missedOf(const std::string& bucketId);

    std::mutex mutex_;
    std::uint64_t forgotten_ = 0;                                            // how often
    std::unordered_map<std::string, std::shared_ptr<const Numbers>> known_;  // by bucket
    std::unordered_map<std::string, std::set<std::string>> missed_;          // by bucket; of one unknown, all
};

}  // namespace inkwell::objects
