#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "inkwell/egress.h"

namespace inkwell {

/// The system's name service. An EgressGuard::Resolver.
std::vector<std::string> systemAddresses(const std::string& host);

/// Look-ups with a deadline: the name service may take minutes and cannot be interrupted, so each runs on a thread of
/// its own, which is abandoned at the deadline. Any thread.
class EgressLookup {
public:
    explicit EgressLookup(EgressGuard::Resolver resolver);

    /// Empty when the name has no IP address. Throws std::runtime_error when there is no result in
    /// time, or when too many look-ups are waiting.
    std::vector<std::string> addresses(const std::string& host, EgressGuard::Deadline deadline) const;

private:
    struct Shared;
    std::shared_ptr<Shared> shared_;  // shared with abandoned threads
};

}  // namespace inkwell
