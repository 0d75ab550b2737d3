#pragma once

#include "dispatcher.h"
#include "inkwell/registrar.h"
#include "upkeep.h"

namespace inkwell::webhooks {

/// Declares what the operator sees of the queue. Called by setup; both must outlive it.
void addMetrics(Registrar& registrar, const Upkeep& upkeep, const Dispatcher& dispatcher);

}  // namespace inkwell::webhooks
