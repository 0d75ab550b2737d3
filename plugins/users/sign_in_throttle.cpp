#include "sign_in_throttle.h"

#include <algorithm>

#include "inkwell/error.h"

namespace inkwell::users {

namespace {

constexpr int kFreeFailures = 10;
constexpr std::int64_t kFirstRefusalMs = 30'000;
constexpr std::int64_t kLongestRefusalMs = 15 * 60'000;
constexpr std::int64_t kForgetAfterMs = 60 * 60'000;

std::int64_t refusalMs(int failures) {
    std::int64_t refusal = kFirstRefusalMs;
    for (int i = kFreeFailures; i < failures && refusal < kLongestRefusalMs; ++i) refusal *= 2;
    return std::min(refusal, kLongestRefusalMs);
}

}  // namespace

void SignInThrottle::admit(const std::string& key, std::int64_t nowMs) {
    std::lock_guard lock(mutex_);
    if (!rows_.contains(key)) makeRoom(nowMs);
    Row& row = rows_[key];
    if (nowMs - row.lastMs > kForgetAfterMs) row = Row{};
    if (nowMs < row.refusedUntilMs) {
        auto seconds = static_cast<int>((row.refusedUntilMs - nowMs + 999) / 1000);
        throw ApiError::tooManyRequests("too many failed sign-ins; try again later", seconds);
    }
    row.lastMs = nowMs;
    if (++row.failures >= kFreeFailures) row.refusedUntilMs = nowMs + refusalMs(row.failures);
}

void SignInThrottle::succeeded(const std::string& key) {
    std::lock_guard lock(mutex_);
    rows_.erase(key);
}

void SignInThrottle::makeRoom(std::int64_t nowMs) {
    if (rows_.size() < maxKeys_) return;
    std::erase_if(rows_, [&](const auto& entry) { return nowMs - entry.second.lastMs > kForgetAfterMs; });
    if (rows_.size() < maxKeys_) return;
    rows_.erase(std::min_element(rows_.begin(), rows_.end(),
                                 [](const auto& a, const auto& b) { return a.second.lastMs < b.second.lastMs; }));
}

}  // namespace inkwell::users
