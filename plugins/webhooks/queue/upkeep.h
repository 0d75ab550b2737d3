#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>

#include "inkwell/services.h"
#include "queue/upkeep_store.h"

namespace inkwell::webhooks {

/// The plugin's jobs: they measure the queue and remove old deliveries. Jobs run on the scheduler's thread; the numbers
/// may be read by any thread.
class Upkeep {
public:
    /// The scheduler's thread has other jobs: a run of cleanUp() takes about as long as `longestRun`.
    Upkeep(Services& services, std::int64_t keepDays, std::chrono::milliseconds longestRun = std::chrono::seconds(3));

    void count();
    /// Returns when nothing is left to remove, or between two of its small transactions when its time is over; the next
    /// run goes on there.
    void cleanUp();

    std::int64_t queued() const noexcept { return queued_; }
    std::int64_t lateMs() const noexcept { return lateMs_; }
    /// The problem that Registrar::health reports; "" when there is none.
    std::string problem() const;

private:
    Services& services_;
    const std::int64_t keepMs_;
    const std::chrono::milliseconds longestRun_;
    std::atomic<std::int64_t> queued_{0};
    std::atomic<std::int64_t> lateMs_{0};
    std::atomic<std::int64_t> neglectedMs_{0};
    // Used by the jobs only.
    std::int64_t lastNeglectedMs_ = 0;
    UpkeepStore::Place place_;
};

}  // namespace inkwell::webhooks
