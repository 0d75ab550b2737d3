#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>

namespace inkwell::kernel {

/// Runs plugins' jobs on one thread. A throwing job is logged under its plugin's id and runs again at its next time.
class Scheduler {
public:
    Scheduler();
    ~Scheduler();  // waits for the running job

    void add(const std::string& plugin, const std::string& job, std::chrono::milliseconds interval,
             std::function<void()> run);
    /// Returns after the plugin's running job, if any, has ended.
    void removePlugin(const std::string& plugin);
    void stop() noexcept;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace inkwell::kernel
