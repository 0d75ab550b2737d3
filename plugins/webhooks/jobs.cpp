#include "jobs.h"

#include <chrono>

namespace inkwell::webhooks {

void addJobs(Registrar& registrar, WebhookService& webhooks, Upkeep& upkeep, std::atomic<bool>& wasStarted) {
    registrar.every(std::chrono::seconds(10), "count", [&] {
        if (wasStarted.exchange(false)) webhooks.warnOfMissingTypes();
        upkeep.count();
    });
    registrar.every(std::chrono::minutes(5), "clean up", [&] {
        webhooks.removeOfDeletedBuckets();
        upkeep.cleanUp();
    });
}

}  // namespace inkwell::webhooks
