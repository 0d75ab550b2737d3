#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "inkwell/egress.h"

namespace inkwell {

/// The system's name service. An EgressGuard::Resolver.
std::vector<std::string> systemAddresses(const std::string& host);

/// Look-ups with a deadline: the name service may take minutes and cannot be interrupted, so each runs on a thread of
/// its own, which is abandoned at the deadline. All who ask for one name at a time wait for one look-up. Any thread.
class EgressLookup {
public:
    /// The most look-ups at once, the abandoned ones too.
    static constexpr int kMostRunning = 64;

    explicit EgressLookup(EgressGuard::Resolver resolver);

    /// Empty when the name has no IP address. Throws std::runtime_error when there is no result in time, and EgressBusy
    /// when too many look-ups are running, or as many for this bucket ("": for none) as places are free.
    std::vector<std::string> addresses(const std::string& host, EgressGuard::Deadline deadline,
                                       std::string_view bucketId = {}) const;

private:
    struct Shared;
    std::shared_ptr<Shared> shared_;  // shared with abandoned threads
};

}  // namespace inkwell
