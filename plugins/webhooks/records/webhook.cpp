#include "records/webhook.h"

#include "inkwell/crypto.h"
#include "inkwell/egress.h"

namespace inkwell::webhooks {

namespace {

constexpr std::size_t kLaneBytes = 12;

}  // namespace

std::string laneOf(const std::string& bucketId, const std::string& endpoint) {
    const EgressTarget target = EgressGuard::parse(endpoint);
    const std::string name = bucketId + (target.secure ? " https " : " http ") + target.host + " " +
                             std::to_string(target.port) + target.path;
    return toHex(std::string_view(sha256(name)).substr(0, kLaneBytes));
}

}  // namespace inkwell::webhooks
