#pragma once

#include <string>

#include "inkwell/access.h"

namespace inkwell::users {

/// What the audit tells of a role that was given, and of one that was changed: "role: editor -> admin"; "" where
/// nothing is another one. Called by MemberService. Any thread.
std::string grantedDetail(const Membership& given);
std::string changedDetail(const Membership& before, const Membership& after);

}  // namespace inkwell::users
