#include "state_memory.h"

#include <functional>
#include <utility>

namespace inkwell::merge_requests {

std::size_t StateMemory::slotOf(std::string_view bucketId) { return std::hash<std::string_view>()(bucketId) % kSlots; }

StateMemory::Stamp StateMemory::stamp() const {
    const std::lock_guard lock(mutex_);
    return changes_;
}

void StateMemory::changed(std::string_view bucketId) {
    const std::lock_guard lock(mutex_);
    lastChanges_[slotOf(bucketId)] = ++changes_;
}

void StateMemory::forget() {
    const std::lock_guard lock(mutex_);
    forgotten_ = ++changes_;
    states_.clear();
}

void StateMemory::forget(const std::string& requestId) {
    const std::lock_guard lock(mutex_);
    states_.erase(requestId);
}

std::optional<std::string> StateMemory::find(const std::string& requestId) const {
    const std::lock_guard lock(mutex_);
    const auto found = states_.find(requestId);
    if (found == states_.end()) return std::nullopt;
    const State& state = found->second;
    for (const Stamp last : {forgotten_, lastChanges_[slotOf(state.sourceId)], lastChanges_[slotOf(state.targetId)]})
        if (last > state.stamp) return std::nullopt;
    return state.text;
}

void StateMemory::keep(const std::string& requestId, State state) {
    const std::lock_guard lock(mutex_);
    if (states_.size() >= kMaxStates) states_.clear();
    states_.insert_or_assign(requestId, std::move(state));
}

}  // namespace inkwell::merge_requests
