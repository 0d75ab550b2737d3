#include "inkwell/plugin.h"

#include <cstdint>
#include <functional>
#include <optional>

#include "history_service.h"
#include "inkwell/bucket_directory.h"
#include "inkwell/events.h"
#include "inkwell/number_setting.h"
#include "inkwell/object_catalog.h"
#include "inkwell/object_versions.h"
#include "inkwell/type_follower.h"
#include "migrations.h"
#include "revision_recovery.h"
#include "revision_service.h"
#include "routes.h"

namespace inkwell::revisions {

namespace {

constexpr auto& kProvides = kServiceIds<RevisionKeeper>;
constexpr auto& kNeeds = kServiceIds<BucketDirectory, ObjectCatalog, ObjectVersions>;
constexpr auto& kUses = kServiceIds<TypeRenames>;

class RevisionsPlugin : public Plugin {
public:
    void setup(Registrar& registrar) override {
        Services& services = registrar.services();
        service_.emplace(services,
                         readNumber(registrar, {"keep_per_object", 100, 1, INT64_MAX,
                                                "how many of the versions that edits replace are kept of an object"}));
        history_.emplace(services, *service_);

        registrar.migrations(migrations());
        registrar.provide<RevisionKeeper>(*service_);
        addRoutes(registrar, services, *service_);
        addHistoryRoutes(registrar, *history_);
        registrar.contribute<Recoverable>("revisions", std::make_unique<RevisionRecovery>(services));
        registrar.on<ObjectDeleting>(
            [this](ObjectDeleting& event) { service_->removeOfObject(event.bucketId, event.objectId); });
        registrar.on<BucketDeleting>([this](BucketDeleting& event) { service_->removeOfBucket(event.bucketId); });
        followTypes(registrar, "revisions", std::bind_front(&RevisionService::renameType, &*service_));
    }

    void start(Services& services) override { catchUpWithTypes(services, "revisions"); }

private:
    std::optional<RevisionService> service_;
    std::optional<HistoryService> history_;
};

}  // namespace

}  // namespace inkwell::revisions

INKWELL_PLUGIN(inkwell::revisions::RevisionsPlugin, "revisions", "0.1.0", "Versions of objects, and drafts of new ones",
               inkwell::revisions::kProvides, inkwell::revisions::kNeeds, inkwell::revisions::kUses);
