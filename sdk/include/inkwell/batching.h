#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace inkwell {

/// Work that several threads ask for at the same time, done for all of them at once: while as much of a kind is under
/// way as may be, those who come wait, and the first of them does the work of all. What somebody gets was begun after
/// he had asked, so nothing that is read is older than if he had read it alone. Any thread; `Asked` must be copyable.
template <class Asked, class Result>
class Batching {
public:
    /// One result for each that was asked for, in the same order.
    using Work = std::function<std::vector<Result>(const std::vector<Asked>& asked)>;

    /// So many batches of one kind at a time.
    explicit Batching(int atOnce) : atOnce_(atOnce) {}

    /// `work` is called here for whoever waits with the same `kind`, or there for what is asked here: it must be the
    /// same for all of a kind, and must not ask for that kind. Where it threw there, it is called here for this one
    /// alone. Throws what it throws.
    Result get(const std::string& kind, Asked asked, const Work& work) {
        std::unique_lock lock(mutex_);
        Kind& own = kinds_[kind];
        if (const std::shared_ptr<Batch> batch = own.next) {
            const std::size_t place = batch->asked.size();
            batch->asked.push_back(asked);
            wait(lock, batch->ended, [&] { return batch->isOver; });
            if (!batch->results.empty()) return std::move(batch->results[place]);
            lock.unlock();
            return std::move(work({std::move(asked)}).front());
        }
        const auto batch = std::make_shared<Batch>();
        batch->asked.push_back(std::move(asked));
        if (own.running >= atOnce_) {
            own.next = batch;
            wait(lock, batch->mayBegin, [&] { return own.running < atOnce_; });
            own.next = nullptr;
        }
        ++own.running;
        lock.unlock();
        std::vector<Result> results;
        const auto end = [&] {
            lock.lock();
            batch->isOver = true;
            batch->results = std::move(results);
            batch->ended.notify_all();
            --own.running;
            if (own.next) {
                own.next->mayBegin.notify_one();
            } else if (own.running == 0) {
                kinds_.erase(kind);
            }
        };
        try {
            results = work(batch->asked);
        } catch (...) {
            end();
            throw;
        }
        end();
        return std::move(batch->results.front());
    }

    /// Of what something is under way.
    std::size_t kinds() const {
        const std::lock_guard lock(mutex_);
        return kinds_.size();
    }
    /// Who waits now.
    int waiting() const {
        const std::lock_guard lock(mutex_);
        return waiting_;
    }

private:
    struct Batch {
        std::condition_variable mayBegin;
        std::condition_variable ended;
        std::vector<Asked> asked;
        std::vector<Result> results;  // none where the work threw
        bool isOver = false;
    };
    struct Kind {
        int running = 0;
        std::shared_ptr<Batch> next;  // has not begun
    };

    template <class Condition>
    void wait(std::unique_lock<std::mutex>& lock, std::condition_variable& event, const Condition& isSo) {
        ++waiting_;
        event.wait(lock, isSo);
        --waiting_;
    }

    const int atOnce_;
    mutable std::mutex mutex_;
    std::unordered_map<std::string, Kind> kinds_;  // those of which something is under way
    int waiting_ = 0;
};

}  // namespace inkwell
