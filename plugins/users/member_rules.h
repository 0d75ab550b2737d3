#pragma once

#include <string>

#include "inkwell/identity.h"
#include "member_store.h"

namespace inkwell::users {

// What the additional permission `users` does not allow: to go beyond oneself (decision 0007). An admin, and who is no
// member at all (the operator), may do everything. Called by MemberService inside its unit of work; ApiError 403.

/// That the caller may edit or remove this member: neither themself nor somebody whose role is above their own.
void requireMayChange(const Access& access, const Member& member);

/// That the caller may give the membership `after` to somebody who has `before`, or null for a new member: no role
/// above their own, and no permission, object type or freedom to publish that they lack themself. What the member had
/// stays theirs.
void requireMayGrant(const Access& access, const Membership* before, const Membership& after);

}  // namespace inkwell::users
