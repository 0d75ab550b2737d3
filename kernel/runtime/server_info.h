#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "inkwell/runtime.h"

namespace inkwell::kernel {

/// ServerInfo of which a reload may change a part. References stay valid as long as this lives, and what they lead to
/// stays as it was: ask again to see a change. Any thread.
class LiveServerInfo {
public:
    /// Keeps the reference; `first` may change until other threads ask.
    explicit LiveServerInfo(const ServerInfo& first) : current_(&first) {}

    const ServerInfo& get() const noexcept { return *current_.load(std::memory_order_acquire); }
    void replace(const ServerInfo& fresh) {
        const std::lock_guard lock(mutex_);
        kept_.push_back(std::make_unique<const ServerInfo>(fresh));
        current_.store(kept_.back().get(), std::memory_order_release);
    }

private:
    std::atomic<const ServerInfo*> current_;
    std::mutex mutex_;
    std::vector<std::unique_ptr<const ServerInfo>> kept_;
};

}  // namespace inkwell::kernel
