#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "inkwell/json.h"

namespace inkwell::users {

/// The texts of interface/users-and-roles.md, "Accounts", without names and e-mail, in response order; "" if unset.
struct ProfileField {
    enum class Kind { Text, Slug, WebAddress };
    std::string_view name;
    Kind kind;
    std::size_t maxLength;  // in code points
};
inline constexpr std::array<ProfileField, 9> kProfileFields{{{"avatar_url", ProfileField::Kind::WebAddress, 2000},
                                                             {"username", ProfileField::Kind::Slug, 200},
                                                             {"bio", ProfileField::Kind::Text, 5000},
                                                             {"website", ProfileField::Kind::WebAddress, 2000},
                                                             {"company", ProfileField::Kind::Text, 200},
                                                             {"location", ProfileField::Kind::Text, 200},
                                                             {"twitter", ProfileField::Kind::WebAddress, 2000},
                                                             {"linkedin", ProfileField::Kind::WebAddress, 2000},
                                                             {"github", ProfileField::Kind::WebAddress, 2000}}};

/// Body of PATCH /v2/user. Absent members stay unchanged.
struct OwnerEdit {
    std::optional<std::string> firstName;
    std::optional<std::string> lastName;
    JsonObject profile;                          // the kProfileFields that the body gives
    std::optional<std::string> email;            // lower case
    std::optional<std::string> password;         // long enough
    std::optional<std::string> currentPassword;  // required with a new one of the two above
};

inline constexpr const char* kPasswordIsNeeded = "is required to change the e-mail address or the password";

/// Called by the route. Throws ApiError 400 with every problem of the body. It is a problem, too, when the body changes
/// nothing, or a password comes without `current_password`. Whether the e-mail address is another one, which needs it
/// too, only the service knows.
OwnerEdit parseOwnerEdit(const JsonObject& body);

}  // namespace inkwell::users
