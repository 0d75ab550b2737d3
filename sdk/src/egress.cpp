#include "inkwell/egress.h"

#include <Poco/Exception.h>
#include <Poco/Net/IPAddress.h>
#include <Poco/Net/SocketAddress.h>
#include <Poco/Net/StreamSocket.h>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <system_error>

#include "egress_address.h"
#include "egress_lookup.h"
#include "egress_rules.h"
#include "inkwell/error.h"

namespace inkwell {

namespace {

using Clock = std::chrono::steady_clock;
using Poco::Net::Socket;
using Poco::Net::StreamSocket;

constexpr std::chrono::seconds kCheckTime{5};
constexpr int kRetryAfterSeconds = 5;
constexpr std::chrono::milliseconds kLongestPoll{200};

std::string reasonOf(int errorNumber) {
    return errorNumber == 0 ? "no connection" : std::generic_category().message(errorNumber);
}

struct Patience {
    EgressGuard::Deadline deadline;
    const std::atomic<bool>* cancelled;

    // False when it ends before the connection is made or refused.
    bool wait(StreamSocket& socket) const {
        while (cancelled == nullptr || !*cancelled) {
            const auto left = std::min<Clock::duration>(deadline - Clock::now(), kLongestPoll);
            const auto leftUs = std::chrono::duration_cast<std::chrono::microseconds>(left).count();
            if (leftUs <= 0) return false;
            if (socket.poll(leftUs, Socket::SELECT_WRITE | Socket::SELECT_ERROR)) return true;
        }
        return false;
    }
};

// Nothing, and why, when this address cannot be reached: the next one may do.
std::optional<StreamSocket> tryConnect(const IpAddress& address, std::uint16_t port, const Patience& patience,
                                       std::string& reason) {
    try {
        const Poco::Net::SocketAddress peer(
            Poco::Net::IPAddress(address.bytes.data(), static_cast<poco_socklen_t>(address.length)), port);
        StreamSocket socket(peer.family());
        socket.connectNB(peer);
        if (!patience.wait(socket)) {
            reason = "no answer in time";
            return std::nullopt;
        }
        const int error = socket.impl()->socketError();
        if (error == 0) return socket;
        reason = reasonOf(error);
    } catch (const Poco::Exception& error) {
        reason = reasonOf(error.code());  // its text names the address
    }
    return std::nullopt;
}

}  // namespace

struct EgressGuard::State {
    EgressRules rules;
    EgressLookup lookup;

    // Throws std::runtime_error, in words that a client may read, unless every address is allowed.
    std::vector<IpAddress> allowedAddresses(const EgressTarget& target, Deadline deadline,
                                            const std::atomic<bool>* cancelled, std::string_view bucketId) const {
        if (!rules.mayAllow(target)) refusePort(target);
        if (const std::optional<IpAddress> literal = parseAddress(target.host)) {
            if (!rules.allows(target, *literal)) refuse(target, *literal, "is");
            return {*literal};
        }
        std::vector<IpAddress> found;
        for (const std::string& text : lookup.addresses(target.host, deadline, cancelled, bucketId)) {
            // What cannot be read, such as an address with a zone, is not public.
            found.push_back(parseAddress(text).value_or(IpAddress{}));
            if (!rules.allows(target, found.back())) refuse(target, found.back(), "resolves to");
        }
        if (found.empty()) throw std::runtime_error("host '" + target.host + "' does not resolve");
        return found;
    }

    [[noreturn]] static void refuse(const EgressTarget& target, const IpAddress& address, const std::string& verb) {
        if (address.isPublic()) refusePort(target);
        throw std::runtime_error("host '" + target.host + "' " + verb +
                                 " a private address and is not allowed by the configuration (allowed_hosts)");
    }

    [[noreturn]] static void refusePort(const EgressTarget& target) {
        throw std::runtime_error("port " + std::to_string(target.port) + " of host '" + target.host +
                                 "' is not allowed by the configuration (allowed_ports)");
    }
};

EgressGuard::EgressGuard(const Rules& rules) : EgressGuard(rules, systemAddresses) {}

EgressGuard::EgressGuard(const Rules& rules, Resolver resolver)
    : state_(std::make_shared<State>(State{EgressRules(rules), EgressLookup(std::move(resolver))})) {}

void EgressGuard::check(const std::string& url, std::string_view bucketId) const {
    const EgressTarget target = parse(url);
    try {
        state_->allowedAddresses(target, Clock::now() + kCheckTime, nullptr, bucketId);
    } catch (const EgressBusy& error) {
        throw ApiError::unavailable(std::string("'endpoint': ") + error.what() + "; try again", kRetryAfterSeconds);
    } catch (const std::runtime_error& error) {
        const std::string message = std::string("'endpoint': ") + error.what();
        throw ApiError::badRequest(message, {{"endpoint", message}});
    }
}

StreamSocket EgressGuard::connect(const EgressTarget& target, Deadline deadline, const std::atomic<bool>* cancelled,
                                  std::string_view bucketId) const {
    const std::vector<IpAddress> addresses = state_->allowedAddresses(target, deadline, cancelled, bucketId);
    std::string reason;
    for (std::size_t i = 0; i < addresses.size(); ++i) {
        // A fair share of the time: the first address may be one that never answers.
        const auto now = Clock::now();
        const auto share = now + (deadline - now) / (addresses.size() - i);
        if (auto socket = tryConnect(addresses[i], target.port, {share, cancelled}, reason)) return *socket;
    }
    throw std::runtime_error("could not connect to host '" + target.host + "': " + reason);
}

}  // namespace inkwell
