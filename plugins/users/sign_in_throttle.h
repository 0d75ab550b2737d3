#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>

namespace inkwell::users {

/// Slows guessing down: after ten failures in a row for one key, tries are refused for 30 s, then twice as long with
/// each further failure, up to 15 minutes (where-silent.md, "Users"). One object counts accounts, another addresses. In
/// memory, per server, bounded. Any thread.
class SignInThrottle {
public:
    explicit SignInThrottle(std::size_t maxKeys = 10'000) : maxKeys_(maxKeys) {}

    /// Counts the try as a failure before its outcome is known, so that many at once cannot slip through. ApiError 429
    /// with Retry-After while the key is throttled.
    void admit(const std::string& key, std::int64_t nowMs);
    /// The try was right: the row of failures is broken.
    void succeeded(const std::string& key);

private:
    struct Row {
        int failures = 0;
        std::int64_t lastMs = 0;
        std::int64_t refusedUntilMs = 0;
    };
    void makeRoom(std::int64_t nowMs);

    const std::size_t maxKeys_;
    std::mutex mutex_;
    std::map<std::string, Row> rows_;
};

}  // namespace inkwell::users
