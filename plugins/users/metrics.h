#pragma once

#include "account_service.h"
#include "inkwell/registrar.h"
#include "invitation_mailer.h"

namespace inkwell::users {

/// Declares the plugin's numbers of /metrics. Called by setup; the services must outlive them.
void addMetrics(Registrar& registrar, AccountService& accounts, InvitationMailer& mailer);

}  // namespace inkwell::users
