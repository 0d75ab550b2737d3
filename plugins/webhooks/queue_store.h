#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "inkwell/database.h"
#include "slot.h"

namespace inkwell::webhooks {

/// What a fact is matched with.
struct Subscription {
    std::string webhookId;
    std::vector<std::string> events;
    std::vector<std::string> objectTypes;
    std::string props;
};

struct Message {
    std::string id;
    std::string body;
    int needed = 0;  // by so many deliveries
};

struct NewDelivery {
    std::string id;
    std::string webhookId;
    std::size_t message = 0;  // which of the messages beside it
};

/// Names deliveries: by their webhooks too, because that is how they lie.
struct DeliveryIds {
    std::vector<std::string> webhookIds, ids;

    void add(const Parcel& parcel);
};

/// The table of deliveries for a FROM that looks for some of a webhook by their state: without being told which index
/// to take MySQL reads all that have ended.
std::string deliveriesByState(std::string_view alias);

/// The SQL of the queue: what the outbox writes and what senders claim. All times are the database's, which all servers
/// share. Made for one unit of work, on its thread. Methods throw DatabaseError.
class QueueStore {
public:
    explicit QueueStore(Sql& sql) : sql_(sql) {}

    /// Of the enabled webhooks of a bucket, as they are now, locked until commit against being changed.
    std::vector<Subscription> subscriptions(const std::string& bucketId);
    /// Due at once.
    void enqueue(std::string_view event, std::span<const Message> messages, std::span<const NewDelivery> deliveries);

    struct ReadyLane {
        std::string lane;
        int failures = 0;
    };
    /// Lanes with something that is due, or whose lease has run out, and no reason to wait.
    std::vector<ReadyLane> readyLanes();

    struct Lane {
        std::string bucketId;
        std::map<std::string, Recipient> enabled;  // by webhook id
        std::vector<std::string> webhookIds;       // also of disabled ones
        int failures = 0;
        bool isOpen = false;  // its deliveries wait
    };
    /// Locks the lane until commit: one server claims of it at a time. No webhooks when there is none any more.
    Lane lockLane(const std::string& lane);
    /// How many claims of these webhooks' deliveries are running; those whose lease has run out are waiting again.
    int liveClaims(std::span<const std::string> webhookIds);
    /// The longest due first.
    std::vector<Parcel> due(const std::string& webhookId, int limit);
    void lease(const DeliveryIds& ids, const std::string& claim, std::int64_t leaseMs);
    std::map<std::string, std::string> bodies(std::span<const std::string> messageIds);

    /// Those that this claim still has, locked until commit: another server may have taken the rest, or their webhook
    /// was deleted.
    std::vector<std::string> held(const DeliveryIds& ids, const std::string& claim);
    struct LoggedAttempt {
        std::string deliveryId;
        int number = 0;
        Attempt attempt;
    };
    void log(std::span<const LoggedAttempt> attempts);
    void delivered(const DeliveryIds& ids);
    void release(const DeliveryIds& ids);
    void retry(const Parcel& parcel, std::int64_t delayMs);
    void fail(const Parcel& parcel, const std::string& reason);

    /// 0 for a lane without webhooks.
    int failuresForUpdate(const std::string& lane);
    void setCircuit(const std::string& lane, int failures, std::int64_t waitMs);
    /// Locks the webhook until commit.
    bool isInLane(const std::string& webhookId, const std::string& lane);
    void disable(const std::string& webhookId, const std::string& reason);

private:
    std::string now() const;

    Sql& sql_;
};

}  // namespace inkwell::webhooks
