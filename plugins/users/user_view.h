#pragma once

#include "account_store.h"
#include "inkwell/json.h"
#include "member_store.h"

namespace inkwell::users {

/// The user of an answer (specification, "User").
JsonObject renderUser(const AccountRecord& account);
/// The same with the part in a bucket: role, publishing_restrictions, additional_permissions, object_types
/// (where-silent.md, "Users").
JsonObject renderMember(const Member& member);

}  // namespace inkwell::users
