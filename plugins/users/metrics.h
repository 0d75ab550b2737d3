#pragma once

#include "accounts/account_service.h"
#include "inkwell/registrar.h"
#include "mail/invitation_mailer.h"

namespace inkwell::users {

/// Declares the plugin's metrics. Called by setup; both arguments must outlive the metrics.
void addMetrics(Registrar& registrar, AccountService& accounts, InvitationMailer& mailer);

}  // namespace inkwell::users
