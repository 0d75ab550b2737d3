#pragma once

#include <chrono>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

namespace inkwell::images {

/// Remembers for some minutes why pictures could not be made, so that repeating a request costs nothing. Forgets the
/// oldest when full. Any thread.
class RefusalCache {
public:
    RefusalCache(std::size_t capacity, std::chrono::milliseconds lifetime) : capacity_(capacity), lifetime_(lifetime) {}

    void keep(const std::string& key, std::string reason);
    std::optional<std::string> find(const std::string& key);

private:
    using Time = std::chrono::steady_clock::time_point;
    void forgetOldest();

    const std::size_t capacity_;
    const std::chrono::milliseconds lifetime_;
    std::mutex mutex_;
    std::unordered_map<std::string, std::string> reasons_;
    std::deque<std::pair<Time, std::string>> keys_;  // oldest first
};

}  // namespace inkwell::images
