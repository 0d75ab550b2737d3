#include "metrics.h"

namespace inkwell::webhooks {

namespace {

constexpr double kMsPerSecond = 1000;

}  // namespace

void addMetrics(Registrar& registrar, const Upkeep& upkeep, const DeliveryDispatcher& dispatcher) {
    registrar.metric(MetricKind::Gauge, "queued", "deliveries that are waiting or being sent",
                     [&] { return static_cast<double>(upkeep.queued()); });
    registrar.metric(MetricKind::Gauge, "late_seconds", "how long the oldest delivery that may be sent has been due",
                     [&] { return static_cast<double>(upkeep.lateMs()) / kMsPerSecond; });
    registrar.metric(MetricKind::Counter, "delivered_total", "attempts that succeeded",
                     [&] { return static_cast<double>(dispatcher.delivered()); });
    registrar.metric(MetricKind::Counter, "failed_total", "attempts that failed",
                     [&] { return static_cast<double>(dispatcher.failed()); });
    registrar.health(
        "webhooks", [&] { return upkeep.problem(); }, ProblemMeans::Degraded);
}

}  // namespace inkwell::webhooks
