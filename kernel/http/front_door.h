#pragma once

#include <Poco/Net/HTTPServerRequestImpl.h>

#include <atomic>
#include <string>
#include <utility>

#include "inkwell/http.h"
#include "kernel/app/config.h"
#include "kernel/http/cors.h"
#include "kernel/http/rate_limiter.h"
#include "kernel/http/trusted_proxies.h"

namespace inkwell::kernel {

/// A bound on what may go on at one time. Any thread.
class Places {
public:
    explicit Places(int count) : free_(count) {}

    /// One place, given back with the object; false when there was none.
    class Taken {
    public:
        Taken() = default;
        explicit Taken(Places& places) : places_(places.take() ? &places : nullptr) {}
        Taken(Taken&& other) noexcept : places_(std::exchange(other.places_, nullptr)) {}
        Taken& operator=(Taken&& other) noexcept {
            std::swap(places_, other.places_);
            return *this;
        }
        ~Taken() {
            if (places_ != nullptr) ++places_->free_;
        }
        explicit operator bool() const noexcept { return places_ != nullptr; }

    private:
        Places* places_ = nullptr;
    };

private:
    bool take() noexcept {
        int free = free_;
        while (free > 0 && !free_.compare_exchange_weak(free, free - 1)) {
        }
        return free > 0;
    }

    std::atomic<int> free_;
};

/// The limits that one request met, for its answer. One thread.
class CallerLimits {
public:
    /// Take a token; ApiError 429 without one. An IPv6 client is its /64: a household or a machine has that to choose
    /// its addresses from. `parts` has passed the gate.
    void takeForAddress(RateLimiter& limiter, const std::string& address);
    void takeForKey(RateLimiter& limiter, const RequestParts& parts);
    /// RateLimit and RateLimit-Policy, if there are limits.
    void addTo(Cors::Headers& headers) const;

private:
    void take(RateLimiter& limiter, std::string_view caller);

    std::string policy_;
    std::string state_;
};

/// What every request meets before, and every answer behind its route. Any thread.
struct FrontDoor {
    /// Throws std::runtime_error naming the key of the configuration that cannot be used.
    FrontDoor(const Config::Http& http, const Config::Limits& limits);

    /// Whose request it is: the address of the connection, or the one that a trusted proxy tells.
    std::string clientOf(const Poco::Net::HTTPServerRequestImpl& request) const;

    TrustedProxies proxies;
    Cors cors;
    RateLimiter perAddress;
    RateLimiter perKey;
    Places streams;       // answers that hold their thread for as long as the client likes
    Places publicBodies;  // bodies of clients that have shown no key, while they arrive
    Places bodies;        // of the others, at the main listener; an eighth of the threads is left when all is taken
};

}  // namespace inkwell::kernel
