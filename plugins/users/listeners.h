#pragma once

#include "accounts/account_service.h"
#include "inkwell/registrar.h"
#include "mail/invitation_mailer.h"
#include "mail/password_resets.h"
#include "members/member_service.h"

namespace inkwell::users {

/// Declares the listeners by which mail goes out soon and roles follow buckets and object types, and the jobs that
/// forget expired tokens and who asked for a new password; a reload of the configuration reaches the mailer. Called by
/// setup; all arguments must outlive them.
void addListeners(Registrar& registrar, AccountService& accounts, MemberService& members, InvitationMailer& mailer,
                  PasswordResets& resets);
/// Called by start(): takes up what happened to object types while the plugin was off, then mail goes out.
void start(Services& services, InvitationMailer& mailer);

}  // namespace inkwell::users
