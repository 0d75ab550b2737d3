#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace inkwell::kernel {

/// Bounds a stop that waits for what does not come to its end: a store that is silent, a database that is frozen. Made
/// before what is stopped, so that it goes last. Any thread.
class StopLimit {
public:
    /// `end` is told what the stop still waits for, and runs on a thread of this object.
    explicit StopLimit(std::function<void(const std::string& part)> end) : end_(std::move(end)) {}
    ~StopLimit();  // from now on `end` is not called any more
    StopLimit(const StopLimit&) = delete;
    StopLimit& operator=(const StopLimit&) = delete;

    /// Calls `end` after that time. Once.
    void begin(std::chrono::milliseconds limit);
    void waitsFor(std::string part);

private:
    std::function<void(const std::string&)> end_;
    std::mutex mutex_;
    std::condition_variable over_;
    std::string part_;
    bool isOver_ = false;
    std::thread thread_;
};

}  // namespace inkwell::kernel
