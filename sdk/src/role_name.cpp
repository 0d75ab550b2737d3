#include "inkwell/role_name.h"

#include <array>
#include <stdexcept>
#include <utility>

namespace inkwell {

namespace {

constexpr std::array<std::pair<Role, std::string_view>, 4> kRoles{{{Role::Admin, "admin"},
                                                                   {Role::Developer, "developer"},
                                                                   {Role::Editor, "editor"},
                                                                   {Role::Contributor, "contributor"}}};

}  // namespace

std::string_view roleName(Role role) {
    for (const auto& [value, name] : kRoles)
        if (value == role) return name;
    throw std::logic_error("a role without a name");
}

std::optional<Role> parseRole(std::string_view text) {
    for (const auto& [value, name] : kRoles)
        if (name == text) return value;
    return std::nullopt;
}

}  // namespace inkwell
