#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "inkwell/json.h"
#include "worker_process.h"

namespace inkwell::images {

struct PoolOptions {
    std::string program;
    std::int64_t workers = 2;
    std::int64_t queue = 64;  // requests that may wait for a worker
    std::int64_t memoryMb = 1024;
    std::int64_t timeoutMs = 20'000;  // of waiting, and again of working
};

/// The worker processes: started when first needed, each for one picture at a time, replaced when one dies, refuses a
/// file (its memory is no longer trusted) or has made many pictures. Any thread.
class ImagePool {
public:
    explicit ImagePool(PoolOptions options) : options_(std::move(options)) {}
    ~ImagePool() { stop(); }

    /// Starts one worker, to find out whether one can be. Throws std::runtime_error with the reason.
    void start();
    /// Kills the workers; returns when no thread is inside run().
    void stop() noexcept;

    /// Gives a worker the request (worker/worker.cpp reads it) and returns its answer. Throws ApiError: 422 with the
    /// reason when the image `name` cannot be made, 503 when no worker is free in time or the pool stops.
    JsonObject run(JsonObject request, const std::string& name);

    bool writesAvif() const { return writesAvif_; }
    /// How many pictures were asked of workers.
    std::int64_t runs() const { return runs_; }
    /// The processes at work; for tests.
    std::vector<pid_t> busyWorkers() const;

private:
    struct Worker {
        std::unique_ptr<WorkerProcess> process;  // none yet, or it is to be replaced
        int pictures = 0;
    };
    class Lease;

    struct Attempt {
        WorkerProcess::Outcome outcome;
        bool wasUsedBefore;
        JsonObject answer;
    };
    Attempt attempt(const std::string& request);
    std::unique_ptr<Worker> acquire();
    void release(std::unique_ptr<Worker> worker) noexcept;

    const PoolOptions options_;
    std::atomic<bool> writesAvif_ = false;
    std::atomic<std::int64_t> runs_ = 0;

    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<std::unique_ptr<Worker>> idle_;
    std::set<WorkerProcess*> atWork_;
    std::int64_t taken_ = 0;
    std::int64_t waiting_ = 0;
    bool isRunning_ = false;
};

}  // namespace inkwell::images
