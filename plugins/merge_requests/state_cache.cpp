#include "state_cache.h"

#include <utility>

namespace inkwell::merge_requests {

void StateCache::changed(std::string_view bucketId) { stamps_.changed(bucketId, {}); }

void StateCache::forget() {
    stamps_.changedAll();
    const std::lock_guard lock(mutex_);
    states_.clear();
}

void StateCache::forget(const std::string& requestId) {
    const std::lock_guard lock(mutex_);
    states_.erase(requestId);
}

std::optional<std::string> StateCache::find(const std::string& requestId) {
    const std::lock_guard lock(mutex_);
    const auto found = states_.find(requestId);
    if (found == states_.end()) return std::nullopt;
    const State& state = found->second;
    for (const std::string& bucket : {state.sourceId, state.targetId})
        if (!stamps_.isStillTrue(state.stamp, stamps_.slotsOf(bucket))) return std::nullopt;
    return state.text;
}

void StateCache::keep(const std::string& requestId, State state) {
    const std::lock_guard lock(mutex_);
    if (states_.size() >= kMaxStates) states_.clear();
    states_.insert_or_assign(requestId, std::move(state));
}

}  // namespace inkwell::merge_requests
