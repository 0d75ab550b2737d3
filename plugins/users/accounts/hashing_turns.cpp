#include "accounts/hashing_turns.h"

#include <algorithm>
#include <utility>

#include "inkwell/error.h"

namespace inkwell::users {

namespace {

constexpr int kRetryAfterSeconds = 5;

ApiError tooMany() { return ApiError::tooManyRequests("too many sign-ins at once; try again", kRetryAfterSeconds); }

int countOf(const std::map<std::string, int>& held, const std::string& name) {
    const auto row = held.find(name);
    return row == held.end() ? 0 : row->second;
}

void takeOne(std::map<std::string, int>& held, const std::string& name) {
    if (!name.empty()) ++held[name];
}

void giveOne(std::map<std::string, int>& held, const std::string& name) noexcept {
    const auto row = held.find(name);
    if (row != held.end() && --row->second == 0) held.erase(row);
}

bool isSame(const std::string& one, const std::string& other) { return !one.empty() && one == other; }

}  // namespace

HashingTurns::Turn::Turn(HashingTurns& turns, Asker asker) : turns_(turns), asker_(std::move(asker)) {
    turns_.wait(*this);
}

HashingTurns::Turn::~Turn() { turns_.end(*this); }

int HashingTurns::held() const {
    const std::lock_guard lock(mutex_);
    return held_;
}

void HashingTurns::wait(Turn& turn) {
    std::unique_lock lock(mutex_);
    takePlace(turn.asker_);
    const auto place = waiting_.insert(waiting_.end(), &turn);
    giveTurns();
    if (changed_.wait_for(lock, options_.longestWait, [&] { return turn.computes_; })) return;
    waiting_.erase(place);
    givePlace(turn.asker_);
    throw tooMany();
}

void HashingTurns::end(const Turn& turn) noexcept {
    const std::lock_guard lock(mutex_);
    std::erase(computing_, &turn);
    givePlace(turn.asker_);
    giveTurns();
}

void HashingTurns::takePlace(const Asker& asker) {
    const bool isFull = held_ >= options_.places || countOf(networks_, asker.network) >= options_.ofNetwork ||
                        countOf(accounts_, asker.account) >= options_.ofAccount;
    if (isFull) throw tooMany();
    ++held_;
    takeOne(networks_, asker.network);
    takeOne(accounts_, asker.account);
}

void HashingTurns::givePlace(const Asker& asker) noexcept {
    --held_;
    giveOne(networks_, asker.network);
    giveOne(accounts_, asker.account);
}

void HashingTurns::giveTurns() {
    while (computing_.size() < options_.atOnce && !waiting_.empty()) {
        auto next =
            std::ranges::find_if(waiting_, [&](const Turn* one) { return !isLikeOneThatComputes(one->asker_); });
        if (next == waiting_.end()) next = waiting_.begin();
        (*next)->computes_ = true;
        computing_.push_back(*next);
        waiting_.erase(next);
    }
    changed_.notify_all();
}

bool HashingTurns::isLikeOneThatComputes(const Asker& asker) const {
    return std::ranges::any_of(computing_, [&](const Turn* one) {
        return isSame(one->asker_.network, asker.network) || isSame(one->asker_.account, asker.account);
    });
}

}  // namespace inkwell::users
