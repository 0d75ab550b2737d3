#include "accounts/token_uses.h"

#include <utility>

namespace inkwell::users {

void TokenUses::note(const std::string& userId, const std::string& digest, std::int64_t nowMs) {
    const std::lock_guard lock(mutex_);
    if (const auto user = byUser_.find(userId); user != byUser_.end()) {
        if (const auto use = user->second.find(digest); use != user->second.end()) {
            use->second = nowMs;
            return;
        }
    }
    if (count_ >= maxTokens_) return;
    byUser_[userId].emplace(digest, nowMs);
    ++count_;
}

TokenUses::Uses TokenUses::of(const std::string& userId) const {
    const std::lock_guard lock(mutex_);
    const auto user = byUser_.find(userId);
    return user == byUser_.end() ? Uses() : user->second;
}

TokenUses::Uses TokenUses::take() {
    std::map<std::string, Uses> taken;
    {
        const std::lock_guard lock(mutex_);
        taken.swap(byUser_);
        count_ = 0;
    }
    Uses all;
    for (auto& [userId, uses] : taken) all.merge(uses);
    return all;
}

}  // namespace inkwell::users
