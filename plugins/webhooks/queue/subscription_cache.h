#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "queue/queue_store.h"

namespace inkwell::webhooks {

/// What webhooks ask for, by bucket, so that writes of content need not query the database. Changed webhooks are
/// forgotten at once on this server, on others when they see the change in the feed. Entries expire within seconds, so
/// that a missed invalidation heals itself. Any thread.
class SubscriptionCache {
public:
    using Subscriptions = std::shared_ptr<const std::vector<Subscription>>;

    /// Queries inside the caller's write when nothing is cached. Throws DatabaseError.
    Subscriptions get(Sql& sql, const std::string& bucketId);

    void forget(const std::string& bucketId);
    void forgetAll();

private:
    struct Entry {
        Subscriptions subscriptions;
        std::chrono::steady_clock::time_point goodUntil;
    };
    std::mutex mutex_;
    std::uint64_t forgotten_ = 0;  // counts invalidations
    std::map<std::string, Entry> byBucket_;
};

}  // namespace inkwell::webhooks
