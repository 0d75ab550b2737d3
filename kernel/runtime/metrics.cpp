#include "kernel/runtime/metrics.h"

#include <algorithm>

namespace inkwell::kernel {

namespace {

// The statuses that answers have. Others share the counter of their class.
constexpr std::array kStatuses = {200, 201, 202, 204, 206, 304, 400, 401, 403, 404, 405, 406, 408, 409, 410, 412,
                                  413, 414, 415, 416, 417, 422, 423, 429, 431, 460, 500, 501, 502, 503, 504, 507};
constexpr std::size_t kClasses = 6;  // 0xx is what no HTTP status is
constexpr std::size_t kSlots = kStatuses.size() + kClasses;
constexpr int kLastStatus = 599;

constexpr std::array<std::uint8_t, kLastStatus + 1> makeSlots() {
    std::array<std::uint8_t, kLastStatus + 1> slots{};
    for (std::size_t status = 0; status < slots.size(); ++status) {
        slots[status] = static_cast<std::uint8_t>(kStatuses.size() + status / 100);
    }
    for (std::size_t i = 0; i < kStatuses.size(); ++i) {
        slots[static_cast<std::size_t>(kStatuses[i])] = static_cast<std::uint8_t>(i);
    }
    return slots;
}

constexpr auto kSlotOfStatus = makeSlots();

std::string nameOfSlot(std::size_t slot) {
    if (slot < kStatuses.size()) return std::to_string(kStatuses[slot]);
    return std::to_string(slot - kStatuses.size()) + "xx";
}

std::size_t bucketOf(std::int64_t us) noexcept {
    std::size_t bucket = 0;
    while (bucket < kDurationBoundsUs.size() && us > kDurationBoundsUs[bucket]) ++bucket;
    return bucket;
}

std::size_t numberOfThread() noexcept {
    static std::atomic<std::size_t> next{0};
    thread_local const std::size_t mine = next.fetch_add(1, std::memory_order_relaxed);
    return mine;
}

void add(std::atomic<std::uint64_t>& counter, std::uint64_t value) noexcept {
    counter.fetch_add(value, std::memory_order_relaxed);
}

}  // namespace

std::uint64_t RouteTotals::requests() const {
    std::uint64_t sum = 0;
    for (const auto& [status, count] : byStatus) sum += count;
    return sum;
}

std::uint64_t RouteTotals::errors() const {
    std::uint64_t sum = 0;
    for (const auto& [status, count] : byStatus) sum += status.front() == '5' ? count : 0;
    return sum;
}

struct alignas(64) RouteMetrics::Shard {
    std::atomic<std::uint64_t> nanoseconds{0};
    std::atomic<std::uint64_t> bytes{0};
    std::array<std::atomic<std::uint64_t>, kSlots> statuses{};
    std::array<std::atomic<std::uint64_t>, kDurationBoundsUs.size() + 1> durations{};
};

RouteMetrics::RouteMetrics() : shards_(std::make_unique<Shard[]>(kShards)) {}

RouteMetrics::~RouteMetrics() = default;

void RouteMetrics::record(int status, std::chrono::nanoseconds spent, std::int64_t bytes) noexcept {
    Shard& shard = shards_[numberOfThread() % kShards];
    add(shard.statuses[kSlotOfStatus[static_cast<std::size_t>(std::clamp(status, 0, kLastStatus))]], 1);
    add(shard.durations[bucketOf(spent.count() / 1000)], 1);
    add(shard.nanoseconds, static_cast<std::uint64_t>(std::max<std::int64_t>(spent.count(), 0)));
    add(shard.bytes, static_cast<std::uint64_t>(std::max<std::int64_t>(bytes, 0)));
}

RouteTotals RouteMetrics::totals() const {
    RouteTotals totals;
    std::array<std::uint64_t, kSlots> statuses{};
    std::uint64_t nanoseconds = 0;
    for (std::size_t i = 0; i < kShards; ++i) {
        const Shard& shard = shards_[i];
        nanoseconds += shard.nanoseconds.load(std::memory_order_relaxed);
        totals.bytes += shard.bytes.load(std::memory_order_relaxed);
        for (std::size_t s = 0; s < kSlots; ++s) statuses[s] += shard.statuses[s].load(std::memory_order_relaxed);
        for (std::size_t b = 0; b < totals.durations.size(); ++b) {
            totals.durations[b] += shard.durations[b].load(std::memory_order_relaxed);
        }
    }
    for (std::size_t s = 0; s < kSlots; ++s) {
        if (statuses[s] > 0) totals.byStatus[nameOfSlot(s)] = statuses[s];
    }
    totals.seconds = static_cast<double>(nanoseconds) / 1e9;
    totals.exceptions = exceptions_.load(std::memory_order_relaxed);
    return totals;
}

}  // namespace inkwell::kernel
