#pragma once

#include "kernel/snapshot/snapshot.h"

namespace inkwell::kernel {

/// Decides whether a request may reach a route of kind `auth`, before any of its body is read, and fills
/// `parts.bucket` (for paths with {bucket_slug}) and `parts.access`. `permission` opens an admin's route to members who
/// have it (RouteOptions). Asks the snapshot's BucketDirectory, Identity and BucketTokens and nothing else. Keys are
/// compared in constant time and appear in no message. Throws ApiError: 401 for a missing or wrong key or token, 403
/// without the role admin, 404 for a bucket that does not exist or that the token's owner has no role in, 503 while the
/// plugin that would know is disabled (interface/users-and-roles.md, "Keys and tokens"). Any thread.
void admit(const Snapshot& snapshot, Auth auth, RequestParts& parts, const char* permission = nullptr);

/// The same for a request that was admitted, while its body is still on its way: throws also ApiError 403 when its
/// caller has other rights by now than those that the handler looks at.
void admitAgain(const Snapshot& snapshot, Auth auth, RequestParts& parts, const char* permission = nullptr);

}  // namespace inkwell::kernel
