#pragma once

#include <chrono>
#include <functional>
#include <thread>

namespace inkwell::test {

/// Waits until `isSo`; false when it is not within `limit`, which ends a test that would hang otherwise.
[[nodiscard]] inline bool eventually(const std::function<bool()>& isSo,
                                     std::chrono::seconds limit = std::chrono::seconds(30)) {
    const auto deadline = std::chrono::steady_clock::now() + limit;
    while (!isSo()) {
        if (std::chrono::steady_clock::now() > deadline) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return true;
}

}  // namespace inkwell::test
