#pragma once

#include "dispatcher.h"
#include "inkwell/registrar.h"
#include "outbox.h"
#include "subscription_cache.h"

namespace inkwell::webhooks {

/// Declares what fills the queue in the transaction of a change, and wakes the senders after it. Called by setup; all
/// must outlive the listeners.
void addListeners(Registrar& registrar, Outbox& outbox, SubscriptionCache& subscriptions, Dispatcher& dispatcher);

}  // namespace inkwell::webhooks
