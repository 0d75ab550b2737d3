#pragma once

#include "dispatcher.h"
#include "inkwell/registrar.h"
#include "webhook_service.h"

namespace inkwell::webhooks {

/// Declares the routes of where-silent.md, "Webhooks", and of the rotation of secrets. Called by setup; all must
/// outlive the routes.
void addRoutes(Registrar& registrar, Services& services, WebhookService& webhooks, Dispatcher& dispatcher);

}  // namespace inkwell::webhooks
