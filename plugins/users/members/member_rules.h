#pragma once

#include <string>

#include "inkwell/identity.h"
#include "members/member_store.h"

namespace inkwell::users {

// The permission `users` lets nobody grant or change more than they have themselves (decision 0007). Admins, and the
// operator, who is no member, may do everything. Called by MemberService inside its unit of work. Throw ApiError 403.

/// The caller may edit or remove this member: not themself, and nobody with a higher role.
void requireMayChange(const Access& access, const Member& member);

/// The caller may change a membership from `before` (null: a new member) to `after`: to no role above their
/// own, and to no permission, object type or right to publish that they lack. What the member already had may
/// stay.
void requireMayGrant(const Access& access, const Membership* before, const Membership& after);

}  // namespace inkwell::users
