#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace inkwell::kernel {

/// Runs reloads beside whoever waits for signals: one that waits for a silent disk or database keeps no stop waiting.
class ReloadThread {
public:
    /// `reload` runs on a thread of this object and does not throw.
    explicit ReloadThread(std::function<void()> reload);
    /// Waits for the reload that is under way.
    ~ReloadThread();
    ReloadThread(const ReloadThread&) = delete;
    ReloadThread& operator=(const ReloadThread&) = delete;

    /// One reload begins after this call; several calls may share it. Any thread.
    void ask();
    /// No further one begins. False when one is still under way after `patience`.
    bool end(std::chrono::milliseconds patience);

private:
    void run();

    const std::function<void()> reload_;
    std::mutex mutex_;
    std::condition_variable changed_;
    bool isWanted_ = false;
    bool isRunning_ = false;
    bool isEnding_ = false;
    std::thread thread_;
};

}  // namespace inkwell::kernel
