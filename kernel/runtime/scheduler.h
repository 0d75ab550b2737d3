#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace inkwell::kernel {

/// Runs plugins' jobs, those of one plugin one after the other on a thread of its own, so that a slow one keeps nobody
/// else's waiting. A throwing job is logged under its plugin's id, once a minute while the reason is the same, and runs
/// again at its next time.
class Scheduler {
public:
    /// Jobs are a server's: a command beside it starts the same plugins, and asks for none of them.
    enum class Runs { AtOnce, WhenStarted };
    explicit Scheduler(Runs runs = Runs::AtOnce);
    ~Scheduler();  // waits for the running jobs

    /// Runs jobs from now on.
    void start();

    void add(const std::string& plugin, const std::string& job, std::chrono::milliseconds interval,
             std::function<void()> run);
    /// Waits until the plugin's running job, if any, has ended; false when it still runs after `limit`.
    bool removePlugin(const std::string& plugin, std::chrono::milliseconds limit = kForever);
    /// The name of the plugin's job that runs now; "" for none.
    std::string running(const std::string& plugin) const;
    void stop() noexcept;

    static constexpr std::chrono::milliseconds kForever = std::chrono::hours(24 * 365);

    struct JobNumbers {
        std::string plugin;
        std::string job;
        std::uint64_t runs = 0;
        std::uint64_t failures = 0;
        std::chrono::nanoseconds spent{0};
    };
    /// Of every job ever added, including those of removed plugins; ordered by plugin and job.
    std::vector<JobNumbers> numbers() const;
    /// How long the most overdue job has been waiting.
    std::chrono::milliseconds lag() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace inkwell::kernel
