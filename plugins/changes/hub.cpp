#include "hub.h"

#include <algorithm>

#include "event_view.h"
#include "inkwell/change_log.h"
#include "inkwell/error.h"

namespace inkwell::changes {

namespace {

constexpr int kRetryAfterSeconds = 5;
// By the clocks of all servers, which may differ: more than the window.
constexpr std::int64_t kOpeningWindowMs = 2 * std::chrono::milliseconds(SeenNumbers::kWindow).count();
// So long ago a transaction that has not ended may have taken its first number.
constexpr std::int64_t kLongestMs = 60 * 60'000;

SeenNumbers::Feed readFeed(ChangeLog& log, std::int64_t above) {
    SeenNumbers::Feed feed;
    feed.present = log.sequencesAbove(above);
    feed.written = log.writtenSequencesAbove(above);
    return feed;
}

// The last number stays in the feed while it is the last.
bool lacks(const SeenNumbers::Feed& feed, std::int64_t highest) {
    return highest > 0 && !std::binary_search(feed.present.begin(), feed.present.end(), highest);
}

}  // namespace

Subscription::~Subscription() { hub_.leave(*this); }

Position Subscription::restart() {
    std::unique_lock lock(hub_.mutex_);
    if (!hub_.seen_) hub_.open(lock);
    waiting_.clear();
    behind_ = false;
    return hub_.seen_->position();
}

Subscription::Taken Subscription::take(std::chrono::milliseconds wait) {
    std::unique_lock lock(hub_.mutex_);
    changed_.wait_for(lock, wait, [this] { return ended_ || behind_ || !waiting_.empty() || !notes_.empty(); });
    Taken taken{ended_, behind_, {}, {}};
    taken.changes.assign(waiting_.begin(), waiting_.end());
    taken.notes.assign(notes_.begin(), notes_.end());
    waiting_.clear();
    notes_.clear();
    return taken;
}

std::optional<Position> Subscription::findPosition() const {
    const std::lock_guard lock(hub_.mutex_);
    if (!hub_.seen_ || ended_ || behind_ || !waiting_.empty()) return std::nullopt;
    return hub_.seen_->position();
}

std::unique_ptr<Subscription> Hub::subscribe(const std::string& bucketId, Audience audience) {
    auto subscription = std::make_unique<Subscription>(*this, bucketId, audience);
    enter(*subscription);
    return subscription;
}

void Hub::enter(Subscription& subscription) {
    const std::lock_guard lock(mutex_);
    if (static_cast<std::int64_t>(subscriptions_.size()) >= options_.maxStreams) {
        throw ApiError::unavailable("this server keeps no more than " + std::to_string(options_.maxStreams) +
                                        " streams of changes open; try again later",
                                    kRetryAfterSeconds);
    }
    subscriptions_.push_back(&subscription);
    streams_ = static_cast<std::int64_t>(subscriptions_.size());
}

void Hub::leave(Subscription& subscription) noexcept {
    const std::lock_guard lock(mutex_);
    std::erase(subscriptions_, &subscription);
    streams_ = static_cast<std::int64_t>(subscriptions_.size());
    if (subscriptions_.empty()) seen_.reset();
}

// Listens first and reads then: what is committed in between is told, read, or both, and never lost. Not under the
// lock, or every writer would wait for the reading.
void Hub::open(std::unique_lock<std::mutex>& lock) {
    while (opening_) opened_.wait(lock);
    if (seen_) return;
    opening_ = true;
    meanwhile_.clear();
    lock.unlock();
    std::optional<SeenNumbers> seen;
    try {
        ChangeLog& log = services_.changes();
        const std::int64_t nowMs = services_.clock().nowMs();
        const std::int64_t floor = log.highestSequenceBefore(nowMs - kLongestMs);
        const std::int64_t settled = log.highestSequenceBefore(nowMs - kOpeningWindowMs);
        seen.emplace(floor, settled, readFeed(log, floor), options_.now());
    } catch (...) {
        lock.lock();
        opening_ = false;
        opened_.notify_all();
        throw;
    }
    lock.lock();
    for (const std::int64_t number : meanwhile_) seen->see(number, options_.now());
    seen_ = std::move(seen);
    ++openings_;
    opening_ = false;
    opened_.notify_all();
}

void Hub::committed(const Change& change) {
    ++committed_;
    const std::lock_guard lock(mutex_);
    highest_ = std::max<std::int64_t>(highest_, change.sequence);
    if (opening_) meanwhile_.push_back(change.sequence);
    if (!seen_ || !seen_->see(change.sequence, options_.now()) || !isFor(Audience::Members, change)) return;
    std::shared_ptr<const LiveChange> live;
    for (Subscription* one : subscriptions_) {
        if (one->bucketId_ != change.bucketId || one->behind_ || one->ended_) continue;
        if (!isFor(one->audience_, change)) continue;
        if (!live) live = std::make_shared<const LiveChange>(LiveChange{change, seen_->position()});
        add(*one, live);
    }
}

void Hub::add(Subscription& subscription, const std::shared_ptr<const LiveChange>& change) {
    if (subscription.waiting_.size() < options_.mostWaiting) {
        subscription.waiting_.push_back(change);
    } else {
        subscription.waiting_.clear();
        subscription.behind_ = true;
        ++behind_;
    }
    subscription.changed_.notify_all();
}

void Hub::tellMembers(const std::string& bucketId, const std::string& event, const JsonObject& data) {
    const auto note = std::make_shared<const std::string>(renderNote(event, data));
    const std::lock_guard lock(mutex_);
    for (Subscription* one : subscriptions_) {
        if (one->audience_ != Audience::Members || one->bucketId_ != bucketId || one->ended_) continue;
        if (one->notes_.size() == options_.mostNotes) one->notes_.pop_front();
        one->notes_.push_back(note);
        one->changed_.notify_all();
    }
}

bool Hub::hasMembers() const {
    const std::lock_guard lock(mutex_);
    return std::any_of(subscriptions_.begin(), subscriptions_.end(),
                       [](const Subscription* one) { return one->audience_ == Audience::Members; });
}

void Hub::check() {
    std::optional<std::int64_t> above;
    std::int64_t highest = 0;
    std::uint64_t opening = 0;
    {
        const std::lock_guard lock(mutex_);
        if (seen_) above = seen_->findDue(options_.now());
        if (above) highest = seen_->highest();
        opening = openings_;
    }
    if (!above) return;
    const SeenNumbers::Feed feed = readFeed(services_.changes(), *above - 1);
    const std::lock_guard lock(mutex_);
    if (!seen_ || openings_ != opening) return;
    if (lacks(feed, highest)) {
        services_.log().warn("the database has lost changes that were told of; the streams of changes begin again");
    } else if (!seen_->compare(*above, feed, options_.now())) {
        services_.log().warn("a change in the feed was not told of; the streams of changes begin again");
    } else {
        return;
    }
    end();
}

void Hub::endAll() noexcept {
    const std::lock_guard lock(mutex_);
    end();
}

void Hub::end() noexcept {
    for (Subscription* one : subscriptions_) {
        one->ended_ = true;
        one->changed_.notify_all();
    }
    seen_.reset();
}

}  // namespace inkwell::changes
