#include "egress_rules.h"

#include <algorithm>
#include <charconv>
#include <stdexcept>

#include "egress_host.h"

namespace inkwell {

namespace {

[[noreturn]] void refuseEntry(const std::string& text) {
    throw std::runtime_error("allowed host '" + text +
                             "' is none: give an address, a range such as 10.0.0.0/8, or a host name, each with or "
                             "without ':port' ('[...]:port' for IPv6)");
}

bool fitsPort(std::uint16_t rule, std::uint16_t port) { return rule == 0 || rule == port; }

}  // namespace

EgressRules::EgressRules(const EgressGuard::Rules& rules) {
    for (const std::string& host : rules.allowedHosts) entries_.push_back(parseEntry(host));
    for (const std::int64_t port : rules.allowedPorts) {
        const std::optional<std::uint16_t> read = parsePort(std::to_string(port));
        if (!read) throw std::runtime_error("allowed port " + std::to_string(port) + " is not between 1 and 65535");
        ports_.push_back(*read);
    }
    if (ports_.empty()) ports_ = {80, 443};
}

EgressRules::Entry EgressRules::parseEntry(const std::string& text) {
    Entry entry;
    std::string host = text;
    const std::size_t colon = text.rfind(':');
    const bool hasPort = text.starts_with('[') ? colon != std::string::npos && text[colon - 1] == ']'
                                               : colon != std::string::npos && text.find(':') == colon;
    if (hasPort) {
        const std::optional<std::uint16_t> port = parsePort(std::string_view(text).substr(colon + 1));
        if (!port) refuseEntry(text);
        entry.port = *port;
        host.resize(colon);
    }
    if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
    if (host.find('/') != std::string::npos || parseAddress(host)) {
        parseRange(host, entry);
    } else if (const std::optional<Host> name = parseHost(host); name && !name->address) {
        entry.name = name->text;
    }
    if (entry.name.empty() && entry.network.length == 0) refuseEntry(text);
    return entry;
}

// Leaves the entry without a network for what is no range.
void EgressRules::parseRange(const std::string& text, Entry& entry) {
    const std::size_t slash = text.find('/');
    const std::optional<IpAddress> network = parseAddress(text.substr(0, slash));
    if (!network) return;
    const int most = static_cast<int>(network->length) * 8;
    entry.bits = most;
    if (slash != std::string::npos) {
        // An IPv4-mapped address has become IPv4: its bits would count from elsewhere.
        const bool mapped = network->length == 4 && text.find(':') != std::string::npos;
        const char* end = text.data() + text.size();
        const auto [stop, error] = std::from_chars(text.data() + slash + 1, end, entry.bits);
        if (mapped || error != std::errc() || stop != end || entry.bits < 0 || entry.bits > most) return;
    }
    entry.network = *network;
}

bool EgressRules::isListedByName(const EgressTarget& target) const {
    return std::any_of(entries_.begin(), entries_.end(), [&](const Entry& entry) {
        return !entry.name.empty() && entry.name == target.host && fitsPort(entry.port, target.port);
    });
}

bool EgressRules::mayAllow(const EgressTarget& target) const {
    return std::find(ports_.begin(), ports_.end(), target.port) != ports_.end() || isListedByName(target) ||
           std::any_of(entries_.begin(), entries_.end(), [&](const Entry& entry) {
               return entry.network.length != 0 && fitsPort(entry.port, target.port);
           });
}

bool EgressRules::allows(const EgressTarget& target, const IpAddress& address) const {
    const bool plain = address.isPublic() && std::find(ports_.begin(), ports_.end(), target.port) != ports_.end();
    return plain || isListedByName(target) || std::any_of(entries_.begin(), entries_.end(), [&](const Entry& entry) {
               return entry.network.length != 0 && fitsPort(entry.port, target.port) &&
                      address.isWithin(entry.network, entry.bits);
           });
}

}  // namespace inkwell
