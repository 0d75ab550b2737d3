#include "seen_numbers.h"

#include <algorithm>

namespace inkwell::changes {

namespace {

// More are never written at once; a jump beyond is one of the database's counter.
constexpr std::int64_t kMostUnseen = 100'000;

}  // namespace

SeenNumbers::SeenNumbers(std::int64_t floor, const std::vector<std::int64_t>& present, Time now)
    : highest_(floor), compared_(now) {
    for (const std::int64_t number : present) see(number, now);
}

bool SeenNumbers::isSeen(std::int64_t number) const {
    return number <= highest_ && !open_.contains(number) && !late_.contains(number);
}

bool SeenNumbers::see(std::int64_t number, Time now) {
    untold_.erase(number);
    if (number <= highest_) return open_.erase(number) + late_.erase(number) > 0;
    for (std::int64_t gap = std::max(highest_ + 1, number - kMostUnseen); gap < number; ++gap) {
        open_.emplace_hint(open_.end(), gap, now);
    }
    highest_ = number;
    return true;
}

Position SeenNumbers::position() const {
    Position position{highest_, {}};
    position.gaps.reserve(open_.size());
    for (const auto& [number, since] : open_) position.gaps.push_back(number);
    return position;
}

std::optional<std::int64_t> SeenNumbers::findDue(Time now) const {
    const auto overdue =
        std::find_if(open_.begin(), open_.end(), [&](const auto& gap) { return now - gap.second >= kWindow; });
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
    for (auto gap = open_.upper_bound(above); gap != open_.end();) {
        const bool isOver = now - gap->second >= kWindow && !untold_.contains(gap->first);
        if (isOver) late_.insert(gap->first);
        gap = isOver ? open_.erase(gap) : std::next(gap);
    }
    while (late_.size() > static_cast<std::size_t>(kMostUnseen)) late_.erase(late_.begin());
    return !missed;
}

}  // namespace inkwell::changes
