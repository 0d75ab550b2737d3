#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "inkwell/egress.h"

namespace inkwell {

/// The system's name service. An EgressGuard::Resolver.
std::vector<std::string> systemAddresses(const std::string& host);

/// Look-ups with a deadline: the name service may take minutes and cannot be interrupted, so each runs on a thread of
/// its own, which is abandoned by those who stop waiting. All who ask for one name at a time wait for one look-up. Any
/// thread.
class EgressLookup {
public:
    /// The most look-ups at once, the abandoned ones too.
    static constexpr int kMostRunning = 64;
    /// The most who wait at once, each on a thread of the caller's.
    static constexpr int kMostWaiting = 64;

    explicit EgressLookup(EgressGuard::Resolver resolver);

    /// Empty when the name has no IP address. Throws std::runtime_error when there is no result in time, or before
    /// `cancelled` is true, and EgressBusy when too many look-ups are running or waited for, or as many of this bucket
    /// ("": of none) as places are free.
    std::vector<std::string> addresses(const std::string& host, EgressGuard::Deadline deadline,
                                       const std::atomic<bool>* cancelled = nullptr,
                                       std::string_view bucketId = {}) const;

private:
    struct Shared;
    std::shared_ptr<Shared> shared_;  // shared with abandoned threads
};

}  // namespace inkwell
