#include "queue/render_budget.h"

namespace inkwell::webhooks {

bool RenderBudget::isSpent(const Change& change, std::int64_t nowMs) {
    const std::lock_guard lock(mutex_);
    const auto found = byType_.find({change.bucketId, change.type});
    return found != byType_.end() && !isOver(found->second, nowMs) && found->second.count >= kMostFailures;
}

void RenderBudget::failed(const Change& change, std::int64_t nowMs) {
    const std::lock_guard lock(mutex_);
    std::erase_if(byType_, [nowMs](const auto& one) { return isOver(one.second, nowMs); });
    const auto [failures, isFirst] = byType_.try_emplace({change.bucketId, change.type}, Failures{nowMs, 0});
    ++failures->second.count;
}

// A clock that was set back ends the window too, instead of stretching it.
bool RenderBudget::isOver(const Failures& failures, std::int64_t nowMs) {
    const std::int64_t passedMs = nowMs - failures.sinceMs;
    return passedMs < 0 || passedMs >= kWindowMs;
}

}  // namespace inkwell::webhooks
