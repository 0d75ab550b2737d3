#include "kernel/data/change_feed.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <utility>

#include "kernel/data/change_follower.h"
#include "kernel/data/change_store.h"
#include "kernel/runtime/log.h"

namespace inkwell::kernel {

namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr std::int64_t kUnknown = -1;
constexpr std::chrono::milliseconds kPauseAfterError{ChangeFeed::kRetryMs};

void deliver(const std::vector<Change>& changes, const std::function<void(const Change&)>& onChange) noexcept {
    for (const Change& change : changes) {
        try {
            onChange(change);
        } catch (const std::exception& error) {
            kernelLog().error(std::string("a change in the feed was not handled: ") + error.what());
        } catch (...) {
            kernelLog().error("a change in the feed was not handled");
        }
    }
}

}  // namespace

struct ChangeFeed::Impl {
    Impl(PooledDatabase& givenDatabase, std::string givenNode) : database(givenDatabase), node(std::move(givenNode)) {}

    void run(const Told& told) noexcept;
    void watch(const Told& told) noexcept;
    void markSetBack() noexcept;
    /// Returns whether that is new.
    bool noteFailure(const std::string& why) noexcept {
        if (failing.exchange(true)) return false;
        kernelLog().error("the change feed cannot be read: " + why);
        return true;
    }
    /// False when the following is to end.
    bool pause(std::chrono::milliseconds time) {
        std::unique_lock lock(mutex);
        return !wake.wait_for(lock, time, [this] { return stopping; });
    }

    void use(std::shared_ptr<ChangeFollower> given) {
        const std::lock_guard lock(mutex);
        follower = std::move(given);
    }
    std::shared_ptr<ChangeFollower> current() {
        const std::lock_guard lock(mutex);
        return follower;
    }

    PooledDatabase& database;
    const std::string node;
    std::mutex mutex;
    std::shared_ptr<ChangeFollower> follower;  // replaced only while there is no thread
    std::condition_variable wake;
    bool stopping = false;
    std::thread thread;
    std::thread watcher;
    std::atomic<bool> failing{false};
    std::atomic<SteadyClock::time_point> lastRead{};  // the epoch while nobody follows
    std::atomic<std::int64_t> announced{kUnknown};    // the highest number, while none below it is missing
    std::atomic<std::uint64_t> changes{0};
    std::atomic<std::uint64_t> failures{0};
};

// Replicas are to show what the database has now, not what it has lost.
void ChangeFeed::Impl::markSetBack() noexcept {
    try {
        database.markSeen();
    } catch (const std::exception& error) {
        noteFailure(error.what());
    }
}

void ChangeFeed::Impl::run(const Told& told) noexcept {
    std::vector<Change> fresh;
    std::chrono::milliseconds wait = told.interval;
    const auto failed = [&](std::chrono::milliseconds next) {
        ++failures;
        if (told.onFailure) told.onFailure();
        wait = next;
    };
    while (pause(wait)) {
        try {
            // Those of an attempt that failed behind poll() are still to be told: it returns them once.
            if (fresh.empty()) fresh = follower->poll(SteadyClock::now());
            if (!fresh.empty()) database.markSeen();
            lastRead = SteadyClock::now();
            changes += fresh.size();
            deliver(std::exchange(fresh, {}), told.onChange);
            announced = follower->highestOfAll().value_or(kUnknown);
            if (failing.exchange(false)) kernelLog().info("the change feed can be read again");
            if (told.onRead) told.onRead();
            wait = follower->hasMore() ? std::chrono::milliseconds(0) : told.interval;
        } catch (const ChangesLost& error) {
            // The database may have been away for a while, which is told already.
            kernelLog().error(error.what());
            announced = kUnknown;
            markSetBack();
            failed(told.interval);
        } catch (const std::exception& error) {
            noteFailure(error.what());
            failed(std::max(told.interval, kPauseAfterError));
        }
    }
}

// A read that hangs fails only when its connection does, if ever.
void ChangeFeed::Impl::watch(const Told& told) noexcept {
    while (pause(std::min(kPauseAfterError, told.longestSilence))) {
        if (SteadyClock::now() - lastRead.load() < told.longestSilence) continue;
        if (noteFailure("the last time was " + std::to_string(told.longestSilence.count()) + " ms ago")) ++failures;
        if (told.onFailure) told.onFailure();
    }
}

ChangeFeed::ChangeFeed(PooledDatabase& database, std::string node)
    : impl_(std::make_unique<Impl>(database, std::move(node))) {}

ChangeFeed::~ChangeFeed() { stop(); }

void ChangeFeed::append(Change& change) { insertChange(impl_->database.currentWrite(), change, impl_->node); }

bool ChangeFeed::claim(std::int64_t sequence) {
    const std::shared_ptr<ChangeFollower> follower = impl_->current();
    return !follower || follower->claim(sequence);
}

void ChangeFeed::follow(Told told) {
    if (impl_->thread.joinable()) throw std::logic_error("the change feed is followed already");
    impl_->use(std::make_shared<ChangeFollower>(impl_->database, impl_->node, SteadyClock::now(), told.nowMs));
    impl_->database.markSeen();
    impl_->stopping = false;
    impl_->lastRead = SteadyClock::now();
    impl_->failing = false;
    impl_->watcher = std::thread([this, told] { impl_->watch(told); });
    impl_->thread = std::thread([this, told = std::move(told)] { impl_->run(told); });
}

// Who has the only server of a database has announced what was answered.
bool ChangeFeed::hasAnnouncedAll() {
    if (impl_->database.engine().maxWriters() == 1) return true;
    const std::int64_t announced = impl_->announced;
    if (announced == kUnknown) return false;
    return impl_->database.read([](Sql& sql) { return findHighestSequence(sql); }) == announced;
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
    for (std::thread* const one : {&impl_->thread, &impl_->watcher}) {
        if (one->joinable()) one->join();
    }
    impl_->use(nullptr);
    impl_->announced = kUnknown;
}

}  // namespace inkwell::kernel
