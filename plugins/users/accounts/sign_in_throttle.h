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

    /// One try of a key. As long as its outcome is unknown it counts like a failure, so that simultaneous tries cannot
    /// slip through. One that ends without an outcome, because nobody looked at the password, counts no more. The
    /// throttle must outlive it.
    class Try {
    public:
        /// Throws ApiError 429 with Retry-After while the key is throttled, or as many are under way as may fail.
        Try(SignInThrottle& throttle, std::string key, std::int64_t nowMs);
        ~Try();
        Try(const Try&) = delete;
        Try& operator=(const Try&) = delete;
        void failed();

    private:
        SignInThrottle& throttle_;
        const std::string key_;
        const std::int64_t startedMs_;
    };

    /// Throws ApiError 429 with Retry-After while the key is throttled: before a try waits for anything.
    void check(const std::string& key, std::int64_t nowMs);
    /// Forgets all failures of the key.
    void forgive(const std::string& key);

private:
    struct Row {
        int failures = 0;
        int underWay = 0;
        std::int64_t lastMs = 0;  // of the last failure, or when one was forgotten since
        std::int64_t refusedUntilMs = 0;
    };
    void begin(const std::string& key, std::int64_t nowMs);
    void fail(const std::string& key, std::int64_t nowMs);
    void end(const std::string& key);
    Row& rowOf(const std::string& key, std::int64_t nowMs);
    void forget(Row& row, std::int64_t nowMs) const;
    void makeRoom(std::int64_t nowMs);

    const Options options_;
    std::mutex mutex_;
    std::map<std::string, Row> rows_;
};

}  // namespace inkwell::users
