#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "inkwell/services.h"
#include "queue/delivery_workers.h"
#include "queue/lane_book.h"
#include "queue/ledger.h"
#include "queue/sender_identity.h"
#include "sending/courier.h"

namespace inkwell::webhooks {

/// Sends due deliveries. One thread claims them, records results and renews leases, each lane in a write of its own and
/// without waiting for those whom it finds at a lane; workers send. Servers that share a database share the queue.
class DeliveryDispatcher {
public:
    /// `prepare` is called on the dispatcher's thread after each start, before anything is claimed, and again later if
    /// it throws.
    DeliveryDispatcher(Services& services, const Courier& courier, int workers, std::function<void()> prepare = {});
    ~DeliveryDispatcher() { stop(); }
    DeliveryDispatcher(const DeliveryDispatcher&) = delete;
    DeliveryDispatcher& operator=(const DeliveryDispatcher&) = delete;

    /// Main thread, as for stop(). May be called again after stop().
    void start();
    /// Starts no further delivery, aborts those in progress and gives back the unsent ones.
    void stop() noexcept;
    /// Tells the thread that something may be due. Any thread; quick.
    void wake() noexcept;
    /// The bucket's webhooks have changed, or perhaps all ("" for the bucket): what has been claimed of them and has
    /// not begun is given back, because it would be sent as they were. Any thread; quick.
    void webhooksChanged(const std::string& bucketId) noexcept;

    // Attempts since the process began. Any thread.
    std::int64_t delivered() const noexcept { return delivered_; }
    std::int64_t failed() const noexcept { return failed_; }

private:
    bool waitForWork();
    void run() noexcept;
    void round();
    void takeBack();
    void takeFinished();
    // These return whether there was anything to do.
    bool renewLeases();
    bool recordOutcomes();
    bool claimSlots();
    bool record(const Outcome& outcome);
    std::shared_ptr<Permit> newPermit(const std::string& bucketId, std::chrono::steady_clock::time_point leasedAt);
    bool tryWrite(const std::function<bool(QueueStore&)>& work);
    void begin(Slot slot, const std::shared_ptr<Permit>& permit);
    void finish(Outcome outcome) noexcept;
    void reportFailure(const std::string& text) noexcept;
    void reportSuccess();

    Services& services_;
    const Courier& courier_;
    const std::function<void()> prepare_;
    const Ledger ledger_;
    DeliveryWorkers pool_;
    std::thread thread_;
    std::atomic<bool> stopping_{false};
    std::atomic<std::int64_t> delivered_{0};
    std::atomic<std::int64_t> failed_{0};

    std::mutex mutex_;  // guards the next four
    std::condition_variable something_;
    bool woken_ = false;
    std::vector<Outcome> finished_;
    std::vector<std::pair<std::string, std::weak_ptr<Permit>>> permits_;  // with their buckets

    // Used by the dispatcher's thread; stop() reads them after that thread has ended.
    struct Running {
        DeliveryIds deliveries;
        std::shared_ptr<Permit> permit;
    };
    std::map<std::string, Running> running_;  // by claim, until the results are recorded
    std::optional<SenderIdentity> identity_;
    bool hasTakenBack_ = false;
    LaneBook book_;
    std::list<Outcome> unrecorded_;
    std::chrono::steady_clock::time_point lastRound_{};
    std::chrono::steady_clock::time_point nextRound_{};
    bool isFailing_ = false;
};

}  // namespace inkwell::webhooks
