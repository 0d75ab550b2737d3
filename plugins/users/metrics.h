#pragma once

#include "accounts/account_service.h"
#include "inkwell/registrar.h"
#include "mail/invitation_mailer.h"

namespace inkwell::users {

/// Declares the plugin's metrics, and what it tells `inkwell doctor`. Called by setup; both arguments must outlive
/// them.
void addMetrics(Registrar& registrar, AccountService& accounts, InvitationMailer& mailer);

}  // namespace inkwell::users
