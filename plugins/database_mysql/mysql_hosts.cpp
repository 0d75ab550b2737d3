#include "mysql_hosts.h"

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <string_view>

#include "inkwell/text.h"

namespace inkwell::database_mysql {

namespace {

constexpr int kMaxPort = 65'535;

/// One part of a setting, for those who find it wrong.
struct Part {
    std::string_view setting;
    std::string_view text;

    std::invalid_argument refused(const char* why) const {
        return std::invalid_argument("'" + std::string(setting) + "' has '" + std::string(text) + "', which " + why);
    }
};

int portOf(std::string_view digits, const Part& part) {
    int port = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), port);
    if (error != std::errc() || end != digits.data() + digits.size() || port < 1 || port > kMaxPort) {
        throw part.refused("ends in no port from 1 to 65535");
    }
    return port;
}

// A bare IPv6 address has several colons and no port.
MysqlHosts::Address addressOf(const Part& part, int port) {
    const std::string_view text = part.text;
    std::string_view host = text;
    std::string_view rest;
    if (text.starts_with('[')) {
        const std::size_t end = text.find(']');
        if (end == std::string_view::npos) throw part.refused("lacks a ']'");
        host = text.substr(1, end - 1);
        rest = text.substr(end + 1);
    } else if (std::count(text.begin(), text.end(), ':') == 1) {
        host = text.substr(0, text.find(':'));
        rest = text.substr(host.size());
    }
    if (!rest.empty() && rest.front() != ':') throw part.refused("has something else than a port behind the ']'");
    if (host.empty()) throw part.refused("names no host");
    return {std::string(host), rest.empty() ? port : portOf(rest.substr(1), part)};
}

}  // namespace

MysqlHosts::MysqlHosts(std::string_view name, std::string_view setting, int port) {
    for (std::string_view rest = setting;;) {
        const std::size_t comma = std::min(rest.find(','), rest.size());
        addresses_.push_back(addressOf({name, trimmed(rest.substr(0, comma))}, port));
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

void MysqlHosts::preferNext() noexcept {
    preferred_.store((preferred_.load(std::memory_order_relaxed) + 1) % addresses_.size(), std::memory_order_relaxed);
}

}  // namespace inkwell::database_mysql
