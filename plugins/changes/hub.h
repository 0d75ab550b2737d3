#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "audience.h"
#include "inkwell/events.h"
#include "inkwell/live_events.h"
#include "inkwell/services.h"
#include "seen_numbers.h"

namespace inkwell::changes {

/// A committed change that somebody is told of, and the position after it.
struct LiveChange {
    Change change;
    Position position;
};

class Hub;

/// What one stream receives: the changes of its bucket, from restart() on. Used by the stream's thread; the hub must
/// outlive it. Unsubscribes in its destructor.
class Subscription {
public:
    Subscription(Hub& hub, std::string bucketId, Audience audience)
        : hub_(hub), bucketId_(std::move(bucketId)), audience_(audience) {}
    ~Subscription();
    Subscription(const Subscription&) = delete;
    Subscription& operator=(const Subscription&) = delete;

    /// Drops queued changes. Read the feed up to the returned position; take() returns all later changes.
    Position restart();

    struct Taken {
        bool ended = false;   // the stream must end, so that its client reconnects
        bool behind = false;  // too many were queued and were dropped: call restart() and read the feed
        std::vector<std::shared_ptr<const LiveChange>> changes;
        std::vector<std::shared_ptr<const std::string>> notes;  // events without a place in the feed, as sent
    };
    /// Waits at most `wait` for something to return.
    Taken take(std::chrono::milliseconds wait);
    /// The hub's position, if nothing is queued.
    std::optional<Position> findPosition() const;

private:
    friend class Hub;

    Hub& hub_;
    const std::string bucketId_;
    const Audience audience_;
    // The rest is guarded by the hub's mutex.
    std::condition_variable changed_;
    std::deque<std::shared_ptr<const LiveChange>> waiting_;
    std::deque<std::shared_ptr<const std::string>> notes_;
    bool behind_ = false;
    bool ended_ = false;
};

/// Announces to open streams what is committed, here and on other servers, with bounded memory. Does nothing while no
/// stream is open. Any thread.
class Hub : public LiveEvents {
public:
    struct Options {
        std::int64_t maxStreams = 100;
        std::size_t mostWaiting = 1000;  // changes queued for one stream
        std::size_t mostNotes = 200;     // of them the oldest are dropped
        std::function<SeenNumbers::Time()> now = std::chrono::steady_clock::now;
    };

    Hub(Services& services, Options options) : services_(services), options_(std::move(options)) {}

    /// Throws ApiError 503 when there are too many streams, DatabaseError.
    std::unique_ptr<Subscription> subscribe(const std::string& bucketId, Audience audience = Audience::Readers);
    /// Called by the listener of ChangeCommitted.
    void committed(const Change& change);
    void tellMembers(const std::string& bucketId, const std::string& event, const JsonObject& data) override;
    bool hasMembers() const override;
    /// Called every second. Compares the announced changes with the feed, if necessary; when one was missed (a commit
    /// whose confirmation was lost), ends all streams. Their clients reconnect and read the feed.
    void check();
    void endAll() noexcept;

    void countSent() noexcept { ++sent_; }
    // For the operator; since the server started.
    std::int64_t openStreams() const noexcept { return streams_; }
    std::int64_t sent() const noexcept { return sent_; }
    std::int64_t fellBehind() const noexcept { return behind_; }
    std::int64_t committedChanges() const noexcept { return committed_; }
    std::int64_t highestNumber() const noexcept { return highest_; }

private:
    friend class Subscription;
    void open(std::unique_lock<std::mutex>& lock);
    void enter(Subscription& subscription);
    void leave(Subscription& subscription) noexcept;
    void end() noexcept;
    void add(Subscription& subscription, const std::shared_ptr<const LiveChange>& change);

    Services& services_;
    const Options options_;

    mutable std::mutex mutex_;
    std::vector<Subscription*> subscriptions_;
    std::optional<SeenNumbers> seen_;  // only while there are streams
    bool opening_ = false;
    std::condition_variable opened_;
    std::vector<std::int64_t> meanwhile_;  // announced while opening
    std::uint64_t openings_ = 0;

    std::atomic<std::int64_t> streams_{0}, sent_{0}, behind_{0}, committed_{0}, highest_{0};
};

}  // namespace inkwell::changes
