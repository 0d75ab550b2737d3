#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "inkwell/egress.h"

namespace inkwell {

/// The system's name service. An EgressGuard::Resolver.
std::vector<std::string> systemAddresses(const std::string& host);

/// Look-ups with an end: the name service may take minutes and cannot be interrupted, so each runs on a thread of its
/// own that is left alone when the time is over. Any thread.
class EgressLookup {
public:
    explicit EgressLookup(EgressGuard::Resolver resolver);

    /// None when the name has none. Throws std::runtime_error when there was no answer in time, or when too many
    /// look-ups wait for one.
    std::vector<std::string> addresses(const std::string& host, EgressGuard::Deadline deadline) const;

private:
    struct Shared;
    std::shared_ptr<Shared> shared_;  // also of the threads that were left alone
};

}  // namespace inkwell
