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

#include "inkwell/events.h"
#include "inkwell/services.h"
#include "seen_numbers.h"

namespace inkwell::changes {

/// A committed change that readers see, and what is done with once it was told.
struct LiveChange {
    Change change;
    Position position;
};

class Hub;

/// What one stream is told of: the changes of its bucket from restart() on. For the stream's thread; the hub must
/// outlive it. Leaves the hub when it ends.
class Subscription {
public:
    Subscription(Hub& hub, std::string bucketId) : hub_(hub), bucketId_(std::move(bucketId)) {}
    ~Subscription();
    Subscription(const Subscription&) = delete;
    Subscription& operator=(const Subscription&) = delete;

    /// Drops what waits. What the answer has is in the feed or over; all else will be told.
    Position restart();

    struct Taken {
        bool ended = false;   // the stream is to end, so that its client comes again
        bool behind = false;  // too much was waiting and was dropped: restart() and read the feed
        std::vector<std::shared_ptr<const LiveChange>> changes;
    };
    /// Waits at most `wait` for something.
    Taken take(std::chrono::milliseconds wait);
    /// The hub's position, while nothing waits.
    std::optional<Position> findPosition() const;

private:
    friend class Hub;

    Hub& hub_;
    const std::string bucketId_;
    // The rest under the hub's mutex.
    std::condition_variable changed_;
    std::deque<std::shared_ptr<const LiveChange>> waiting_;
    bool behind_ = false;
    bool ended_ = false;
};

/// Tells the open streams what is committed, here and on other servers, with bounded memory. While there is none it
/// does nothing. Any thread.
class Hub {
public:
    struct Options {
        std::int64_t maxStreams = 100;
        std::size_t mostWaiting = 1000;  // changes for one stream
        std::function<SeenNumbers::Time()> now = std::chrono::steady_clock::now;
    };

    Hub(Services& services, Options options) : services_(services), options_(std::move(options)) {}

    /// Throws ApiError 503 when there are too many, DatabaseError.
    std::unique_ptr<Subscription> subscribe(const std::string& bucketId);
    /// The listener of ChangeCommitted.
    void committed(const Change& change);
    /// Every second: compares what was told with the feed, where need be, and ends all streams when something was
    /// missed (a commit whose answer was lost): they read it from the feed when they come again.
    void check();
    void endAll() noexcept;

    void countSent() noexcept { ++sent_; }
    // For the operator.
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
    std::optional<SeenNumbers> seen_;  // while there are streams
    bool opening_ = false;
    std::condition_variable opened_;
    std::vector<std::int64_t> meanwhile_;  // told while opening
    std::uint64_t openings_ = 0;

    std::atomic<std::int64_t> streams_{0}, sent_{0}, behind_{0}, committed_{0}, highest_{0};
};

}  // namespace inkwell::changes
