#include "queue/subscription_cache.h"

namespace inkwell::webhooks {

namespace {

constexpr std::size_t kMaxBuckets = 10'000;
constexpr std::chrono::seconds kGoodFor{10};

}  // namespace

// The rows are read as they are now and stay so until the caller's commit: whoever changes them afterwards commits
// later than this entry is made, and has it forgotten.
SubscriptionCache::Subscriptions SubscriptionCache::get(Sql& sql, const std::string& bucketId) {
    std::uint64_t before = 0;
    {
        const std::lock_guard lock(mutex_);
        const auto found = byBucket_.find(bucketId);
        if (found != byBucket_.end() && std::chrono::steady_clock::now() < found->second.goodUntil) {
            return found->second.subscriptions;
        }
        before = forgotten_;
    }
    auto made = std::make_shared<const std::vector<Subscription>>(QueueStore(sql).subscriptions(bucketId));
    const std::lock_guard lock(mutex_);
    if (before != forgotten_) return made;
    if (byBucket_.size() >= kMaxBuckets) byBucket_.clear();
    byBucket_[bucketId] = {made, std::chrono::steady_clock::now() + kGoodFor};
    return made;
}

void SubscriptionCache::forget(const std::string& bucketId) {
    const std::lock_guard lock(mutex_);
    ++forgotten_;
    byBucket_.erase(bucketId);
}

void SubscriptionCache::forgetAll() {
    const std::lock_guard lock(mutex_);
    ++forgotten_;
    byBucket_.clear();
}

}  // namespace inkwell::webhooks
