#include "kernel/data/change_follower.h"

#include <algorithm>
#include <iterator>
#include <string>

namespace inkwell::kernel {

namespace {

using std::chrono::milliseconds;

constexpr std::int64_t kLongestKnownMs = 60 * 60'000;
// Of a gap, by its age: a transaction of a minute is seen within a second of its end.
constexpr int kQuestionsPerAge = 16;
constexpr milliseconds kRarest{1000};
// A gap that nobody here fills is still asked for, more and more rarely: the engine does not see writers at other nodes
// of a cluster.
constexpr std::chrono::minutes kForgottenAfter{10};
constexpr std::size_t kMostGaps = 10'000;
constexpr int kMostChecks = 64;  // of one poll
constexpr std::chrono::seconds kClaimPatience{2};
constexpr std::size_t kMostGiven = 10'000;
// Of its time a follower spends one part in so many at most on gaps: that of a large import takes long to look through.
constexpr int kShareForGaps = 10;

std::vector<std::int64_t> sequencesOf(const std::vector<FeedRow>& rows, bool own) {
    std::vector<std::int64_t> sequences;
    for (const FeedRow& row : rows) {
        if (row.isOwn == own) sequences.push_back(row.sequence);
    }
    return sequences;
}

}  // namespace

// What is missing now is missing only for those that were told of the rest: this server keeps nothing yet, but what it
// reads from now on it keeps until it hears of the change.
ChangeFollower::ChangeFollower(PooledDatabase& database, std::string node, Time now, std::int64_t nowMs)
    : database_(database), node_(std::move(node)) {
    database_.readBeside([&](Sql& sql) {
        highest_ = findHighestSequenceBefore(sql, nowMs - kLongestKnownMs);
        std::vector<FeedRow> rows;
        do {
            rows = listFeedRows(sql, highest_, node_, kPage);
            goTo(rows, now);
        } while (std::ssize(rows) == kPage);
    });
}

void ChangeFollower::goTo(const std::vector<FeedRow>& rows, Time now) {
    for (const FeedRow& row : rows) {
        if (row.sequence > highest_ + 1) addGap(highest_ + 1, row.sequence - 1, now);
        highest_ = row.sequence;
        highestTimeMs_ = row.timeMs;
    }
}

void ChangeFollower::addGap(std::int64_t first, std::int64_t last, Time now) {
    gaps_.emplace(first, Gap{last, now, now, now, true});
}

std::vector<Change> ChangeFollower::poll(Time now) {
    Reading reading;
    database_.readBeside([&](Sql& sql) { reading = read(sql, now); });
    if (reading.isSetBack) beginAgain(reading);
    return takeOver(reading, now);
}

// The last row stays while it is the last (ChangeStore::removeBefore). Another database has taken the place of this
// one, or this one was restored to an earlier moment, and numbers are given again.
bool ChangeFollower::isSetBack(const std::vector<FeedRow>& rows) const {
    if (highest_ == 0) return false;
    return rows.empty() || rows.front().sequence != highest_ || rows.front().timeMs != highestTimeMs_;
}

void ChangeFollower::beginAgain(const Reading& reading) {
    const std::int64_t lost = highest_;
    highest_ = reading.last ? reading.last->sequence : 0;
    highestTimeMs_ = reading.last ? reading.last->timeMs : 0;
    gaps_.clear();
    hasMore_ = false;
    {
        const std::lock_guard lock(mutex_);
        claimed_.clear();
        unclaimed_.clear();
        given_.clear();
    }
    throw ChangesLost("the database has lost its change " + std::to_string(lost) +
                      "; the last one that it has now is " + std::to_string(highest_));
}

ChangeFollower::Reading ChangeFollower::read(Sql& sql, Time now) {
    Reading reading;
    // With the one that was seen last.
    reading.fresh = listFeedRows(sql, highest_, node_, highest_ > 0 ? kPage + 1 : kPage);
    reading.isSetBack = isSetBack(reading.fresh);
    if (reading.isSetBack) {
        reading.last = findLastFeedRow(sql, node_);
        return reading;
    }
    if (highest_ > 0) reading.fresh.erase(reading.fresh.begin());
    readGaps(sql, now, reading);
    std::vector<std::int64_t> wanted = sequencesOf(reading.late, false);
    for (const std::int64_t number : sequencesOf(reading.fresh, false)) wanted.push_back(number);
    reading.overdue = findOverdueOwn(now);
    wanted.insert(wanted.end(), reading.overdue.begin(), reading.overdue.end());
    reading.changes = findChanges(sql, wanted);
    return reading;
}

// First who is alive, then what is committed: what was alive is looked at once more after its end.
void ChangeFollower::readGaps(Sql& sql, Time now, Reading& reading) {
    if (gaps_.empty() || now < gapsNotBefore_) return;
    const Time begin = std::chrono::steady_clock::now();
    int checks = 0;
    std::vector<std::pair<std::int64_t, std::int64_t>> due;
    for (const auto& [first, gap] : gaps_) {
        if (gap.isAlive && now - gap.checked >= kPatience && checks < kMostChecks) {
            ++checks;
            reading.checks.emplace_back(first, isAnyWritten(sql, first, gap.last));
        }
        if (now >= gap.due) due.emplace_back(first, gap.last);
    }
    reading.late = listFeedRowsIn(sql, due, node_, kPage);
    reading.areGapsRead = static_cast<std::int64_t>(reading.late.size()) < kPage;
    for (const auto& [first, last] : due) reading.asked.push_back(first);
    gapsNotBefore_ = now + kShareForGaps * (std::chrono::steady_clock::now() - begin);
}

std::vector<Change> ChangeFollower::takeOver(Reading& reading, Time now) {
    for (const auto& [first, isAlive] : reading.checks) {
        Gap& gap = gaps_.at(first);
        gap.isAlive = isAlive;
        gap.checked = now;
    }
    if (reading.areGapsRead) {
        for (const std::int64_t first : reading.asked) postpone(gaps_.at(first), now);
    } else {
        gapsNotBefore_ = now;
    }
    for (const FeedRow& row : reading.late) fill(row.sequence);
    goTo(reading.fresh, now);
    forgetGaps(now);
    const auto isFull = [](const auto& rows) { return std::ssize(rows) == kPage; };
    hasMore_ = !reading.areGapsRead || isFull(reading.fresh) || isFull(reading.overdue);
    takeOverOwn(reading, now);
    return std::move(reading.changes);
}

void ChangeFollower::postpone(Gap& gap, Time now) {
    auto pause = (now - gap.since) / kQuestionsPerAge;
    if (gap.isAlive) pause = std::min<Time::duration>(pause, kRarest);
    gap.due = now + pause;
}

void ChangeFollower::fill(std::int64_t number) {
    const auto found = std::prev(gaps_.upper_bound(number));
    const auto [first, gap] = *found;
    gaps_.erase(found);
    const auto keep = [&](std::int64_t from, std::int64_t to) {
        if (from <= to) gaps_.emplace(from, Gap{to, gap.since, gap.due, gap.checked, gap.isAlive});
    };
    keep(first, number - 1);
    keep(number + 1, gap.last);
}

void ChangeFollower::forgetGaps(Time now) {
    std::erase_if(gaps_,
                  [&](const auto& one) { return !one.second.isAlive && now - one.second.since >= kForgottenAfter; });
    for (auto gap = gaps_.begin(); gap != gaps_.end() && gaps_.size() > kMostGaps;) {
        gap = gap->second.isAlive ? std::next(gap) : gaps_.erase(gap);
    }
}

std::vector<std::int64_t> ChangeFollower::findOverdueOwn(Time now) const {
    const std::lock_guard lock(mutex_);
    std::vector<std::int64_t> overdue;
    for (const auto& [number, seen] : unclaimed_) {
        if (static_cast<std::int64_t>(overdue.size()) == kPage) break;
        if (now - seen >= kClaimPatience) overdue.push_back(number);
    }
    return overdue;
}

void ChangeFollower::takeOverOwn(Reading& reading, Time now) {
    const std::lock_guard lock(mutex_);
    for (const auto* rows : {&reading.fresh, &reading.late}) {
        for (const std::int64_t number : sequencesOf(*rows, true)) {
            if (claimed_.erase(number) == 0) unclaimed_.emplace(number, now);
        }
    }
    std::set<std::int64_t> claimedMeanwhile;
    for (const std::int64_t number : reading.overdue) {
        if (unclaimed_.erase(number) == 0) {
            claimedMeanwhile.insert(number);
        } else {
            given_.insert(number);
        }
    }
    while (given_.size() > kMostGiven) given_.erase(given_.begin());
    std::erase_if(reading.changes, [&](const Change& change) { return claimedMeanwhile.contains(change.sequence); });
}

std::optional<std::int64_t> ChangeFollower::highestOfAll() const {
    const std::lock_guard lock(mutex_);
    if (hasMore_ || !gaps_.empty() || !unclaimed_.empty()) return std::nullopt;
    return highest_;
}

bool ChangeFollower::claim(std::int64_t sequence) {
    const std::lock_guard lock(mutex_);
    if (given_.erase(sequence) > 0) return false;
    if (unclaimed_.erase(sequence) == 0) claimed_.insert(sequence);
    return true;
}

}  // namespace inkwell::kernel
