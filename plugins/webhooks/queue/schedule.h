#pragma once

#include <cstdint>
#include <optional>

namespace inkwell::webhooks {

/// One send and the nine retries of interface/webhooks.md, "Retries".
inline constexpr int kMaxTries = 10;

/// After this many consecutive failures an endpoint's deliveries wait, and only single ones are tried.
inline constexpr int kFailuresToOpen = 5;

inline constexpr std::int64_t kMaxRetryAfterMs = 24LL * 60 * 60 * 1000;

/// A delivery queued longer ago than this is given up, whatever it waited for.
inline constexpr std::int64_t kMaxWaitMs = 5LL * 24 * 60 * 60 * 1000;

/// How long the old secret goes on signing after a rotation.
inline constexpr std::int64_t kOldSecretMs = 24LL * 60 * 60 * 1000;

/// How long a delivery waits after its `tries`-th consecutive failure; nothing when that was the last try. `jitter` is
/// from [0, 1) and adds up to a tenth; `retryAfterMs` is what the endpoint asked for. Any thread.
std::optional<std::int64_t> retryDelayMs(int tries, std::optional<std::int64_t> retryAfterMs, double jitter);

/// How long an endpoint's deliveries all wait after its `failures`-th consecutive failure; 0 before kFailuresToOpen.
std::int64_t circuitDelayMs(int failures);

}  // namespace inkwell::webhooks
