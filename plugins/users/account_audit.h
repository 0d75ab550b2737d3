#pragma once

#include <string>

#include "inkwell/services.h"

namespace inkwell::users {

/// What is done to an account beside its own buckets' routes, as their audits have it.
inline constexpr const char* kInvited = "invited";
inline constexpr const char* kPasswordSet = "password_set";

/// Tells it in the audit of every bucket in which the account has a part. Called inside a write, by the services of
/// accounts. `actor` as Access::actor(). Throws DatabaseError.
void tellBucketsOf(Services& services, const std::string& userId, const char* action, const std::string& actor);

}  // namespace inkwell::users
