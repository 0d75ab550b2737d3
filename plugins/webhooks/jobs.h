#pragma once

#include <atomic>

#include "inkwell/registrar.h"
#include "queue/upkeep.h"
#include "registrations/webhook_service.h"

namespace inkwell::webhooks {

/// Declares the plugin's jobs, which run once all plugins have started. `wasStarted` is set with each start, and
/// cleared by the first job after it. Called by setup; all arguments must outlive the jobs.
void addJobs(Registrar& registrar, WebhookService& webhooks, Upkeep& upkeep, std::atomic<bool>& wasStarted);

}  // namespace inkwell::webhooks
