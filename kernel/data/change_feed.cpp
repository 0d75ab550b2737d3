#include "kernel/data/change_feed.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <unordered_set>

#include "kernel/data/change_store.h"
#include "kernel/runtime/log.h"

namespace inkwell::kernel {

namespace {

using SteadyClock = std::chrono::steady_clock;

// Longer than any write lasts: its locks are waited for 5 seconds at most. Every poll reads the numbers of the window.
constexpr std::chrono::seconds kWindow{10};
// What may still be uncommitted when the following starts.
constexpr std::int64_t kStartWindow = 1000;
constexpr std::chrono::milliseconds kPauseAfterError{ChangeFeed::kRetryMs};

/// What one follower has seen. Numbers are given when a row is written and become visible when it is committed, so a
/// number is only passed for good when a higher one was seen a whole window ago.
class Follower {
public:
    Follower(PooledDatabase& database, const std::string& node) : database_(database), node_(node) {
        database_.read([&](Sql& sql) {
            const std::int64_t highest = findHighestSequence(sql);
            floor_ = std::max<std::int64_t>(0, highest - kStartWindow);
            const auto present = listForeignSequences(sql, floor_, node_);
            delivered_ = {present.begin(), present.end()};
        });
    }

    /// What was committed since the last poll. Throws DatabaseError; the next poll then finds it.
    std::vector<Change> poll() {
        const auto now = SteadyClock::now();
        std::int64_t highest = 0;
        std::vector<Change> fresh;
        database_.read([&](Sql& sql) {
            highest = findHighestSequence(sql);
            fresh = readUndelivered(sql);
        });
        for (const Change& change : fresh) delivered_.insert(change.sequence);
        moveFloor(now, highest);
        return fresh;
    }

private:
    struct Mark {
        SteadyClock::time_point seen;
        std::int64_t highest;
    };

    std::vector<Change> readUndelivered(Sql& sql) {
        std::vector<std::int64_t> numbers = listForeignSequences(sql, floor_, node_);
        std::erase_if(numbers, [this](std::int64_t number) { return delivered_.contains(number); });
        if (numbers.empty()) return {};
        std::vector<Change> changes = listForeignChanges(sql, numbers.front(), numbers.back(), node_);
        std::erase_if(changes, [this](const Change& change) { return delivered_.contains(change.sequence); });
        return changes;
    }

    // After the reading: it has looked at everything above the old floor once more, however long the last was ago.
    void moveFloor(SteadyClock::time_point now, std::int64_t highest) {
        const std::int64_t lastMark = marks_.empty() ? floor_ : marks_.back().highest;
        if (highest > lastMark) marks_.push_back({now, highest});
        const std::int64_t oldFloor = floor_;
        while (!marks_.empty() && now - marks_.front().seen > kWindow) {
            floor_ = marks_.front().highest;
            marks_.pop_front();
        }
        if (floor_ == oldFloor) return;
        std::erase_if(delivered_, [this](std::int64_t number) { return number <= floor_; });
    }

    PooledDatabase& database_;
    const std::string node_;
    std::int64_t floor_ = 0;
    std::deque<Mark> marks_;
    std::unordered_set<std::int64_t> delivered_;  // of those above the floor
};

void deliver(const std::vector<Change>& changes, const std::function<void(const Change&)>& onChange) noexcept {
    for (const Change& change : changes) {
        try {
            onChange(change);
        } catch (const std::exception& error) {
            kernelLog().error(std::string("a change of another server was not handled: ") + error.what());
        } catch (...) {
            kernelLog().error("a change of another server was not handled");
        }
    }
}

}  // namespace

struct ChangeFeed::Impl {
    Impl(PooledDatabase& givenDatabase, std::string givenNode) : database(givenDatabase), node(std::move(givenNode)) {}

    void run(Follower& follower, std::chrono::milliseconds interval, const std::function<void(const Change&)>& onChange,
             const std::function<void()>& onFailure) noexcept;
    /// False when the following is to end.
    bool pause(std::chrono::milliseconds time) {
        std::unique_lock lock(mutex);
        return !wake.wait_for(lock, time, [this] { return stopping; });
    }

    PooledDatabase& database;
    const std::string node;
    std::mutex mutex;
    std::condition_variable wake;
    bool stopping = false;
    std::thread thread;
    std::atomic<SteadyClock::time_point> lastRead{};  // the epoch while nobody follows
    std::atomic<std::uint64_t> changes{0};
    std::atomic<std::uint64_t> failures{0};
};

void ChangeFeed::Impl::run(Follower& follower, std::chrono::milliseconds interval,
                           const std::function<void(const Change&)>& onChange,
                           const std::function<void()>& onFailure) noexcept {
    bool failing = false;
    while (pause(failing ? std::max<std::chrono::milliseconds>(interval, kPauseAfterError) : interval)) {
        try {
            const std::vector<Change> fresh = follower.poll();
            lastRead = SteadyClock::now();
            changes += fresh.size();
            deliver(fresh, onChange);
            if (failing) kernelLog().info("the change feed can be read again");
            failing = false;
        } catch (const std::exception& error) {
            if (!failing) kernelLog().error(std::string("the change feed cannot be read: ") + error.what());
            failing = true;
            ++failures;
            if (onFailure) onFailure();
        }
    }
}

ChangeFeed::ChangeFeed(PooledDatabase& database, std::string node)
    : impl_(std::make_unique<Impl>(database, std::move(node))) {}

ChangeFeed::~ChangeFeed() { stop(); }

void ChangeFeed::append(Change& change) { insertChange(impl_->database.currentWrite(), change, impl_->node); }

void ChangeFeed::follow(std::chrono::milliseconds interval, std::function<void(const Change&)> onChange,
                        std::function<void()> onFailure) {
    if (impl_->thread.joinable()) throw std::logic_error("the change feed is followed already");
    auto follower = std::make_shared<Follower>(impl_->database, impl_->node);
    impl_->stopping = false;
    impl_->lastRead = SteadyClock::now();
    impl_->thread =
        std::thread([this, follower, interval, onChange = std::move(onChange), onFailure = std::move(onFailure)] {
            impl_->run(*follower, interval, onChange, onFailure);
        });
}

ChangeFeed::Numbers ChangeFeed::numbers() const {
    const SteadyClock::time_point last = impl_->lastRead;
    Numbers numbers;
    if (last != SteadyClock::time_point{}) {
        numbers.sinceRead = std::chrono::duration_cast<std::chrono::milliseconds>(SteadyClock::now() - last);
    }
    numbers.changes = impl_->changes;
    numbers.failures = impl_->failures;
    return numbers;
}

void ChangeFeed::stop() noexcept {
    {
        const std::lock_guard lock(impl_->mutex);
        impl_->stopping = true;
    }
    impl_->wake.notify_all();
    if (impl_->thread.joinable()) impl_->thread.join();
}

}  // namespace inkwell::kernel
