#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>

namespace inkwell::users {

/// Slows down guessing: after ten consecutive failures of a key, tries are refused for 30 s, doubling with each further
/// failure up to 15 minutes (interface/users-and-roles.md, "Failed sign-ins"). The service has one object for accounts
/// and others for client networks. In memory, per server, bounded. Any thread.
class SignInThrottle {
public:
    struct Options {
        std::size_t maxKeys = 10'000;
        int freeFailures = 10;
        std::int64_t forgetOneAfterMs = 0;  // one failure is forgotten in each such time; 0: only all together
    };
    SignInThrottle() = default;
    explicit SignInThrottle(const Options& options) : options_(options) {}

    /// Counts the try as a failure before its outcome is known, so that simultaneous tries cannot slip through. Throws
    /// ApiError 429 with Retry-After while the key is throttled.
    void admit(const std::string& key, std::int64_t nowMs);
    /// The try succeeded: forgets all failures of the key.
    void succeeded(const std::string& key);
    /// The try succeeded but proves nothing about earlier failures: uncounts this try only.
    void takeBack(const std::string& key);

private:
    struct Row {
        int failures = 0;
        std::int64_t lastMs = 0;
        std::int64_t refusedUntilMs = 0;
    };
    void forget(Row& row, std::int64_t nowMs) const;
    void makeRoom(std::int64_t nowMs);

    const Options options_;
    std::mutex mutex_;
    std::map<std::string, Row> rows_;
};

}  // namespace inkwell::users
