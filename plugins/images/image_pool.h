#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "inkwell/error.h"
#include "inkwell/json.h"
#include "worker_process.h"

namespace inkwell::images {

/// The picture cannot be made. The text completes the sentence "the image 'x' cannot be processed: ".
class Unprocessable : public std::runtime_error {
public:
    explicit Unprocessable(const std::string& reason, std::string logText = "")
        : std::runtime_error(reason), logText_(std::move(logText)) {}
    const std::string& logText() const noexcept { return logText_; }

private:
    std::string logText_;
};

/// Making it took a worker's whole time, or its life.
class WorkerLost : public Unprocessable {
public:
    using Unprocessable::Unprocessable;
};

/// 503: too many requests wait for pictures.
ApiError tooBusy();

/// The file a worker reads, and the empty file it writes.
struct WorkerFiles {
    Descriptor input;
    Descriptor output;
};

struct PoolOptions {
    std::string program;
    std::int64_t workers = 2;
    std::int64_t queue = 24;  // requests that may wait, for a worker or for a picture in progress
    std::int64_t memoryMb = 1024;
    std::int64_t timeoutMs = 20'000;  // for waiting, and again for working
};

/// The worker processes, each for one picture at a time. Started on demand; replaced after they die, refuse a file
/// (their memory is no longer trusted) or have made many pictures. A free one goes to the client network that has the
/// fewest of them, and of several such to that whose turn was longest ago. Any thread.
class ImagePool {
public:
    /// A picture and the networks of all who wait for it (clientNetwork; "" without one): it has the turn of the best
    /// of them. Belongs to who calls run().
    class Wish {
    public:
        explicit Wish(const std::string& network) : networks_{network} {}

    private:
        friend class ImagePool;
        // Under the pool's mutex.
        std::set<std::string> networks_;
        std::string turn_;  // the network that got the worker
        bool isWaiting_ = false;
        std::chrono::steady_clock::time_point until_;
    };

    explicit ImagePool(PoolOptions options) : options_(std::move(options)) {}
    ~ImagePool() { stop(); }

    /// Starts one worker to check that it can be started. Throws std::runtime_error with the reason.
    void start();
    /// Kills the workers; returns when no thread is inside run().
    void stop() noexcept;

    struct Made {
        JsonObject answer;
        WorkerFiles files;
    };
    /// Waits for a free worker and sends it the request (read by worker/worker.cpp) with the files that `prepare`
    /// opens; `prepare` is called again for a second try. Throws Unprocessable, what `prepare` throws, and ApiError 503
    /// when no worker is free in time or the pool stops.
    Made run(JsonObject request, const std::function<WorkerFiles()>& prepare, Wish& wish);
    /// Another one waits for the picture of a run() that has not returned, for as long as if it had called it itself.
    void join(Wish& wish, const std::string& network);

    bool writesAvif() const { return writesAvif_; }
    /// Pictures requested from workers so far.
    std::int64_t runs() const { return runs_; }
    /// Requests that wait for a worker.
    std::size_t waiting() const;
    /// The processes in use; for tests.
    std::vector<pid_t> busyWorkers() const;

private:
    struct Worker {
        std::unique_ptr<WorkerProcess> process;  // null: not started yet, or to be replaced
        int pictures = 0;
    };
    class Lease;

    struct Attempt {
        WorkerProcess::Outcome outcome;
        bool wasUsedBefore;
        JsonObject answer;
        WorkerFiles files;
    };
    Attempt attempt(const std::string& request, const std::function<WorkerFiles()>& prepare, Wish& wish);
    /// In the order in which they came.
    using Waiting = std::list<Wish*>;
    /// Of a network from which somebody waits or has a worker.
    struct Turns {
        std::int64_t workers = 0;
        std::int64_t last = 0;  // the number of its last one among all
        std::int64_t askers = 0;
    };
    /// Fewer workers first, then the longer ago; with the network of that turn.
    using Rank = std::tuple<std::int64_t, std::int64_t, std::string_view>;
    Rank rankOf(const Wish& wish) const;
    bool isNext(Waiting::const_iterator asker) const;
    std::unique_ptr<Worker> acquire(Wish& wish);
    void release(std::unique_ptr<Worker> worker, const Wish& wish) noexcept;
    void leave(const std::string& network) noexcept;

    const PoolOptions options_;
    std::atomic<bool> writesAvif_ = false;
    std::atomic<std::int64_t> runs_ = 0;

    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<std::unique_ptr<Worker>> idle_;
    std::set<WorkerProcess*> atWork_;
    std::int64_t taken_ = 0;
    Waiting waiting_;
    std::unordered_map<std::string, Turns> networks_;
    std::int64_t turns_ = 0;
    bool isRunning_ = false;
};

}  // namespace inkwell::images
