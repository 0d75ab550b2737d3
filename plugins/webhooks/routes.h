#pragma once

#include "inkwell/registrar.h"
#include "queue/delivery_dispatcher.h"
#include "registrations/webhook_service.h"
#include "sending/courier.h"
#include "sending/trial_places.h"

namespace inkwell::webhooks {

/// Declares the routes of interface/webhooks.md, "Routes". Called by setup;
/// all arguments must outlive the routes.
void addRoutes(Registrar& registrar, Services& services, WebhookService& webhooks, DeliveryDispatcher& dispatcher,
               const Courier& courier, TrialPlaces& places);

}  // namespace inkwell::webhooks
