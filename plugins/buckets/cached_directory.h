#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <shared_mutex>

#include "bucket_service.h"
#include "inkwell/bucket_directory.h"

namespace inkwell::buckets {

/// The plugin's BucketDirectory: caches buckets in memory, for ten minutes at most. Unknown slugs are not cached, so
/// nobody can fill the memory with them. Inside a write it keeps nothing that it reads, for that may be rolled back;
/// and what it has in memory is the state before the write. Any thread.
class CachedDirectory : public BucketDirectory {
public:
    using Now = std::function<std::chrono::steady_clock::time_point()>;
    /// A safety net: changed buckets are forgotten anyway.
    static constexpr std::chrono::minutes kMaxAge{10};

    /// `maxBuckets` bounds the memory. The references must outlive the directory.
    CachedDirectory(Services& services, BucketStore& store, BucketService& service, std::size_t maxBuckets,
                    Now now = std::chrono::steady_clock::now);

    std::shared_ptr<const Bucket> findBySlug(std::string_view slug) override;
    std::shared_ptr<const Bucket> findById(std::string_view id) override;
    std::shared_ptr<const Bucket> create(const std::string& slug, const std::string& title, const std::string& ownerId,
                                         bool readKeyReadsDrafts = true) override;

    /// Forgets everything: buckets change so rarely that telling them apart is not worth it. Called by the listeners of
    /// BucketChanged, before the writer answers, RemoteChange and ChangesUnknown.
    void forget();

private:
    struct Kept {
        std::shared_ptr<const Bucket> bucket;
        std::chrono::steady_clock::time_point readAt;
    };
    using Buckets = std::map<std::string, Kept, std::less<>>;

    template <class Read>
    std::shared_ptr<const Bucket> find(Buckets CachedDirectory::*kept, std::string_view key, Read read);

    Services& services_;
    BucketStore& store_;
    BucketService& service_;
    const std::size_t maxBuckets_;
    const Now now_;
    std::shared_mutex mutex_;
    std::uint64_t generation_ = 0;  // counts forget()
    Buckets bySlug_;
    Buckets byId_;
};

}  // namespace inkwell::buckets
