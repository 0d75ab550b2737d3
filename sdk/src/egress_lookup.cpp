#include "egress_lookup.h"

#include <netdb.h>
#include <sys/socket.h>

#include <array>
#include <condition_variable>
#include <mutex>
#include <stdexcept>
#include <system_error>
#include <thread>

namespace inkwell {

namespace {

constexpr int kMaxRunning = 64;

struct Answer {
    std::mutex mutex;
    std::condition_variable arrived;
    bool done = false;
    std::vector<std::string> addresses;
};

// RFC 6761, section 6.3: never asked of a name service, whose answer could be anything.
bool isLocalhost(const std::string& host) { return host == "localhost" || host.ends_with(".localhost"); }

}  // namespace

struct EgressLookup::Shared {
    EgressGuard::Resolver resolver;
    std::atomic<int> running = 0;
};

std::vector<std::string> systemAddresses(const std::string& host) {
    addrinfo hints{};
    hints.ai_family = AF_UNSPEC;
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* first = nullptr;
    if (::getaddrinfo(host.c_str(), nullptr, &hints, &first) != 0) return {};
    const std::unique_ptr<addrinfo, void (*)(addrinfo*)> owner(first, ::freeaddrinfo);
    std::vector<std::string> addresses;
    for (const addrinfo* one = first; one != nullptr; one = one->ai_next) {
        std::array<char, NI_MAXHOST> text{};
        if (::getnameinfo(one->ai_addr, one->ai_addrlen, text.data(), text.size(), nullptr, 0, NI_NUMERICHOST) == 0) {
            addresses.emplace_back(text.data());
        }
    }
    return addresses;
}

EgressLookup::EgressLookup(EgressGuard::Resolver resolver) : shared_(std::make_shared<Shared>()) {
    shared_->resolver = std::move(resolver);
}

std::vector<std::string> EgressLookup::addresses(const std::string& host, EgressGuard::Deadline deadline) const {
    if (isLocalhost(host)) return {"127.0.0.1", "::1"};
    const std::string busy = "the name service did not answer in time about host '" + host + "'";
    if (shared_->running.fetch_add(1) >= kMaxRunning) {
        --shared_->running;
        throw std::runtime_error(busy);
    }
    const auto answer = std::make_shared<Answer>();
    try {
        std::thread([shared = shared_, answer, host] {
            std::vector<std::string> found;
            try {
                found = shared->resolver(host);
            } catch (...) {
                found.clear();  // like a name that has none
            }
            --shared->running;
            const std::lock_guard lock(answer->mutex);
            answer->addresses = std::move(found);
            answer->done = true;
            answer->arrived.notify_one();
        }).detach();
    } catch (const std::system_error&) {
        --shared_->running;
        throw std::runtime_error(busy);
    }
    std::unique_lock lock(answer->mutex);
    if (!answer->arrived.wait_until(lock, deadline, [&] { return answer->done; })) throw std::runtime_error(busy);
    return std::move(answer->addresses);
}

}  // namespace inkwell
