#pragma once

#include "inkwell/registrar.h"
#include "queue/delivery_dispatcher.h"
#include "queue/outbox.h"
#include "queue/subscription_cache.h"

namespace inkwell::webhooks {

/// Declares the listeners that queue deliveries in the transaction of a change and wake the senders after the commit.
/// Called by setup; all arguments must outlive the listeners.
void addListeners(Registrar& registrar, Outbox& outbox, SubscriptionCache& subscriptions,
                  DeliveryDispatcher& dispatcher);

}  // namespace inkwell::webhooks
