#include "inkwell/plugin.h"

#include <chrono>
#include <optional>

#include "contributions.h"
#include "edit/object_service.h"
#include "edit/publisher.h"
#include "inkwell/bucket_directory.h"
#include "inkwell/media_library.h"
#include "inkwell/metafield_engine.h"
#include "inkwell/revision_keeper.h"
#include "inkwell/trash_bin.h"
#include "migrations.h"
#include "object_catalog.h"
#include "object_versions.h"
#include "read/usage_service.h"
#include "read/value_service.h"
#include "routes.h"
#include "store/field_indexer.h"
#include "transfer/counterparts.h"
#include "types/type_service.h"
#include "value_routes.h"

namespace inkwell::objects {

namespace {

constexpr auto& kProvides = kServiceIds<ObjectCatalog, ObjectVersions, ObjectUsage, ObjectCounterparts>;
constexpr auto& kNeeds = kServiceIds<BucketDirectory>;
constexpr auto& kUses = kServiceIds<MetafieldEngine, MediaLibrary, RevisionKeeper, TrashBin>;

class ObjectsPlugin : public Plugin {
public:
    void setup(Registrar& registrar) override {
        Services& services = registrar.services();
        fields_.emplace(services);
        applier_.emplace(services, *fields_);
        types_.emplace(services, *applier_);
        objects_.emplace(services, *fields_);
        drafts_.emplace(services, *fields_);
        references_.emplace(services);
        bulk_.emplace(services, *fields_, *objects_);
        publisher_.emplace(services);
        catalog_.emplace(services, *objects_, *fields_);
        versions_.emplace(services, *objects_);
        usage_.emplace(services);
        counterparts_.emplace(services);

        registrar.migrations(migrations());
        registrar.provide<ObjectCatalog>(*catalog_);
        registrar.provide<ObjectVersions>(*versions_);
        registrar.provide<ObjectUsage>(*usage_);
        registrar.provide<ObjectCounterparts>(*counterparts_);
        addTypeRoutes(registrar, *types_, *applier_);
        addObjectRoutes(registrar, services, *objects_, *catalog_);
        addDraftRoutes(registrar, *drafts_, *objects_);
        addReferenceRoutes(registrar, services, *references_);
        addValueRoutes(registrar, values_.emplace(services));
        addBulkRoutes(registrar, services, *bulk_);
        addContributions(registrar, services, *types_, *fields_);
        registrar.on<BucketDeleting>([this](BucketDeleting& event) { objects_->removeBucket(event.bucketId); });
        registrar.on<ChangeCommitted>([this](ChangeCommitted& event) { objects_->known().changed(event.change); });
        registrar.on<ChangesUnknown>([this](ChangesUnknown&) { objects_->known().forget(); });
        registrar.every(std::chrono::minutes(1), "undo", [this] { bulk_->sweep(); });
        registrar.every(std::chrono::seconds(1), "publish", [this] { publisher_->publishDue(); });
        registrar.every(std::chrono::seconds(1), "fields", [this] { fields_->catchUp(); });
        registrar.metric(MetricKind::Gauge, "schedule_lag_seconds", "Since all that was due was published.",
                         [this] { return publisher_->lag().count(); });
        registrar.health("schedule", [this] { return Publisher::problemOf(publisher_->lag()); });
    }

    void start(Services&) override {
        objects_->known().forget();  // nobody told it of changes while the plugin was off
        publisher_->markCaughtUp();
    }

private:
    std::optional<FieldIndexer> fields_;
    std::optional<TypeApplier> applier_;
    std::optional<TypeService> types_;
    std::optional<ObjectService> objects_;
    std::optional<DraftService> drafts_;
    std::optional<ReferenceService> references_;
    std::optional<BulkService> bulk_;
    std::optional<Publisher> publisher_;
    std::optional<StoredObjectCatalog> catalog_;
    std::optional<StoredObjectVersions> versions_;
    std::optional<UsageService> usage_;
    std::optional<StoredCounterparts> counterparts_;
    std::optional<ValueService> values_;
};

}  // namespace

}  // namespace inkwell::objects

INKWELL_PLUGIN(inkwell::objects::ObjectsPlugin, "objects", "0.1.0", "Object types and objects",
               inkwell::objects::kProvides, inkwell::objects::kNeeds, inkwell::objects::kUses);
