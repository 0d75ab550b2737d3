#include "inkwell/plugin.h"

#include <optional>

#include "inkwell/metafield_engine.h"
#include "inkwell/object_catalog.h"
#include "inkwell/object_counterparts.h"
#include "inkwell/object_versions.h"
#include "inkwell/trash_bin.h"
#include "merge_request_service.h"
#include "migrations.h"
#include "routes.h"

namespace inkwell::merge_requests {

namespace {

constexpr auto& kProvides = kServiceIds<>;
constexpr auto& kNeeds = kServiceIds<BucketDirectory, ObjectCatalog, ObjectVersions>;
constexpr auto& kUses = kServiceIds<Identity, MetafieldEngine, ObjectCounterparts, TrashBin>;

class MergeRequestsPlugin : public Plugin {
public:
    void setup(Registrar& registrar) override {
        requests_.emplace(registrar.services());

        registrar.migrations(migrations());
        addRoutes(registrar, registrar.services(), *requests_);
        registrar.on<BucketDeleting>([this](BucketDeleting& event) { requests_->removeOfBucket(event.bucketId); });
        registrar.on<ChangeCommitted>(
            [this](ChangeCommitted& event) { requests_->states().changed(event.change.bucketId); });
        registrar.on<ChangesUnknown>([this](ChangesUnknown&) { requests_->states().forget(); });
    }

    void start(Services&) override { requests_->states().forget(); }  // nobody told it while the plugin was off

private:
    std::optional<MergeRequestService> requests_;
};

}  // namespace

}  // namespace inkwell::merge_requests

INKWELL_PLUGIN(inkwell::merge_requests::MergeRequestsPlugin, "merge_requests", "0.1.0",
               "Merging objects of one bucket into another", inkwell::merge_requests::kProvides,
               inkwell::merge_requests::kNeeds, inkwell::merge_requests::kUses);
