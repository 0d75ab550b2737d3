#include "inkwell/plugin.h"

#include <chrono>
#include <functional>
#include <optional>

#include "inkwell/bucket_directory.h"
#include "inkwell/bucket_settings.h"
#include "inkwell/events.h"
#include "inkwell/number_setting.h"
#include "inkwell/type_follower.h"
#include "migrations.h"
#include "routes.h"
#include "trash_service.h"

namespace inkwell::trash {

namespace {

constexpr auto& kProvides = kServiceIds<TrashBin>;
constexpr auto& kNeeds = kServiceIds<BucketDirectory>;
constexpr auto& kUses = kServiceIds<BucketSettings, TypeRenames>;

class TrashPlugin : public Plugin {
public:
    void setup(Registrar& registrar) override {
        Services& services = registrar.services();
        trash_.emplace(
            services, readNumber(registrar, {"days", 30, 1, 3650, "how long deleted objects and media can come back"}));

        registrar.migrations(migrations());
        registrar.provide<TrashBin>(*trash_);
        addRoutes(registrar, services, *trash_);
        registrar.on<BucketDeleting>([this](BucketDeleting& event) { trash_->removeOfBucket(event.bucketId); });
        followTypes(registrar, "trash", std::bind_front(&TrashService::renameType, &*trash_));
        registrar.every(std::chrono::minutes(10), "sweep", [this] { trash_->sweep(); });
    }

    void start(Services& services) override { catchUpWithTypes(services, "trash"); }

private:
    std::optional<TrashService> trash_;
};

}  // namespace

}  // namespace inkwell::trash

INKWELL_PLUGIN(inkwell::trash::TrashPlugin, "trash", "0.1.0", "Where deleted objects and media wait",
               inkwell::trash::kProvides, inkwell::trash::kNeeds, inkwell::trash::kUses);
