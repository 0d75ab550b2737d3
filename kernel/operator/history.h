#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "inkwell/server_watch.h"
#include "kernel/runtime/metrics.h"

namespace inkwell::kernel {

/// What was counted at one time.
struct Sight {
    struct Number {
        std::string name, unit, meaning;
        double value = 0;
        bool counts = false;  // since the start: the history has its growth in a second
    };
    std::int64_t atMs = 0;
    std::vector<Number> numbers;
    decltype(RouteTotals::durations) durations{};  // of all requests since the start
};

/// The numbers of the last hour, kept in memory: some hundred kilobytes at most. Any thread.
class NumberHistory {
public:
    /// Keeps `points` of them, one for each `stepMs`.
    NumberHistory(std::size_t points, std::int64_t stepMs) : most_(points), stepMs_(stepMs) {}

    /// What counts, and the latencies, begin with the second call.
    void add(const Sight& sight);
    ServerWatch::History get() const;

private:
    struct Kept {
        std::string unit, meaning;
        std::deque<double> values;
    };
    void know(const std::string& name, const std::string& unit, const std::string& meaning);
    void addLatencies(const Sight& sight, std::map<std::string, double>& fresh);

    const std::size_t most_;
    const std::int64_t stepMs_;
    mutable std::mutex mutex_;  // guards what follows
    std::vector<std::string> order_;
    std::map<std::string, Kept> kept_;
    std::size_t points_ = 0;  // so many values has each
    std::int64_t atMs_ = 0;
    std::map<std::string, double> counted_;  // at the last call
    decltype(RouteTotals::durations) durations_{};
};

/// The time in milliseconds under which `part` (0.95) of the counted requests were, as near as the buckets tell; NaN
/// when there were none.
double latencyMs(const decltype(RouteTotals::durations)& counts, double part);

}  // namespace inkwell::kernel
