#include "inkwell/plugin.h"

#include <chrono>
#include <optional>

#include "courier.h"
#include "dispatcher.h"
#include "inkwell/object_catalog.h"
#include "migrations.h"
#include "outbox.h"
#include "routes.h"
#include "settings.h"
#include "upkeep.h"

namespace inkwell::webhooks {

namespace {

constexpr auto& kProvides = kServiceIds<>;
constexpr auto& kNeeds = kServiceIds<BucketDirectory>;
constexpr auto& kUses = kServiceIds<ObjectCatalog>;

class WebhooksPlugin : public Plugin {
public:
    void setup(Registrar& registrar) override {
        Services& services = registrar.services();
        const Settings settings = readSettings(registrar);
        guard_.emplace(settings.rules);
        sender_.emplace(*guard_, settings.sender);
        courier_.emplace(services, [this](const Outgoing& request) { return sender_->send(request); });
        webhooks_.emplace(services, *guard_, settings.maxPerBucket);
        outbox_.emplace(services);
        dispatcher_.emplace(services, *courier_, static_cast<int>(settings.workers));
        upkeep_.emplace(services, settings.keepDays);

        registrar.migrations(migrations());
        addRoutes(registrar, services, *webhooks_, *dispatcher_);
        tellOf<ObjectCreated>(registrar);
        tellOf<ObjectEdited>(registrar);
        tellOf<ObjectDeleted>(registrar);
        tellOf<RevisionCreated>(registrar);
        tellOf<MediaChanged>(registrar);
        tellOf<MergeCompleted>(registrar);
        registrar.on<BucketDeleting>([this](BucketDeleting& event) { webhooks_->removeBucket(event.bucketId); });
        registrar.on<ObjectTypeRenaming>(
            [this](ObjectTypeRenaming& event) { webhooks_->renameType(event.bucketId, event.from, event.to); });
        registrar.every(std::chrono::seconds(10), "count", [this] { upkeep_->count(); });
        registrar.every(std::chrono::minutes(5), "clean up", [this] { upkeep_->cleanUp(); });
        addMetrics(registrar);
    }
    void start(Services&) override { dispatcher_->start(); }
    void stop() noexcept override { dispatcher_->stop(); }

private:
    template <class Fact>
    void tellOf(Registrar& registrar) {
        registrar.inTransaction<Fact>([this](const Fact& fact) { outbox_->add(fact, occurrenceOf(fact)); });
        registrar.on<Fact>([this](Fact& fact) {
            if (fact.triggerWebhook) dispatcher_->wake();
        });
    }
    void addMetrics(Registrar& registrar);

    std::optional<EgressGuard> guard_;
    std::optional<HttpSender> sender_;
    std::optional<Courier> courier_;
    std::optional<WebhookService> webhooks_;
    std::optional<Outbox> outbox_;
    std::optional<Dispatcher> dispatcher_;
    std::optional<Upkeep> upkeep_;
};

void WebhooksPlugin::addMetrics(Registrar& registrar) {
    registrar.metric(MetricKind::Gauge, "queued", "deliveries that are waiting or being sent",
                     [this] { return static_cast<double>(upkeep_->queued()); });
    registrar.metric(MetricKind::Gauge, "late_seconds", "how long the oldest delivery that may be sent has been due",
                     [this] { return static_cast<double>(upkeep_->lateMs()) / 1000; });
    registrar.metric(MetricKind::Counter, "delivered_total", "attempts that succeeded",
                     [this] { return static_cast<double>(dispatcher_->delivered()); });
    registrar.metric(MetricKind::Counter, "failed_total", "attempts that failed",
                     [this] { return static_cast<double>(dispatcher_->failed()); });
    registrar.health("webhooks", [this] { return upkeep_->problem(); });
}

}  // namespace

}  // namespace inkwell::webhooks

INKWELL_PLUGIN(inkwell::webhooks::WebhooksPlugin, "webhooks", "0.1.0", "Tells other programs of events",
               inkwell::webhooks::kProvides, inkwell::webhooks::kNeeds, inkwell::webhooks::kUses);
