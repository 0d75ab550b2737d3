#pragma once

#include <atomic>
#include <mutex>
#include <set>
#include <string>

#include "inkwell/bucket_directory.h"

namespace inkwell::webhooks {

/// A bound on the tests that wait for their receivers, each of which holds a thread: few of the server, and one of a
/// bucket and of a user, so that nobody's receiver that says nothing stops the tests of others. Any thread.
class TrialPlaces {
public:
    static constexpr std::size_t kMost = 4;

    /// One place, given back with the object. The places must outlive it.
    class Taken {
    public:
        /// `userId` is "" for a caller without an account. Throws ApiError 503.
        Taken(TrialPlaces& places, const Bucket& bucket, const std::string& userId);
        ~Taken();
        Taken(const Taken&) = delete;
        Taken& operator=(const Taken&) = delete;

    private:
        TrialPlaces& places_;
        const std::string bucketId_;
        const std::string userId_;
    };

    /// Between close() and open() the tests that wait are to be given up. Main thread.
    void open() noexcept { isClosed_ = false; }
    void close() noexcept { isClosed_ = true; }
    const std::atomic<bool>& isClosed() const noexcept { return isClosed_; }

private:
    std::atomic<bool> isClosed_{false};
    std::mutex mutex_;
    std::set<std::string> buckets_;  // ids
    std::set<std::string> users_;    // ids
};

}  // namespace inkwell::webhooks
