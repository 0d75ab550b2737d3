#include "read/search_places.h"

#include <iterator>

#include "inkwell/error.h"

namespace inkwell::objects {

namespace {

constexpr int kRetryAfterSeconds = 2;

ApiError tooMany() {
    return ApiError::unavailable(
        "too many queries that look at objects one by one are under way; try again, or ask without '$regex'",
        kRetryAfterSeconds);
}

}  // namespace

SearchPlaces::Place SearchPlaces::take(const std::string& whose) {
    std::unique_lock lock(mutex_);
    if (!all_.hasOneFor(whose)) throw tooMany();
    all_.take(whose);
    if (running_.hasOneFor(whose)) {
        running_.take(whose);
        return Place(*this, whose);
    }
    Waiter me{whose, {}, false};
    const auto mine = waiting_.insert(waiting_.end(), &me);
    if (me.wake.wait_for(lock, wait_, [&] { return me.isAdmitted; })) return Place(*this, whose);
    waiting_.erase(mine);
    all_.give(whose);
    throw tooMany();
}

// Who came first, of those whose share is not met.
void SearchPlaces::give(const std::string& whose) noexcept {
    const std::lock_guard lock(mutex_);
    all_.give(whose);
    running_.give(whose);
    for (auto next = waiting_.begin(); next != waiting_.end();) {
        Waiter* const one = *next++;
        if (!running_.hasOneFor(one->whose)) continue;
        running_.take(one->whose);
        waiting_.erase(std::prev(next));
        one->isAdmitted = true;
        one->wake.notify_one();
    }
}

std::size_t SearchPlaces::waiting() const {
    const std::lock_guard lock(mutex_);
    return waiting_.size();
}

}  // namespace inkwell::objects
