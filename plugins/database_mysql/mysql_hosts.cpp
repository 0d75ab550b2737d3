#include "mysql_hosts.h"

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <string_view>

#include "inkwell/text.h"

namespace inkwell::database_mysql {

namespace {

constexpr int kMaxPort = 65'535;

std::invalid_argument refused(std::string_view part, const char* why) {
    return std::invalid_argument("'host' has '" + std::string(part) + "', which " + why);
}

int portOf(std::string_view digits, std::string_view part) {
    int port = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), port);
    if (error != std::errc() || end != digits.data() + digits.size() || port < 1 || port > kMaxPort) {
        throw refused(part, "ends in no port from 1 to 65535");
    }
    return port;
}

// A bare IPv6 address has several colons and no port.
MysqlHosts::Address addressOf(std::string_view part, int port) {
    std::string_view host = part;
    std::string_view rest;
    if (part.starts_with('[')) {
        const std::size_t end = part.find(']');
        if (end == std::string_view::npos) throw refused(part, "lacks a ']'");
        host = part.substr(1, end - 1);
        rest = part.substr(end + 1);
    } else if (std::count(part.begin(), part.end(), ':') == 1) {
        host = part.substr(0, part.find(':'));
        rest = part.substr(host.size());
    }
    if (!rest.empty() && rest.front() != ':') throw refused(part, "has something else than a port behind the ']'");
    if (host.empty()) throw refused(part, "names no host");
    return {std::string(host), rest.empty() ? port : portOf(rest.substr(1), part)};
}

}  // namespace

MysqlHosts::MysqlHosts(const std::string& setting, int port) {
    for (std::string_view rest = setting;;) {
        const std::size_t comma = std::min(rest.find(','), rest.size());
        addresses_.push_back(addressOf(trimmed(rest.substr(0, comma)), port));
        if (comma == rest.size()) return;
        rest.remove_prefix(comma + 1);
    }
}

std::vector<const MysqlHosts::Address*> MysqlHosts::inOrder() const {
    std::vector<const Address*> order;
    const std::size_t first = preferred_.load(std::memory_order_relaxed);
    for (std::size_t i = 0; i < addresses_.size(); ++i) order.push_back(&addresses_[(first + i) % addresses_.size()]);
    return order;
}

void MysqlHosts::prefer(const Address& address) noexcept {
    preferred_.store(static_cast<std::size_t>(&address - addresses_.data()), std::memory_order_relaxed);
}

}  // namespace inkwell::database_mysql
