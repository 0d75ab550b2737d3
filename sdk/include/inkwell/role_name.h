#pragma once

#include <optional>
#include <string_view>

#include "inkwell/access.h"

namespace inkwell {

/// The name of a role in the interface (interface/users-and-roles.md, "Roles"). Any thread.
INKWELL_API std::string_view roleName(Role role);
/// Nothing for any other text. Any thread.
INKWELL_API std::optional<Role> parseRole(std::string_view name);

}  // namespace inkwell
