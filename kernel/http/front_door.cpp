#include "kernel/http/front_door.h"

#include <algorithm>
#include <chrono>
#include <stdexcept>

#include "inkwell/client_network.h"
#include "inkwell/error.h"
#include "kernel/http/request_head.h"
#include "kernel/http/shared_caching.h"

namespace inkwell::kernel {

namespace {

// After which a place may be free again.
constexpr int kSendingSeconds = 5;
constexpr int kWorkSeconds = 2;
constexpr int kReceivingSeconds = 1;
// What the JSON of bodies may take together. A body that is all small values takes 25 times its length.
constexpr std::size_t kParsedPartBytes = std::size_t{1} << 20;
constexpr int kParsedParts = 512;

TrustedProxies proxiesOf(const Config::Http& http) {
    try {
        return TrustedProxies(http.trustedProxies);
    } catch (const std::runtime_error& error) {
        throw std::runtime_error(std::string("http.trusted_proxies: ") + error.what());
    }
}

// Without the names below this one: other people's servers may be there.
std::string transportOf(const Config::Http& http) {
    const bool isEncrypted = !http.tlsCertificate.empty() || http.baseUrl.starts_with("https://");
    return isEncrypted && http.hstsSeconds > 0 ? "max-age=" + std::to_string(http.hstsSeconds) : "";
}

}  // namespace

FrontDoor::FrontDoor(const Config::Http& http, const Config::Limits& limits)
    : proxies(proxiesOf(http)),
      cors(http.corsOrigins, http.corsMaxAgeSeconds),
      transport(transportOf(http)),
      perAddress("address", limits.addressRequestsPerSecond, limits.addressBurst),
      perKey("key", limits.keyRequestsPerSecond, limits.keyBurst),
      sharedControl(sharedCacheControl(http)),
      maxHeadBytes(http.maxHeadBytes),
      answers(http.maxAnswerBytes),
      downloads("downloads", std::max(http.threads / 8, 1), kSendingSeconds),
      images("pictures", std::max(http.threads / 8, 1), kSendingSeconds),
      live("streams", std::max(http.threads / 4, 1), kSendingSeconds),
      costly("requests for what takes long", std::max(http.threads / 8, 1), kWorkSeconds),
      publicBodies("bodies", std::max(http.threads / 16, 1), kReceivingSeconds),
      bodies("bodies", std::max(http.threads * 3 / 16, 1), kReceivingSeconds),
      uploads("uploads", std::max(http.threads * 7 / 8, 1), kReceivingSeconds),
      parsed("large bodies", kParsedParts, kWorkSeconds) {}

void FrontDoor::addTo(Cors::Headers& headers, const std::string& origin) const {
    cors.addTo(headers, origin);
    if (!transport.empty()) headers.emplace_back("Strict-Transport-Security", transport);
}

SharedPlaces::Taken FrontDoor::roomForBody(std::size_t bytes, const std::string& clientAddress,
                                           const std::string& holder) {
    const std::size_t parts = bytes / kParsedPartBytes;
    if (parts == 0) return {};
    return parsed.takeTogether(clientNetwork(clientAddress), holder,
                               static_cast<int>(std::min<std::size_t>(parts, kParsedParts)));
}

std::string FrontDoor::clientOf(const Poco::Net::HTTPServerRequestImpl& request) const {
    const Poco::Net::IPAddress peer = request.clientAddress().host();
    if (proxies.isEmpty()) return proxies.clientOf(peer, "");
    return proxies.clientOf(peer, listOf(request, "X-Forwarded-For"));
}

std::string holderOf(const RequestParts& parts) {
    const Access& access = parts.access;
    if (!access.userId().empty()) return "user " + access.userId();
    if (!access.tokenId().empty()) return "token " + access.tokenId();
    return parts.bucket ? (access.isWriteKey() ? "write " : "read ") + parts.bucket->id : "";
}

void CallerLimits::takeForAddress(RateLimiter& limiter, const std::string& address) {
    if (limiter.isOn()) take(limiter, clientNetwork(address));
}

// Strangers, who show no key, must not use up what readers have.
void CallerLimits::takeForKey(RateLimiter& limiter, Auth auth, const RequestParts& parts) {
    if (!limiter.isOn() || auth == Auth::Public) return;
    const std::string holder = holderOf(parts);
    if (!holder.empty()) take(limiter, holder);
}

void CallerLimits::take(RateLimiter& limiter, std::string_view caller) {
    const RateLimiter::Verdict verdict = limiter.take(caller, std::chrono::steady_clock::now());
    const char* const comma = policy_.empty() ? "" : ", ";
    policy_.append(comma).append(limiter.policyHeader(verdict));
    state_.append(comma).append(limiter.stateHeader(verdict));
    if (verdict.allowed) return;
    throw ApiError::tooManyRequests("too many requests from this " + limiter.name() + "; try again later",
                                    static_cast<int>(verdict.resetSeconds));
}

void CallerLimits::addTo(Cors::Headers& headers) const {
    if (policy_.empty()) return;
    headers.emplace_back("RateLimit-Policy", policy_);
    headers.emplace_back("RateLimit", state_);
}

}  // namespace inkwell::kernel
