#pragma once

#include <optional>
#include <string>
#include <vector>

#include "inkwell/error.h"
#include "inkwell/identity.h"
#include "inkwell/json.h"

namespace inkwell::users {

inline constexpr std::size_t kMaxNameLength = 200;
inline constexpr const char* kTypesAreRequired = "is required when the role is contributor";

/// Body of POST /v2/authenticate.
struct SignIn {
    std::string email;  // as typed
    std::string password;
};

/// What a body says about a user's membership. Absent members stay unchanged.
struct RoleEdit {
    Role role = Role::Contributor;
    std::optional<bool> draftOnly;
    std::optional<std::vector<std::string>> additionalPermissions;
    std::optional<std::vector<std::string>> objectTypes;
    bool isContributorOfNothing = false;  // only for who is one already
    Problems problems = {};               // of the whole body; the service adds those of the object types
};

/// Body of POST /v2/buckets/{bucket_slug}/users.
struct NewMember {
    std::string firstName;
    std::string lastName;
    std::string email;  // lower case
    RoleEdit role;
};

/// Called by the routes. The first three throw ApiError 400 with every problem of the body, the others nothing: the
/// service reports all problems at once (interface/users-and-roles.md, "Users of a bucket").
SignIn parseSignIn(const JsonObject& body);
/// The e-mail address, in lower case.
std::string parseResetRequest(const JsonObject& body);
std::string parseNewPassword(const JsonObject& body);
NewMember parseNewMember(const JsonObject& body);
RoleEdit parseRoleEdit(const JsonObject& body);

/// `current`, changed by the edit.
Membership applied(const RoleEdit& edit, Membership current);

}  // namespace inkwell::users
