#pragma once

#include <cstdint>
#include <optional>

namespace inkwell::webhooks {

/// One send and the nine retries of where-silent.md, "Webhooks".
inline constexpr int kMaxTries = 10;

/// After this many failures in a row the deliveries of an endpoint wait, and single ones are tried.
inline constexpr int kFailuresToOpen = 5;

inline constexpr std::int64_t kMaxRetryAfterMs = 24LL * 60 * 60 * 1000;

/// A delivery that waited longer than this since it was queued is given up, whatever it waited for.
inline constexpr std::int64_t kMaxWaitMs = 5LL * 24 * 60 * 60 * 1000;

/// After a rotation the old secret goes on signing for so long.
inline constexpr std::int64_t kOldSecretMs = 24LL * 60 * 60 * 1000;

/// How long to wait after the `tries`-th failure in a row of one delivery; nothing when it was the last. `jitter` is
/// from [0, 1) and adds up to a tenth; `retryAfterMs` is what the endpoint asked for. Any thread.
std::optional<std::int64_t> retryDelayMs(int tries, std::optional<std::int64_t> retryAfterMs, double jitter);

/// How long all deliveries of an endpoint wait after its `failures`-th failure in a row; 0 while it is still trusted.
std::int64_t circuitDelayMs(int failures);

}  // namespace inkwell::webhooks
