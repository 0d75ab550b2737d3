#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "queue_store.h"

namespace inkwell::webhooks {

/// What webhooks ask for, by bucket, so that a write of content need not ask the database. Is told to forget when a
/// webhook is changed: at once on this server, on others when they see it in the change feed. Whatever it is not told
/// of it learns within seconds. Any thread.
class SubscriptionCache {
public:
    using Subscriptions = std::shared_ptr<const std::vector<Subscription>>;

    /// Joins the caller's write; throws DatabaseError.
    Subscriptions get(Sql& sql, const std::string& bucketId);

    void forget(const std::string& bucketId);
    void forgetAll();

private:
    struct Entry {
        Subscriptions subscriptions;
        std::chrono::steady_clock::time_point goodUntil;
    };
    std::mutex mutex_;
    std::uint64_t forgotten_ = 0;  // how often
    std::map<std::string, Entry> byBucket_;
};

}  // namespace inkwell::webhooks
