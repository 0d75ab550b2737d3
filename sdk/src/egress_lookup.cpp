#include "egress_lookup.h"

#include <netdb.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <condition_variable>
#include <map>
#include <mutex>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <utility>

#include "inkwell/fair_shares.h"

namespace inkwell {

namespace {

constexpr std::chrono::milliseconds kLongestWait{200};  // without a look at whether it is cancelled

struct Lookup {
    std::string bucketId;
    bool done = false;
    std::vector<std::string> addresses;
};

// RFC 6761, section 6.3: never asked of a name service, whose answer could be anything.
bool isLocalhost(const std::string& host) { return host == "localhost" || host.ends_with(".localhost"); }

}  // namespace

struct EgressLookup::Shared {
    explicit Shared(EgressGuard::Resolver given) : resolver(std::move(given)) {}

    const EgressGuard::Resolver resolver;
    std::mutex mutex;
    std::condition_variable arrived;
    std::map<std::string, std::shared_ptr<Lookup>> running;  // by host
    FairShares places{kMostRunning};                         // of buckets
    FairShares waiting{kMostWaiting};                        // of buckets

    // With its mutex held. Throws EgressBusy.
    static std::shared_ptr<Lookup> join(const std::shared_ptr<Shared>& shared, const std::string& host,
                                        const std::string& bucket) {
        const std::string busy = "this server has too many names to look up to ask for host '" + host + "' now";
        if (!shared->waiting.hasOneFor(bucket)) throw EgressBusy(busy);
        if (const auto found = shared->running.find(host); found != shared->running.end()) return found->second;
        if (!shared->places.hasOneFor(bucket)) throw EgressBusy(busy);
        const auto lookup = std::make_shared<Lookup>(Lookup{bucket, false, {}});
        shared->running.emplace(host, lookup);
        shared->places.take(bucket);
        try {
            std::thread([shared, host] { shared->resolve(host); }).detach();
        } catch (const std::system_error&) {
            shared->places.give(bucket);
            shared->running.erase(host);
            throw EgressBusy(busy);
        }
        return lookup;
    }

    void resolve(const std::string& host) {
        std::vector<std::string> found;
        try {
            found = resolver(host);
        } catch (...) {
            found.clear();  // like a name that has none
        }
        const std::lock_guard lock(mutex);
        const auto ended = running.extract(host);
        places.give(ended.mapped()->bucketId);
        ended.mapped()->addresses = std::move(found);
        ended.mapped()->done = true;
        arrived.notify_all();
    }
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

EgressLookup::EgressLookup(EgressGuard::Resolver resolver) : shared_(std::make_shared<Shared>(std::move(resolver))) {}

std::vector<std::string> EgressLookup::addresses(const std::string& host, EgressGuard::Deadline deadline,
                                                 const std::atomic<bool>* cancelled, std::string_view bucketId) const {
    if (isLocalhost(host)) return {"127.0.0.1", "::1"};
    const std::string bucket(bucketId);
    std::unique_lock lock(shared_->mutex);
    const std::shared_ptr<Lookup> lookup = Shared::join(shared_, host, bucket);
    shared_->waiting.take(bucket);
    while (!lookup->done && std::chrono::steady_clock::now() < deadline && (cancelled == nullptr || !*cancelled))
        shared_->arrived.wait_until(lock, std::min(deadline, std::chrono::steady_clock::now() + kLongestWait));
    shared_->waiting.give(bucket);
    if (!lookup->done) throw std::runtime_error("the name service did not answer in time about host '" + host + "'");
    return lookup->addresses;
}

}  // namespace inkwell
