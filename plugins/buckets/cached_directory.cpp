#include "cached_directory.h"

#include <mutex>
#include <optional>

namespace inkwell::buckets {

CachedDirectory::CachedDirectory(Services& services, BucketStore& store, BucketService& service, std::size_t maxBuckets,
                                 Now now)
    : services_(services), store_(store), service_(service), maxBuckets_(maxBuckets), now_(std::move(now)) {}

template <class Read>
std::shared_ptr<const Bucket> CachedDirectory::find(Buckets CachedDirectory::*kept, std::string_view key, Read read) {
    const auto now = now_();
    std::uint64_t generation;
    {
        std::shared_lock lock(mutex_);
        auto found = (this->*kept).find(key);
        if (found != (this->*kept).end() && now - found->second.readAt < kMaxAge) return found->second.bucket;
        generation = generation_;
    }
    std::optional<BucketRecord> record = read();
    if (!record) return nullptr;
    auto bucket = std::make_shared<const Bucket>(std::move(*record));
    if (services_.database().isWriting()) return bucket;  // perhaps it never was

    std::unique_lock lock(mutex_);
    // Forgotten while it was read: it may be the state before the change.
    if (generation != generation_) return bucket;
    if (bySlug_.size() >= maxBuckets_) {
        bySlug_.clear();
        byId_.clear();
    }
    bySlug_.insert_or_assign(bucket->slug, Kept{bucket, now});
    byId_.insert_or_assign(bucket->id, Kept{bucket, now});
    return bucket;
}

std::shared_ptr<const Bucket> CachedDirectory::findBySlug(std::string_view slug) {
    return find(&CachedDirectory::bySlug_, slug, [&] {
        std::optional<BucketRecord> record = store_.findBySlug(slug);
        // MySQL takes 'demo ' for 'demo'.
        if (record && record->slug != slug) record.reset();
        return record;
    });
}

std::shared_ptr<const Bucket> CachedDirectory::findById(std::string_view id) {
    return find(&CachedDirectory::byId_, id, [&]() -> std::optional<BucketRecord> {
        const std::string text(id);
        std::vector<BucketRecord> records = store_.list({&text, 1});
        if (records.empty() || records.front().id != id) return std::nullopt;  // likewise
        return std::move(records.front());
    });
}

std::shared_ptr<const Bucket> CachedDirectory::create(const std::string& slug, const std::string& title,
                                                      const std::string& ownerId, bool readKeyReadsDrafts) {
    return std::make_shared<const Bucket>(service_.create({title, slug, std::nullopt, readKeyReadsDrafts}, ownerId));
}

void CachedDirectory::forget() {
    std::unique_lock lock(mutex_);
    ++generation_;
    bySlug_.clear();
    byId_.clear();
}

}  // namespace inkwell::buckets
