#include "seen_numbers.h"

#include <algorithm>

namespace inkwell::changes {

namespace {

constexpr std::size_t kMostLate = 10'000;

}  // namespace

SeenNumbers::SeenNumbers(std::int64_t floor, const std::vector<std::int64_t>& present, Time now)
    : highest_(floor), compared_(now) {
    for (const std::int64_t number : present) see(number, now);
}

SeenNumbers::Runs::const_iterator SeenNumbers::findRun(const Runs& runs, std::int64_t number) {
    const auto after = runs.upper_bound(number);
    if (after == runs.begin()) return runs.end();
    const auto run = std::prev(after);
    return run->second.last < number ? runs.end() : run;
}

// False when it is in none of them.
bool SeenNumbers::take(Runs& runs, std::int64_t number) {
    const auto found = findRun(runs, number);
    if (found == runs.end()) return false;
    const auto [first, unseen] = *found;
    runs.erase(found);
    if (first < number) runs.emplace(first, Unseen{number - 1, unseen.since});
    if (number < unseen.last) runs.emplace(number + 1, unseen);
    return true;
}

bool SeenNumbers::isSeen(std::int64_t number) const {
    return number <= highest_ && findRun(open_, number) == open_.end() && findRun(late_, number) == late_.end();
}

bool SeenNumbers::see(std::int64_t number, Time now) {
    untold_.erase(number);
    if (number <= highest_) return take(open_, number) || take(late_, number);
    if (number > highest_ + 1) open_.emplace(highest_ + 1, Unseen{number - 1, now});
    highest_ = number;
    return true;
}

Position SeenNumbers::position() const {
    Position position{highest_};
    for (const auto& [first, unseen] : open_) position.addGap({first, unseen.last});
    return position;
}

std::optional<std::int64_t> SeenNumbers::findDue(Time now) const {
    const auto overdue =
        std::find_if(open_.begin(), open_.end(), [&](const auto& run) { return now - run.second.since >= kWindow; });
    if (overdue == open_.end() && untold_.empty() && now - compared_ < kWindow) return std::nullopt;
    std::int64_t above = highest_;
    if (overdue != open_.end()) above = std::min(above, overdue->first - 1);
    if (!untold_.empty()) above = std::min(above, untold_.begin()->first - 1);
    return above;
}

bool SeenNumbers::compare(std::int64_t above, const std::vector<std::int64_t>& present, Time now) {
    compared_ = now;
    bool missed = false;
    for (const std::int64_t number : present) {
        if (isSeen(number)) continue;
        const auto [known, isNew] = untold_.try_emplace(number, now);
        missed = missed || now - known->second >= kTellingTime;
    }
    giveUp(above, now);
    return !missed;
}

// What is overdue, and not in the feed.
void SeenNumbers::giveUp(std::int64_t above, Time now) {
    for (auto run = open_.upper_bound(above); run != open_.end();) {
        const auto [first, unseen] = *run;
        if (now - unseen.since < kWindow) {
            ++run;
            continue;
        }
        run = open_.erase(run);
        late_.emplace(first, unseen);
        for (auto number = untold_.lower_bound(first); number != untold_.end() && number->first <= unseen.last;
             ++number) {
            take(late_, number->first);
            open_.emplace(number->first, Unseen{number->first, unseen.since});
        }
    }
    while (late_.size() > kMostLate) late_.erase(late_.begin());
}

}  // namespace inkwell::changes
