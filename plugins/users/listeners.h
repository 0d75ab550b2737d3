#pragma once

#include "inkwell/registrar.h"
#include "mail/invitation_mailer.h"
#include "mail/password_resets.h"
#include "members/member_service.h"

namespace inkwell::users {

/// Declares the listeners by which mail goes out soon and roles follow buckets and object types, and the job that
/// forgets who asked for a new password. Called by setup; all arguments must outlive the listeners.
void addListeners(Registrar& registrar, MemberService& members, InvitationMailer& mailer, PasswordResets& resets);

}  // namespace inkwell::users
