#pragma once

#include <string>
#include <vector>

#include "egress_address.h"
#include "inkwell/egress.h"

namespace inkwell {

/// The parsed rules of the guard. Any thread.
class EgressRules {
public:
    /// Throws std::runtime_error naming a rule that it cannot read.
    explicit EgressRules(const EgressGuard::Rules& rules);

    /// Whether `target` is listed by name, or its port is allowed for some IP address: if not, no look-up is needed.
    bool mayAllow(const EgressTarget& target) const;
    bool allows(const EgressTarget& target, const IpAddress& address) const;

private:
    struct Entry {
        std::string name;  // "": a range
        IpAddress network;
        int bits = 0;
        std::uint16_t port = 0;  // 0: every port
    };
    static Entry parseEntry(const std::string& text);
    static void parseRange(const std::string& text, Entry& entry);
    bool isListedByName(const EgressTarget& target) const;

    std::vector<Entry> entries_;
    std::vector<std::uint16_t> ports_;
};

}  // namespace inkwell
