#pragma once

#include "accounts/account_service.h"
#include "inkwell/registrar.h"
#include "inkwell/server_plugins.h"
#include "members/member_service.h"

namespace inkwell::users {

/// Declares signing in and out, invitations, and the routes of interface/users-and-roles.md, "Users of a bucket".
/// Called by setup; the arguments must outlive the routes.
void addRoutes(Registrar& registrar, AccountService& accounts, MemberService& members, const Settings& settings);

/// The part of addRoutes that is interface/users-and-roles.md, "Browsers".
void addSessionRoutes(Registrar& registrar, AccountService& accounts, MemberService& members, const Settings& settings);

/// The part of addRoutes that is interface/resources.md, "Plugins of the server".
void addServerRoutes(Registrar& registrar, AccountService& accounts);

/// Where the request signs in from.
SignInPlace signInPlace(const Request& request);

}  // namespace inkwell::users
