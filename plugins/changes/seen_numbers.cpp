#include "seen_numbers.h"

#include <algorithm>

namespace inkwell::changes {

namespace {

constexpr std::size_t kMostLate = 10'000;

}  // namespace

SeenNumbers::SeenNumbers(std::int64_t floor, std::int64_t settled, const Feed& feed, Time now)
    : highest_(floor), compared_(now) {
    for (const std::int64_t number : feed.present) see(number, number <= settled ? now - kWindow : now);
    giveUp(floor, feed.written, now);
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

bool SeenNumbers::compare(std::int64_t above, const Feed& feed, Time now) {
    compared_ = now;
    bool missed = false;
    for (const std::int64_t number : feed.present) {
        if (isSeen(number)) continue;
        const auto [known, isNew] = untold_.try_emplace(number, now);
        missed = missed || now - known->second >= kTellingTime;
    }
    giveUp(above, feed.written, now);
    return !missed;
}

// What is overdue and that nobody is about to commit. What somebody is comes to the window's end once more.
void SeenNumbers::giveUp(std::int64_t above, const std::vector<std::int64_t>& written, Time now) {
    for (auto run = open_.upper_bound(above); run != open_.end();) {
        const auto [first, unseen] = *run;
        if (now - unseen.since < kWindow) {
            ++run;
            continue;
        }
        run = open_.erase(run);
        late_.emplace(first, unseen);
        auto number = std::lower_bound(written.begin(), written.end(), first);
        for (; number != written.end() && *number <= unseen.last; ++number) {
            take(late_, *number);
            const bool joins = run != open_.begin() && std::prev(run)->second.last + 1 == *number &&
                               std::prev(run)->second.since == now;
            if (joins) {
                std::prev(run)->second.last = *number;
            } else {
                open_.emplace(*number, Unseen{*number, now});
            }
        }
    }
    while (late_.size() > kMostLate) late_.erase(late_.begin());
}

}  // namespace inkwell::changes
