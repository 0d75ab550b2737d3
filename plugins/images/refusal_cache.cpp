#include "refusal_cache.h"

namespace inkwell::images {

void RefusalCache::forgetOldest() {
    reasons_.erase(keys_.front().second);
    keys_.pop_front();
}

void RefusalCache::keep(const std::string& key, std::string reason) {
    const std::lock_guard lock(mutex_);
    if (!reasons_.try_emplace(key, std::move(reason)).second) return;
    keys_.emplace_back(std::chrono::steady_clock::now(), key);
    if (keys_.size() > capacity_) forgetOldest();
}

std::optional<std::string> RefusalCache::find(const std::string& key) {
    const std::lock_guard lock(mutex_);
    const Time now = std::chrono::steady_clock::now();
    while (!keys_.empty() && now - keys_.front().first >= lifetime_) forgetOldest();
    const auto found = reasons_.find(key);
    return found == reasons_.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace inkwell::images
