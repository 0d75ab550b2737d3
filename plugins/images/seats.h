#pragma once

#include <mutex>
#include <string>

#include "inkwell/fair_shares.h"

namespace inkwell::images {

/// The requests that may wait for a picture or make one at a time. No client network holds more seats than it leaves
/// free, so that one alone gets half of them, and one beside such another a third. Any thread. Memory: a row for each
/// network that holds a seat.
class Seats {
public:
    explicit Seats(int count) : count_(count), networks_(count) {}

    /// False when none is left, or none for this network. "" has no such bound.
    bool take(const std::string& network);
    /// True when nobody holds a seat any more.
    bool give(const std::string& network);

private:
    const int count_;
    std::mutex mutex_;
    FairShares networks_;
};

}  // namespace inkwell::images
