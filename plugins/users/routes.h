#pragma once

#include "account_service.h"
#include "inkwell/registrar.h"
#include "member_service.h"

namespace inkwell::users {

/// Declares signing in and out, invitations, and the routes of the specification's "Users". Called by setup; the
/// services must outlive the routes.
void addRoutes(Registrar& registrar, AccountService& accounts, MemberService& members);

}  // namespace inkwell::users
