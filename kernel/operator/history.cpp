#include "kernel/operator/history.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace inkwell::kernel {

namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
constexpr double kMsPerSecond = 1000;
constexpr double kUsPerMs = 1000;

struct Part {
    const char* name;
    const char* meaning;
    double part;
};
constexpr Part kParts[] = {{"latency_50", "Half of the requests were answered in this time.", 0.5},
                           {"latency_95", "95 of 100 requests were answered in this time.", 0.95},
                           {"latency_99", "99 of 100 requests were answered in this time.", 0.99}};

}  // namespace

double latencyMs(const decltype(RouteTotals::durations)& counts, double part) {
    const std::uint64_t all = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
    if (all == 0) return kUnknown;
    const double wanted = part * static_cast<double>(all);
    double before = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const auto here = static_cast<double>(counts[i]);
        if (before + here < wanted || here == 0) {
            before += here;
            continue;
        }
        const double low = i == 0 ? 0 : static_cast<double>(kDurationBoundsUs[i - 1]);
        // Of what is beyond the last bound nobody knows how far.
        const double high = i < kDurationBoundsUs.size() ? static_cast<double>(kDurationBoundsUs[i]) : low;
        return (low + (high - low) * (wanted - before) / here) / kUsPerMs;
    }
    return static_cast<double>(kDurationBoundsUs.back()) / kUsPerMs;
}

void NumberHistory::add(const Sight& sight) {
    const std::lock_guard lock(mutex_);
    const double seconds = static_cast<double>(sight.atMs - atMs_) / kMsPerSecond;
    const bool isFirst = atMs_ == 0;
    std::map<std::string, double> counted;
    std::map<std::string, double> fresh;
    for (const Sight::Number& one : sight.numbers) {
        know(one.name, one.unit, one.meaning);
        fresh[one.name] = one.value;
        if (!one.counts) continue;
        counted[one.name] = one.value;
        const auto before = counted_.find(one.name);
        // What counts less than before began anew: its plugin was switched.
        const bool isKnown = before != counted_.end() && one.value >= before->second && seconds > 0;
        fresh[one.name] = isKnown ? (one.value - before->second) / seconds : kUnknown;
    }
    addLatencies(sight, fresh);
    counted_ = std::move(counted);
    durations_ = sight.durations;
    atMs_ = sight.atMs;
    if (isFirst) return;
    points_ = std::min(points_ + 1, most_);
    for (auto& [name, kept] : kept_) {
        const auto value = fresh.find(name);
        kept.values.push_back(value == fresh.end() ? kUnknown : value->second);
        if (kept.values.size() > most_) kept.values.pop_front();
    }
}

void NumberHistory::addLatencies(const Sight& sight, std::map<std::string, double>& fresh) {
    auto since = sight.durations;
    bool beganAnew = false;
    for (std::size_t i = 0; i < since.size(); ++i) {
        beganAnew = beganAnew || since[i] < durations_[i];
        since[i] -= std::min(since[i], durations_[i]);
    }
    for (const Part& one : kParts) {
        know(one.name, "milliseconds", one.meaning);
        fresh[one.name] = beganAnew ? kUnknown : latencyMs(since, one.part);
    }
}

void NumberHistory::know(const std::string& name, const std::string& unit, const std::string& meaning) {
    const auto [found, isNew] = kept_.try_emplace(name, Kept{unit, meaning, {}});
    if (!isNew) return;
    order_.push_back(name);
    found->second.values.assign(points_, kUnknown);  // nothing is known of the time before
}

ServerWatch::History NumberHistory::get() const {
    const std::lock_guard lock(mutex_);
    ServerWatch::History all{stepMs_, points_ == 0 ? 0 : atMs_, {}};
    for (const std::string& name : order_) {
        const Kept& kept = kept_.at(name);
        all.series.push_back({name, kept.unit, kept.meaning, {kept.values.begin(), kept.values.end()}});
    }
    return all;
}

}  // namespace inkwell::kernel
