#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <unordered_map>

namespace inkwell::images {

/// The requests that may wait for a picture or make one at a time. No client network holds more seats than it leaves
/// free, so that one alone gets half of them, and one beside such another a third. Any thread. Memory: a row for each
/// network that holds a seat.
class Seats {
public:
    explicit Seats(std::int64_t count) : count_(count) {}

    /// False when none is left, or none for this network. "" has no such bound.
    bool take(const std::string& network);
    /// True when nobody holds a seat any more.
    bool give(const std::string& network);

private:
    const std::int64_t count_;
    std::mutex mutex_;
    std::int64_t taken_ = 0;
    std::unordered_map<std::string, std::int64_t> networks_;
};

}  // namespace inkwell::images
