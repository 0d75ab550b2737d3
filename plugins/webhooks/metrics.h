#pragma once

#include "inkwell/registrar.h"
#include "queue/delivery_dispatcher.h"
#include "queue/upkeep.h"

namespace inkwell::webhooks {

/// Declares the queue's metrics and its health check. Called by setup; both must outlive the metrics.
void addMetrics(Registrar& registrar, const Upkeep& upkeep, const DeliveryDispatcher& dispatcher);

}  // namespace inkwell::webhooks
