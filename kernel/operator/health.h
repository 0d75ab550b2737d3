#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace inkwell::kernel {

/// One check of the server's health.
struct HealthCheck {
    std::string owner;  // "kernel", a plugin's id
    std::string name;
    std::function<std::string()> problem;  // "" or a sentence
    bool onlyDegrades = false;             // with this problem the server can do a part of its work
};

struct HealthResult {
    std::string owner;
    std::string name;
    std::string problem;  // "" when all is well
    bool onlyDegrades = false;
};

/// Runs checks on a thread of its own, one after the other, so that callers never wait for one that hangs. Any thread.
class HealthMonitor {
public:
    /// `checks` is called on that thread before each round; the checks may own what they need.
    HealthMonitor(std::function<std::vector<HealthCheck>()> checks, std::chrono::milliseconds patience);
    ~HealthMonitor();  // waits for the check that runs

    /// The results of a round that ends after the call; several callers share one. When `patience` is over, the check
    /// that is running gets that as its problem, and the checks after it are missing from the list.
    std::vector<HealthResult> ask();

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace inkwell::kernel
