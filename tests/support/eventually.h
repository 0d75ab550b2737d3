#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <thread>

namespace inkwell::test {

/// Waits until `isSo`; false when it is not within `limit`, which ends a test that would hang otherwise.
[[nodiscard]] inline bool eventually(const std::function<bool()>& isSo,
                                     std::chrono::seconds limit = std::chrono::seconds(60)) {
    const auto deadline = std::chrono::steady_clock::now() + limit;
    std::chrono::milliseconds pause{1};  // longer each time: asking takes from what is waited for
    while (!isSo()) {
        if (std::chrono::steady_clock::now() > deadline) return false;
        std::this_thread::sleep_for(pause);
        pause = std::min(2 * pause, std::chrono::milliseconds(5));
    }
    return true;
}

}  // namespace inkwell::test
