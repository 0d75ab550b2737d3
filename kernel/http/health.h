#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace inkwell::kernel {

/// One question about the server's health.
struct HealthCheck {
    std::string owner;  // "kernel", a plugin's id
    std::string name;
    std::function<std::string()> problem;  // "" or a sentence
};

struct HealthResult {
    std::string owner;
    std::string name;
    std::string problem;  // "" when all is well
};

/// Asks checks on a thread of its own, one after the other, so that one that hangs keeps nobody waiting. Any thread.
class HealthMonitor {
public:
    /// `checks` is called on that thread before each round, and may hold in the checks what they need.
    HealthMonitor(std::function<std::vector<HealthCheck>()> checks, std::chrono::milliseconds patience);
    ~HealthMonitor();  // waits for the check that runs

    /// The results of a round that ends after the call; several callers share one. What has no answer within the
    /// patience is a problem of the check that is being asked, and those after it are not in the list.
    std::vector<HealthResult> ask();

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace inkwell::kernel
