#pragma once

#include <Poco/Net/HTTPServerRequestImpl.h>

#include <string>

#include "inkwell/http.h"
#include "kernel/config/config.h"
#include "kernel/config/cors.h"
#include "kernel/config/trusted_proxies.h"
#include "kernel/http/answer_budget.h"
#include "kernel/http/rate_limiter.h"
#include "kernel/http/shared_places.h"

namespace inkwell::kernel {

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

    /// Memory for a JSON body that takes so many bytes of it, until its handler has ended; a body of a usual size is
    /// not counted. Throws ApiError 503.
    SharedPlaces::Taken roomForBody(std::size_t bytes, const std::string& clientAddress, const std::string& holder);

    /// The headers of every answer: `origin` is that of the page that asks, or "".
    void addTo(Cors::Headers& headers, const std::string& origin) const;

    TrustedProxies proxies;
    Cors cors;
    const std::string transport;  // Strict-Transport-Security; "" for none
    RateLimiter perAddress;
    RateLimiter perKey;
    const std::string sharedControl;  // sharedCacheControl
    const int maxHeadBytes;
    AnswerBudget answers;
    // Responses that hold a thread for as long as the client likes: half of the threads together.
    SharedPlaces downloads;
    SharedPlaces images;
    SharedPlaces live;
    SharedPlaces costly;        // handlers that may take long (RouteOptions::costly)
    SharedPlaces publicBodies;  // bodies being received from clients without a key
    SharedPlaces bodies;   // other bodies being received at the main listener; leaves an eighth of the threads free
    SharedPlaces uploads;  // those at the upload listener, of whose threads they leave an eighth
    SharedPlaces parsed;   // memory of JSON bodies that are not small, by the mebibyte
};

/// Whose places a request takes, besides its network's: the user's, the token's or those of the bucket's readers or
/// writers; "" for a stranger. `parts` has passed the gatekeeper. Any thread.
std::string holderOf(const RequestParts& parts);

}  // namespace inkwell::kernel
