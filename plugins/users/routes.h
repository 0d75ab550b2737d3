#pragma once

#include "accounts/account_service.h"
#include "inkwell/registrar.h"
#include "inkwell/server_plugins.h"
#include "inkwell/server_watch.h"
#include "mail/password_resets.h"
#include "members/member_service.h"
#include "operator_accounts.h"

namespace inkwell::users {

/// Declares signing in and out, invitations, and the routes of interface/users-and-roles.md, "Users of a bucket".
/// Called by setup; the arguments must outlive the routes.
void addRoutes(Registrar& registrar, AccountService& accounts, MemberService& members, OperatorAccounts& admin,
               const Settings& settings);

/// The part of addRoutes that is interface/users-and-roles.md, "Browsers".
void addSessionRoutes(Registrar& registrar, AccountService& accounts, MemberService& members, const Settings& settings);

/// Declares the routes of interface/users-and-roles.md, "Forgotten passwords".
void addResetRoutes(Registrar& registrar, AccountService& accounts, PasswordResets& resets);

/// Declares the routes of interface/users-and-roles.md, "Avatars".
void addAvatarRoutes(Registrar& registrar, AccountStore& accounts, MemberService& members);
/// The part of addRoutes that is interface/resources.md, "Plugins of the server".
void addServerRoutes(Registrar& registrar, AccountService& accounts);
/// The part of addRoutes that is interface/users-and-roles.md, "Accounts of the server".
void addServerAccountRoutes(Registrar& registrar, AccountService& accounts, OperatorAccounts& admin);

/// Throws 403 unless the caller is an administrator of the server.
void requireServerAdmin(AccountService& accounts, const Request& request);

/// Where the request signs in from.
SignInPlace signInPlace(const Request& request);

}  // namespace inkwell::users
