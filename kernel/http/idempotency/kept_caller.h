#pragma once

#include <optional>
#include <string>

#include "inkwell/http.h"
#include "kernel/snapshot/snapshot.h"

namespace inkwell::kernel {

/// Whose an Idempotency-Key is, and what they may do at this moment: for KeptAnswers.
struct KeptCaller {
    std::string scope;   // of the user, token or key, and the bucket of the path: 64 hex digits
    std::string rights;  // another text once they may do or read something else there
};

/// The caller of a request that has passed the gatekeeper. A public route looks at the credential itself: there it is
/// looked up, because an answer that was kept comes without the route's handler. Nothing where nobody shows a
/// credential that is valid now: one caller's key would be another's. Throws ApiError 503 while roles cannot be looked
/// up. Any thread.
std::optional<KeptCaller> findKeptCaller(const Snapshot& snapshot, Auth auth, const RequestParts& parts);

}  // namespace inkwell::kernel
