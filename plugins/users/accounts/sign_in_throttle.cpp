#include "accounts/sign_in_throttle.h"

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include "inkwell/error.h"

namespace inkwell::users {

namespace {

constexpr std::int64_t kFirstRefusalMs = 30'000;
constexpr std::int64_t kLongestRefusalMs = 15 * 60'000;
constexpr int kUnderWaySeconds = 1;
constexpr std::int64_t kForgetAfterMs = 60 * 60'000;
// Less than the readings of two threads differ by is no sign of a clock that was set back.
constexpr std::int64_t kSetBackMs = 60'000;

std::int64_t refusalMs(int failuresTooMany) {
    std::int64_t refusal = kFirstRefusalMs;
    for (int i = 0; i < failuresTooMany && refusal < kLongestRefusalMs; ++i) refusal *= 2;
    return std::min(refusal, kLongestRefusalMs);
}

void refuseUntil(std::int64_t refusedUntilMs, std::int64_t nowMs) {
    if (nowMs >= refusedUntilMs) return;
    const auto seconds = static_cast<int>((refusedUntilMs - nowMs + 999) / 1000);
    throw ApiError::tooManyRequests("too many failed sign-ins; try again later", seconds);
}

}  // namespace

SignInThrottle::Try::Try(SignInThrottle& throttle, std::string key, std::int64_t nowMs)
    : throttle_(throttle), key_(std::move(key)), startedMs_(nowMs) {
    throttle_.begin(key_, nowMs);
}

SignInThrottle::Try::~Try() { throttle_.end(key_); }

void SignInThrottle::Try::failed() { throttle_.fail(key_, startedMs_); }

void SignInThrottle::check(const std::string& key, std::int64_t nowMs) {
    const std::lock_guard lock(mutex_);
    const auto found = rows_.find(key);
    if (found == rows_.end()) return;
    forget(found->second, nowMs);
    refuseUntil(found->second.refusedUntilMs, nowMs);
}

void SignInThrottle::begin(const std::string& key, std::int64_t nowMs) {
    const std::lock_guard lock(mutex_);
    Row& row = rowOf(key, nowMs);
    refuseUntil(row.refusedUntilMs, nowMs);
    if (row.underWay >= std::max(1, options_.freeFailures - row.failures))
        throw ApiError::tooManyRequests("too many sign-ins at once; try again", kUnderWaySeconds);
    ++row.underWay;
}

void SignInThrottle::fail(const std::string& key, std::int64_t nowMs) {
    const std::lock_guard lock(mutex_);
    Row& row = rowOf(key, nowMs);
    row.lastMs = nowMs;
    ++row.failures;
    if (row.failures >= options_.freeFailures)
        row.refusedUntilMs = nowMs + refusalMs(row.failures - options_.freeFailures);
}

// The row may have gone meanwhile to make room.
void SignInThrottle::end(const std::string& key) {
    const std::lock_guard lock(mutex_);
    const auto found = rows_.find(key);
    if (found == rows_.end()) return;
    Row& row = found->second;
    row.underWay = std::max(0, row.underWay - 1);
    if (row.underWay == 0 && row.failures == 0) rows_.erase(found);
}

void SignInThrottle::forgive(const std::string& key) {
    const std::lock_guard lock(mutex_);
    const auto found = rows_.find(key);
    if (found != rows_.end()) found->second = Row{.underWay = found->second.underWay};
}

SignInThrottle::Row& SignInThrottle::rowOf(const std::string& key, std::int64_t nowMs) {
    if (!rows_.contains(key)) makeRoom(nowMs);
    Row& row = rows_[key];
    forget(row, nowMs);
    return row;
}

void SignInThrottle::forget(Row& row, std::int64_t nowMs) const {
    if (nowMs - row.lastMs > kForgetAfterMs || nowMs < row.lastMs - kSetBackMs) row = Row{.underWay = row.underWay};
    if (options_.forgetOneAfterMs == 0) return;
    const std::int64_t forgotten = std::max<std::int64_t>(0, nowMs - row.lastMs) / options_.forgetOneAfterMs;
    row.failures -= static_cast<int>(std::min<std::int64_t>(row.failures, forgotten));
    row.lastMs += forgotten * options_.forgetOneAfterMs;
}

// Many failures stay longest: nobody ends a refusal by trying other keys until its row is pushed out. A tenth goes at
// once, so that a flood of keys does not search all rows each time.
void SignInThrottle::makeRoom(std::int64_t nowMs) {
    if (rows_.size() < options_.maxKeys) return;
    using Entry = std::map<std::string, Row>::iterator;
    std::vector<std::tuple<int, std::int64_t, Entry>> entries;
    for (auto entry = rows_.begin(); entry != rows_.end(); ++entry) {
        const Row& row = entry->second;
        entries.emplace_back(nowMs - row.lastMs > kForgetAfterMs ? 0 : row.failures, row.lastMs, entry);
    }
    const auto last = entries.begin() + static_cast<std::ptrdiff_t>(options_.maxKeys / 10);
    std::nth_element(entries.begin(), last, entries.end(), [](const auto& a, const auto& b) {
        return std::tie(std::get<0>(a), std::get<1>(a)) < std::tie(std::get<0>(b), std::get<1>(b));
    });
    for (auto entry = entries.begin(); entry <= last; ++entry) rows_.erase(std::get<Entry>(*entry));
}

}  // namespace inkwell::users
