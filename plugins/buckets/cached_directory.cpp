#include "cached_directory.h"

#include <mutex>

namespace inkwell::buckets {

CachedDirectory::CachedDirectory(BucketStore& store, BucketService& service, std::size_t maxBuckets)
    : store_(store), service_(service), maxBuckets_(maxBuckets) {}

std::shared_ptr<const Bucket> CachedDirectory::findBySlug(std::string_view slug) {
    std::uint64_t generation;
    {
        std::shared_lock lock(mutex_);
        auto found = bySlug_.find(slug);
        if (found != bySlug_.end()) return found->second;
        generation = generation_;
    }
    auto record = store_.findBySlug(slug);
    // MySQL takes 'demo ' for 'demo'.
    if (!record || record->slug != slug) return nullptr;
    auto bucket = std::make_shared<const Bucket>(std::move(*record));

    std::unique_lock lock(mutex_);
    // Forgotten while it was read: it may be the state before the change.
    if (generation != generation_) return bucket;
    if (bySlug_.size() >= maxBuckets_) bySlug_.clear();
    bySlug_.insert_or_assign(bucket->slug, bucket);
    return bucket;
}

std::shared_ptr<const Bucket> CachedDirectory::create(const std::string& slug, const std::string& title,
                                                      const std::string& ownerId) {
    return std::make_shared<const Bucket>(service_.create({title, slug, std::nullopt}, ownerId));
}

void CachedDirectory::forget() {
    std::unique_lock lock(mutex_);
    ++generation_;
    bySlug_.clear();
}

}  // namespace inkwell::buckets
