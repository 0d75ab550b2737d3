#include "inkwell/plugin.h"

#include <chrono>
#include <optional>

#include "autosave_service.h"
#include "inkwell/bucket_directory.h"
#include "inkwell/events.h"
#include "inkwell/object_catalog.h"
#include "migrations.h"
#include "routes.h"
#include "settings.h"

namespace inkwell::autosave {

namespace {

constexpr auto& kProvides = kServiceIds<>;
constexpr auto& kNeeds = kServiceIds<BucketDirectory>;
constexpr auto& kUses = kServiceIds<ObjectCatalog>;

class AutosavePlugin : public Plugin {
public:
    void setup(Registrar& registrar) override {
        service_.emplace(registrar.services(), readSettings(registrar));

        registrar.migrations(migrations());
        addRoutes(registrar, *service_);
        registrar.on<ObjectDeleting>(
            [this](ObjectDeleting& event) { service_->removeOfObject(event.bucketId, event.objectId); });
        registrar.on<BucketDeleting>([this](BucketDeleting& event) { service_->removeOfBucket(event.bucketId); });
        registrar.inTransaction<UserChanged>([this](const UserChanged& event) {
            if (event.change.action == "deleted") service_->removeOfPerson(event.change.bucketId, event.change.id);
        });
        registrar.every(std::chrono::hours(1), "sweep", [this] { service_->sweep(); });
    }

private:
    std::optional<AutosaveService> service_;
};

}  // namespace

}  // namespace inkwell::autosave

INKWELL_PLUGIN(inkwell::autosave::AutosavePlugin, "autosave", "0.1.0", "Keeps what people have not saved yet",
               inkwell::autosave::kProvides, inkwell::autosave::kNeeds, inkwell::autosave::kUses);
