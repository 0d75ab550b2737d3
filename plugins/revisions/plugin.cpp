#include "inkwell/plugin.h"

#include <optional>

#include "inkwell/bucket_directory.h"
#include "inkwell/events.h"
#include "inkwell/object_catalog.h"
#include "migrations.h"
#include "revision_recovery.h"
#include "revision_service.h"
#include "routes.h"

namespace inkwell::revisions {

namespace {

constexpr auto& kProvides = kServiceIds<>;
constexpr auto& kNeeds = kServiceIds<BucketDirectory, ObjectCatalog>;
constexpr auto& kUses = kServiceIds<>;

class RevisionsPlugin : public Plugin {
public:
    void setup(Registrar& registrar) override {
        Services& services = registrar.services();
        service_.emplace(services);

        registrar.migrations(migrations());
        addRoutes(registrar, services, *service_);
        registrar.contribute<Recoverable>("revisions", std::make_unique<RevisionRecovery>(services));
        registrar.on<ObjectDeleting>(
            [this](ObjectDeleting& event) { service_->removeOfObject(event.bucketId, event.objectId); });
        registrar.on<BucketDeleting>([this](BucketDeleting& event) { service_->removeOfBucket(event.bucketId); });
        registrar.on<ObjectTypeRenaming>(
            [this](ObjectTypeRenaming& event) { service_->renameType(event.bucketId, event.from, event.to); });
    }

private:
    std::optional<RevisionService> service_;
};

}  // namespace

}  // namespace inkwell::revisions

INKWELL_PLUGIN(inkwell::revisions::RevisionsPlugin, "revisions", "0.1.0", "Versions of objects, and drafts of new ones",
               inkwell::revisions::kProvides, inkwell::revisions::kNeeds, inkwell::revisions::kUses);
