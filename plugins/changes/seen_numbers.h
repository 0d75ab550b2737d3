#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "position.h"

namespace inkwell::changes {

/// Of which numbers of the change feed this server has been told. A number is given when a change is written and seen
/// when it is committed; one that was rolled back is never seen. Guarded by its owner.
class SeenNumbers {
public:
    using Time = std::chrono::steady_clock::time_point;
    /// A number that is not in the feed so long after a higher one was seen counts as rolled back.
    static constexpr std::chrono::seconds kWindow{10};
    /// What is in the feed for so long and was not told of has been missed.
    static constexpr std::chrono::seconds kTellingTime{5};

    /// `present`: all numbers in the feed above `floor`, ascending.
    SeenNumbers(std::int64_t floor, const std::vector<std::int64_t>& present, Time now);

    /// False for one that was seen before.
    bool see(std::int64_t number, Time now);
    /// Its gaps are the numbers that may yet be committed.
    Position position() const;

    /// Above which number the feed is to be compared; nothing while there is no need.
    std::optional<std::int64_t> findDue(Time now) const;
    /// `present`: all numbers in the feed above findDue(), ascending. False when something was missed.
    bool compare(std::int64_t above, const std::vector<std::int64_t>& present, Time now);

private:
    struct Unseen {
        std::int64_t last;
        Time since;
    };
    using Runs = std::map<std::int64_t, Unseen>;  // by the first number
    static Runs::const_iterator findRun(const Runs& runs, std::int64_t number);
    static bool take(Runs& runs, std::int64_t number);
    bool isSeen(std::int64_t number) const;
    void giveUp(std::int64_t above, Time now);

    std::int64_t highest_;
    Runs open_;
    Runs late_;                            // not seen within the window; still heard when they come
    std::map<std::int64_t, Time> untold_;  // in the feed and not seen, and since when
    Time compared_;
};

}  // namespace inkwell::changes
