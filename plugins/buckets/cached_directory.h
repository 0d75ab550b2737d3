#pragma once

#include <map>
#include <shared_mutex>

#include "bucket_service.h"
#include "inkwell/bucket_directory.h"

namespace inkwell::buckets {

/// The plugin's BucketDirectory: buckets by slug in memory. Any thread. Unknown slugs are not kept, so nobody can fill
/// the memory with them. Do not look up a bucket inside the write that changes it: an uncommitted one would be kept.
class CachedDirectory : public BucketDirectory {
public:
    /// `maxBuckets` bounds the memory; both references must outlive it.
    CachedDirectory(BucketStore& store, BucketService& service, std::size_t maxBuckets);

    std::shared_ptr<const Bucket> findBySlug(std::string_view slug) override;
    std::shared_ptr<const Bucket> findById(std::string_view id) override;
    std::shared_ptr<const Bucket> create(const std::string& slug, const std::string& title,
                                         const std::string& ownerId) override;

    /// Forgets everything: buckets change so rarely that telling them apart is not worth it. Called by the listeners of
    /// BucketChanged, before the writer answers, and RemoteChange.
    void forget();

private:
    using Buckets = std::map<std::string, std::shared_ptr<const Bucket>, std::less<>>;

    template <class Read>
    std::shared_ptr<const Bucket> find(Buckets CachedDirectory::*kept, std::string_view key, Read read);

    BucketStore& store_;
    BucketService& service_;
    const std::size_t maxBuckets_;
    std::shared_mutex mutex_;
    std::uint64_t generation_ = 0;  // counts forget()
    Buckets bySlug_;
    Buckets byId_;
};

}  // namespace inkwell::buckets
