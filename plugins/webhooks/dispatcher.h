#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "courier.h"
#include "inkwell/services.h"
#include "lane_book.h"
#include "ledger.h"
#include "worker_pool.h"

namespace inkwell::webhooks {

/// Sends what is due: one thread claims from the queue and records what came of it, many claims and results in one
/// transaction; workers send. Servers of one database share the queue.
class Dispatcher {
public:
    Dispatcher(Services& services, const Courier& courier, int workers);
    ~Dispatcher() { stop(); }
    Dispatcher(const Dispatcher&) = delete;
    Dispatcher& operator=(const Dispatcher&) = delete;

    /// Main thread, as is stop(); may be called again after it.
    void start();
    /// Lets no further delivery begin, breaks those off that are under way and gives back what was not sent.
    void stop() noexcept;
    /// Something may have become due. Any thread; quick.
    void wake() noexcept;

    // Attempts since the process began. Any thread.
    std::int64_t delivered() const noexcept { return delivered_; }
    std::int64_t failed() const noexcept { return failed_; }

private:
    bool waitForWork();
    void run() noexcept;
    void round();
    void takeFinished();
    std::vector<Slot> exchangeWithQueue(const std::vector<std::string>& lanes);
    void begin(Slot slot);
    void finish(Outcome outcome) noexcept;
    void reportFailure(const std::string& text) noexcept;
    void reportSuccess();

    Services& services_;
    const Courier& courier_;
    const Ledger ledger_;
    WorkerPool pool_;
    std::thread thread_;
    std::atomic<bool> stopping_{false};
    std::atomic<std::int64_t> delivered_{0};
    std::atomic<std::int64_t> failed_{0};

    std::mutex mutex_;  // for the next three
    std::condition_variable something_;
    bool woken_ = false;
    std::vector<Outcome> finished_;

    // Of the dispatcher's thread; stop() looks at them when it has ended.
    LaneBook book_;
    std::vector<Outcome> unrecorded_;
    std::chrono::steady_clock::time_point lastRound_{};
    std::chrono::steady_clock::time_point nextRound_{};
    bool isFailing_ = false;
};

}  // namespace inkwell::webhooks
