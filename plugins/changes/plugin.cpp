#include "inkwell/plugin.h"

#include <chrono>
#include <optional>

#include "cleaner.h"
#include "hub.h"
#include "inkwell/bucket_directory.h"
#include "inkwell/bucket_tokens.h"
#include "inkwell/identity.h"
#include "inkwell/live_events.h"
#include "inkwell/member_directory.h"
#include "inkwell/object_catalog.h"
#include "migrations.h"
#include "routes.h"
#include "settings.h"

namespace inkwell::changes {

namespace {

constexpr auto& kProvides = kServiceIds<LiveEvents>;
constexpr auto& kNeeds = kServiceIds<BucketDirectory>;
constexpr auto& kUses = kServiceIds<Identity, BucketTokens, ObjectCatalog, MemberDirectory>;

class ChangesPlugin : public Plugin {
public:
    void setup(Registrar& registrar) override {
        Services& services = registrar.services();
        const Settings settings = readSettings(registrar);
        hub_.emplace(services, Hub::Options{.maxStreams = settings.maxStreams});
        cleaner_.emplace(services, settings.keepDays);

        registrar.migrations(migrations());
        registrar.provide<LiveEvents>(*hub_);
        addRoutes(registrar, services, *hub_, settings.heartbeat);
        registrar.on<ChangeCommitted>([this](ChangeCommitted& event) { hub_->committed(event.change); });
        registrar.every(std::chrono::seconds(1), "check", [this] { hub_->check(); });
        registrar.every(std::chrono::minutes(1), "forget", [this] { cleaner_->forgetOld(); });
        addMetrics(registrar);
    }

    void stop() noexcept override { hub_->endAll(); }

private:
    void addMetrics(Registrar& registrar) {
        const auto add = [&](MetricKind kind, const char* name, const char* help, auto read) {
            registrar.metric(kind, name, help, [read] { return static_cast<double>(read()); });
        };
        add(MetricKind::Gauge, "streams", "Streams of changes that are open.", [this] { return hub_->openStreams(); });
        add(MetricKind::Counter, "events_sent_total", "Changes sent to streams.", [this] { return hub_->sent(); });
        add(MetricKind::Counter, "streams_behind_total", "Times a client was too slow to be told and read the feed.",
            [this] { return hub_->fellBehind(); });
        add(MetricKind::Counter, "feed_committed_total", "Committed changes of this and other servers since the start.",
            [this] { return hub_->committedChanges(); });
        add(MetricKind::Gauge, "feed_number", "The highest number of a change since the start.",
            [this] { return hub_->highestNumber(); });
        add(MetricKind::Counter, "feed_forgotten_total", "Old changes that this server has removed.",
            [this] { return cleaner_->forgotten(); });
    }

    std::optional<Hub> hub_;
    std::optional<Cleaner> cleaner_;
};

}  // namespace

}  // namespace inkwell::changes

INKWELL_PLUGIN(inkwell::changes::ChangesPlugin, "changes", "0.1.0",
               "Who changed what, and a live stream of what readers see change", inkwell::changes::kProvides,
               inkwell::changes::kNeeds, inkwell::changes::kUses);
