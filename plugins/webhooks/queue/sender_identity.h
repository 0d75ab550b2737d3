#pragma once

#include <string>

namespace inkwell::webhooks {

/// The name under which this server claims deliveries. A file keeps it across restarts, so that a server recognizes
/// what it had claimed before it was killed. The file is locked while the server lives; holding the lock proves that
/// the predecessor is dead. One thread.
class SenderIdentity {
public:
    /// The file is "webhooks-sender" in the data directory. If it is locked or cannot be written, the name is new each
    /// time, and old claims end only with their leases.
    explicit SenderIdentity(const std::string& dataDirectory);
    ~SenderIdentity();
    SenderIdentity(const SenderIdentity&) = delete;
    SenderIdentity& operator=(const SenderIdentity&) = delete;

    /// The prefix of all claims of this sender: 12 hex digits.
    const std::string& prefix() const { return prefix_; }
    std::string newClaim() const;

private:
    int file_ = -1;
    std::string prefix_;
};

}  // namespace inkwell::webhooks
