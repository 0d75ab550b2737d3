#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "inkwell/database.h"
#include "records/slot.h"

namespace inkwell::webhooks {

/// What a webhook asks for; facts are matched with it.
struct Subscription {
    std::string webhookId;
    std::vector<std::string> events;
    std::vector<std::string> objectTypes;
    std::string props;
};

struct Message {
    std::string id;
    std::string body;
    int needed = 0;  // number of deliveries that still need the body
};

struct NewDelivery {
    std::string id;
    std::string webhookId;
    std::size_t message = 0;  // index of its message in the list passed with it
};

/// Identifies deliveries. Holds the webhook ids too, because the primary key begins with them.
struct DeliveryIds {
    std::vector<std::string> webhookIds, ids;

    void add(const Parcel& parcel);
};

/// The FROM item for a query of a webhook's deliveries by state. It names the index: without that, MySQL reads all
/// deliveries that have ended.
std::string deliveriesByState(std::string_view alias);

/// The SQL of the queue: what the outbox writes and the senders claim. All times are the database's clock, which all
/// servers share. Made for one unit of work, on its thread. Methods throw DatabaseError.
class QueueStore {
public:
    explicit QueueStore(Sql& sql) : sql_(sql) {}

    /// Of the enabled webhooks of a bucket, as they are now. Locks them against changes until commit.
    std::vector<Subscription> subscriptions(const std::string& bucketId);
    /// The deliveries are due after `delay`.
    void enqueue(std::string_view event, std::span<const Message> messages, std::span<const NewDelivery> deliveries,
                 std::chrono::milliseconds delay = {});

    struct ReadyLane {
        std::string lane;
        std::string bucketId;
        int failures = 0;
    };
    /// Lanes that need not wait and have a delivery that is due or whose lease has expired.
    std::vector<ReadyLane> readyLanes();

    struct Lane {
        std::string bucketId;
        std::map<std::string, Recipient> enabled;  // by webhook id
        std::vector<std::string> webhookIds;       // including disabled ones
        int failures = 0;
        bool isOpen = false;     // the circuit is open: deliveries wait
        bool needsNote = false;  // noteAttempt() was not called within the last minute
    };
    /// Locks the lane until commit, so that one server at a time claims from it. Does not wait: nothing when others
    /// have locked some of it. Empty when the lane has no webhooks.
    std::optional<Lane> tryLockLane(const std::string& lane);
    /// As it is sent to now, enabled or not; nothing where there is none of this id.
    std::optional<Recipient> recipient(const std::string& webhookId);
    /// The number of live claims on deliveries of these webhooks. A claim whose lease has expired does not count.
    int liveClaims(std::span<const std::string> webhookIds);
    /// Longest due first.
    std::vector<Parcel> due(const std::string& webhookId, int limit);
    void lease(const DeliveryIds& ids, const std::string& claim, std::int64_t leaseMs);
    /// Does not wait: renews nothing and returns false when the claim no longer holds all of them, or others have
    /// locked some.
    bool renew(const DeliveryIds& ids, const std::string& claim, std::int64_t leaseMs);
    /// Keeps that somebody has just tried to send to the lane, for UpkeepStore::numbers.
    void noteAttempt(const std::string& lane);
    /// Releases every claim that begins with `prefix`; its deliveries wait again.
    void releaseOf(const std::string& prefix);
    std::map<std::string, std::string> bodies(std::span<const std::string> messageIds);

    /// The ids that the claim still holds, locked until commit. Another server may have taken the rest, or their
    /// webhook was deleted.
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

    // The lane's circuit. Once it is closed, deliveries may be sent as if none had failed.
    /// After `failures` consecutive ones: it waits for `waitMs`, or longer where it does already.
    void failed(const std::string& lane, int failures, std::int64_t waitMs);
    void closeCircuit(const std::string& lane);
    /// Makes every delivery of the lane that waits for another try due now.
    void hasten(const std::string& lane);
    void disable(const std::string& webhookId, const std::string& reason);

private:
    std::string now() const;
    std::string recipientColumns() const;
    std::vector<std::string> claimed(const DeliveryIds& ids, const std::string& claim, const std::string& locking);

    Sql& sql_;
};

}  // namespace inkwell::webhooks
