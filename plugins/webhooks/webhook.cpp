#include "webhook.h"

#include <sodium.h>

#include <array>

#include "inkwell/egress.h"

namespace inkwell::webhooks {

namespace {

constexpr std::size_t kLaneBytes = 12;

}  // namespace

std::string laneOf(const std::string& bucketId, const std::string& endpoint) {
    const EgressTarget target = EgressGuard::parse(endpoint);
    const std::string name = bucketId + (target.secure ? " https " : " http ") + target.host + " " +
                             std::to_string(target.port) + target.path;
    std::array<unsigned char, crypto_hash_sha256_BYTES> hash{};
    crypto_hash_sha256(hash.data(), reinterpret_cast<const unsigned char*>(name.data()), name.size());
    std::array<char, 2 * kLaneBytes + 1> hex{};
    sodium_bin2hex(hex.data(), hex.size(), hash.data(), kLaneBytes);
    return hex.data();
}

}  // namespace inkwell::webhooks
