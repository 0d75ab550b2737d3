#pragma once

#include <Poco/Net/HTTPServerRequestImpl.h>

#include <atomic>
#include <string>
#include <utility>

#include "inkwell/http.h"
#include "kernel/config/config.h"
#include "kernel/config/cors.h"
#include "kernel/config/trusted_proxies.h"
#include "kernel/http/answer_budget.h"
#include "kernel/http/rate_limiter.h"
#include "kernel/http/shared_places.h"

namespace inkwell::kernel {

/// Bounds how many things run at the same time; never waits. Any thread.
class Places {
public:
    explicit Places(int count) : free_(count) {}

    /// One place, released with the object; false when none was free.
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

/// The rate limits that apply to one request, for its response's headers. One thread.
class CallerLimits {
public:
    /// Both take a token, or throw ApiError 429. An IPv6 client is counted by its /64, which is what one household or
    /// machine gets. `parts` has passed the gatekeeper.
    void takeForAddress(RateLimiter& limiter, const std::string& address);
    void takeForKey(RateLimiter& limiter, Auth auth, const RequestParts& parts);
    /// Adds RateLimit and RateLimit-Policy if there are limits.
    void addTo(Cors::Headers& headers) const;

private:
    void take(RateLimiter& limiter, std::string_view caller);

    std::string policy_;
    std::string state_;
};

/// What every request passes before its route, and every response after it. Any thread.
struct FrontDoor {
    /// Throws std::runtime_error naming the configuration key whose value cannot be used.
    FrontDoor(const Config::Http& http, const Config::Limits& limits);

    /// The client's IP address: the connection's, or the one that a trusted proxy reports.
    std::string clientOf(const Poco::Net::HTTPServerRequestImpl& request) const;

    TrustedProxies proxies;
    Cors cors;
    RateLimiter perAddress;
    RateLimiter perKey;
    const std::string sharedControl;  // sharedCacheControl
    AnswerBudget answers;
    // Responses that hold a thread for as long as the client likes: half of the threads together.
    SharedPlaces downloads;
    SharedPlaces images;
    SharedPlaces live;
    Places costly;        // handlers that may take long (RouteOptions::costly)
    Places publicBodies;  // bodies being received from clients without a key
    Places bodies;        // other bodies being received at the main listener; leaves an eighth of the threads free
};

}  // namespace inkwell::kernel
