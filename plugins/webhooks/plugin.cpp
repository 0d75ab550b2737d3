#include "inkwell/plugin.h"

#include <atomic>
#include <functional>
#include <optional>

#include "inkwell/object_catalog.h"
#include "inkwell/type_follower.h"
#include "jobs.h"
#include "listeners.h"
#include "metrics.h"
#include "migrations.h"
#include "queue/delivery_dispatcher.h"
#include "queue/outbox.h"
#include "queue/upkeep.h"
#include "routes.h"
#include "sending/courier.h"
#include "sending/trial_places.h"
#include "settings.h"

namespace inkwell::webhooks {

namespace {

constexpr auto& kNeeds = kServiceIds<BucketDirectory>;
constexpr auto& kUses = kServiceIds<ObjectCatalog, TypeRenames>;

class WebhooksPlugin : public Plugin {
public:
    void setup(Registrar& registrar) override {
        Services& services = registrar.services();
        const Settings settings = readSettings(registrar);
        guard_.emplace(settings.rules);
        sender_.emplace(*guard_, settings.sender);
        courier_.emplace(
            services, [this](const Outgoing& request, const Permit* permit) { return sender_->send(request, permit); });
        webhooks_.emplace(services, *guard_, settings.maxPerBucket);
        outbox_.emplace(services, subscriptions_);
        dispatcher_.emplace(services, *courier_, static_cast<int>(settings.workers),
                            [this] { webhooks_->removeOfDeletedBuckets(); });
        upkeep_.emplace(services, settings.keepDays);

        registrar.migrations(migrations());
        addRoutes(registrar, services, *webhooks_, *dispatcher_, *courier_, trials_);
        addListeners(registrar, *outbox_, subscriptions_, *dispatcher_);
        registrar.on<BucketDeleting>([this](BucketDeleting& event) { webhooks_->removeOfBucket(event.bucketId); });
        followTypes(registrar, "webhooks", std::bind_front(&WebhookService::renameType, &*webhooks_));
        addJobs(registrar, *webhooks_, *upkeep_, wasStarted_);
        addMetrics(registrar, *upkeep_, *dispatcher_);
    }
    void start(Services& services) override {
        catchUpWithTypes(services, "webhooks");
        subscriptions_.forgetAll();  // while the plugin was off it heard of nothing
        trials_.open();
        dispatcher_->start();
        wasStarted_ = true;
    }
    void beginStop() noexcept override { trials_.close(); }
    void stop() noexcept override { dispatcher_->stop(); }

private:
    std::atomic<bool> wasStarted_{false};  // since the jobs last looked
    std::optional<EgressGuard> guard_;
    std::optional<HttpSender> sender_;
    std::optional<Courier> courier_;
    TrialPlaces trials_;
    std::optional<WebhookService> webhooks_;
    SubscriptionCache subscriptions_;
    std::optional<Outbox> outbox_;
    std::optional<DeliveryDispatcher> dispatcher_;
    std::optional<Upkeep> upkeep_;
};

}  // namespace

}  // namespace inkwell::webhooks

INKWELL_PLUGIN(inkwell::webhooks::WebhooksPlugin, "webhooks", "0.1.0", "Tells other programs of events",
               inkwell::kServiceIds<>, inkwell::webhooks::kNeeds, inkwell::webhooks::kUses);
