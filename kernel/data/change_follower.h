#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "inkwell/events.h"
#include "kernel/data/change_store.h"
#include "kernel/data/database.h"

namespace inkwell::kernel {

/// The database has lost changes that were seen of it.
struct ChangesLost : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// What one server has seen of the change feed (decision 0014). A row gets its number when it is written but is visible
/// only after the commit, in any order and any time later. So missing numbers below the highest are remembered and
/// looked for until they are certain to have been rolled back. One thread, except claim(). The database must outlive
/// it.
class ChangeFollower {
public:
    using Time = std::chrono::steady_clock::time_point;
    /// Longer than from taking a number to writing its row, after which others can see that it is being written.
    static constexpr std::chrono::seconds kPatience{10};
    /// Rows of one poll.
    static constexpr std::int64_t kPage = 1000;

    /// Follows what is committed from now on, also by transactions that have begun within the last hour. `node` tells
    /// the own changes; `nowMs` is the time that changes carry. Throws DatabaseError.
    ChangeFollower(PooledDatabase& database, std::string node, Time now, std::int64_t nowMs);

    /// Returns what was committed since the last poll by others, and by this server if nobody claims it; at most about
    /// kPage. Throws DatabaseError; the next poll then returns it. Throws ChangesLost once: nobody knows what the
    /// database has instead. The next poll goes on from there.
    std::vector<Change> poll(Time now);
    /// Another poll would return more at once.
    bool hasMore() const noexcept { return hasMore_; }

    /// The highest number, if poll() has returned every change up to it that is committed, and its writers have told
    /// theirs.
    std::optional<std::int64_t> highestOfAll() const;

    /// Called by the writer of a change of this server after the commit: false if poll() has returned it already. Any
    /// thread.
    bool claim(std::int64_t sequence);

    /// How many ranges of numbers are missing.
    std::size_t gaps() const noexcept { return gaps_.size(); }

private:
    struct Gap {
        std::int64_t last;
        Time since;
        Time due;      // when to ask whether it was filled
        Time checked;  // when last checked whether a writer may still fill it
        bool isAlive;
    };
    /// What one poll has read, before it changes the state.
    struct Reading {
        std::vector<FeedRow> fresh, late;
        std::vector<std::int64_t> asked;  // gaps, by their first number
        bool areGapsRead = true;
        std::vector<std::pair<std::int64_t, bool>> checks;  // gaps, and whether they are alive
        std::vector<std::int64_t> overdue;                  // own
        std::vector<Change> changes;
        std::optional<FeedRow> last;  // where the feed was set back
        bool isSetBack = false;
    };

    bool isSetBack(const std::vector<FeedRow>& rows) const;
    [[noreturn]] void beginAgain(const Reading& reading);
    Reading read(Sql& sql, Time now);
    void readGaps(Sql& sql, Time now, Reading& reading);
    std::vector<Change> takeOver(Reading& reading, Time now);
    void takeOverOwn(Reading& reading, Time now);
    /// Notes that these were seen; ascending.
    void goTo(const std::vector<FeedRow>& rows, Time now);
    void addGap(std::int64_t first, std::int64_t last, Time now);
    static void postpone(Gap& gap, Time now);
    void fill(std::int64_t number);
    void forgetGaps(Time now);
    std::vector<std::int64_t> findOverdueOwn(Time now) const;

    PooledDatabase& database_;
    const std::string node_;
    std::int64_t highest_ = 0;
    std::int64_t highestTimeMs_ = 0;  // that its row has, which stays: it is the last one, or others have been seen
    bool hasMore_ = false;
    std::map<std::int64_t, Gap> gaps_;  // by the first number
    Time gapsNotBefore_{};

    mutable std::mutex mutex_;
    std::set<std::int64_t> claimed_;          // own and told, not yet seen
    std::map<std::int64_t, Time> unclaimed_;  // own and seen, not yet told
    std::set<std::int64_t> given_;            // own and given away by poll()
};

}  // namespace inkwell::kernel
