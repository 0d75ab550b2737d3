#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "position.h"

namespace inkwell::changes {

/// The numbers of the change feed that have been announced to this server. A change gets its number when it is written
/// and is announced when committed; after a rollback, never. Guarded by its owner.
class SeenNumbers {
public:
    using Time = std::chrono::steady_clock::time_point;
    /// After this time the database is asked whether a missing number is still being written. If not, it was rolled
    /// back; if so, it stays a gap, however long its transaction lasts.
    static constexpr std::chrono::seconds kWindow{10};
    /// A number that has been in the feed for this long without being announced was missed.
    static constexpr std::chrono::seconds kTellingTime{5};

    /// The numbers in the feed above `floor`, and those plus the written but uncommitted ones, queried in this order.
    /// Both ascending.
    struct Feed {
        std::vector<std::int64_t> present;
        std::vector<std::int64_t> written;
    };
    /// Numbers missing up to `settled` have been missing for kWindow already.
    SeenNumbers(std::int64_t floor, std::int64_t settled, const Feed& feed, Time now);

    /// Returns false for a number that was seen before.
    bool see(std::int64_t number, Time now);
    /// Its gaps are the numbers that may still be committed.
    Position position() const;
    /// Of all that were seen. A feed that lacks it has been set back.
    std::int64_t highest() const noexcept { return highest_; }

    /// Compare the feed above this number; nothing while there is no need.
    std::optional<std::int64_t> findDue(Time now) const;
    /// `feed`: the numbers above findDue(). Returns false when one was missed.
    bool compare(std::int64_t above, const Feed& feed, Time now);

private:
    struct Unseen {
        std::int64_t last;
        Time since;
    };
    using Runs = std::map<std::int64_t, Unseen>;  // keyed by the first number
    static Runs::const_iterator findRun(const Runs& runs, std::int64_t number);
    static bool take(Runs& runs, std::int64_t number);
    bool isSeen(std::int64_t number) const;
    void giveUp(std::int64_t above, const std::vector<std::int64_t>& written, Time now);

    std::int64_t highest_;
    Runs open_;
    Runs late_;                            // not seen within the window, but still accepted
    std::map<std::int64_t, Time> untold_;  // in the feed but not seen, and since when
    Time compared_;
};

}  // namespace inkwell::changes
