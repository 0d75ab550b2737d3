#include "inkwell/plugin.h"

#include <chrono>
#include <optional>

#include "inkwell/bucket_directory.h"
#include "inkwell/live_events.h"
#include "inkwell/member_directory.h"
#include "inkwell/object_catalog.h"
#include "inkwell/object_versions.h"
#include "inkwell/personal_records.h"
#include "migrations.h"
#include "presence_service.h"
#include "routes.h"

namespace inkwell::presence {

namespace {

constexpr auto& kProvides = kServiceIds<>;
constexpr auto& kNeeds = kServiceIds<BucketDirectory>;
constexpr auto& kUses = kServiceIds<ObjectCatalog, ObjectVersions, LiveEvents, MemberDirectory>;

class PresencePlugin : public Plugin {
public:
    void setup(Registrar& registrar) override {
        service_.emplace(registrar.services());

        registrar.migrations(migrations());
        addRoutes(registrar, *service_);
        removeWithTheirOwners(registrar, *service_);
        registrar.every(std::chrono::seconds(2), "follow", [this] { service_->follow(); });
        registrar.every(std::chrono::seconds(30), "sweep", [this] { service_->sweep(); });
    }

private:
    std::optional<PresenceService> service_;
};

}  // namespace

}  // namespace inkwell::presence

INKWELL_PLUGIN(inkwell::presence::PresencePlugin, "presence", "0.1.0", "Who is in which object and field now",
               inkwell::presence::kProvides, inkwell::presence::kNeeds, inkwell::presence::kUses);
