#include "inkwell/plugin.h"

#include <chrono>
#include <optional>

#include "edit/object_service.h"
#include "edit/publisher.h"
#include "inkwell/bucket_directory.h"
#include "inkwell/media_library.h"
#include "inkwell/metafield_engine.h"
#include "migrations.h"
#include "object_catalog.h"
#include "routes.h"
#include "store/field_indexer.h"
#include "transfer/counterparts.h"
#include "transfer/object_transfer.h"
#include "transfer/type_transfer.h"
#include "types/type_service.h"

namespace inkwell::objects {

namespace {

constexpr auto& kProvides = kServiceIds<ObjectCatalog, ObjectCounterparts>;
constexpr auto& kNeeds = kServiceIds<BucketDirectory>;
constexpr auto& kUses = kServiceIds<MetafieldEngine, MediaLibrary>;

class ObjectsPlugin : public Plugin {
public:
    void setup(Registrar& registrar) override {
        Services& services = registrar.services();
        fields_.emplace(services);
        applier_.emplace(services, *fields_);
        types_.emplace(services, *applier_);
        objects_.emplace(services, *fields_);
        drafts_.emplace(services, *fields_);
        publisher_.emplace(services);
        catalog_.emplace(services, *objects_, *fields_);
        counterparts_.emplace(services);

        registrar.migrations(migrations());
        registrar.provide<ObjectCatalog>(*catalog_);
        registrar.provide<ObjectCounterparts>(*counterparts_);
        addTypeRoutes(registrar, *types_, *applier_);
        addObjectRoutes(registrar, services, *objects_, *catalog_);
        addDraftRoutes(registrar, *drafts_);
        registrar.contribute<BucketTransfer>("object_types", std::make_unique<TypeTransfer>(services, *types_));
        registrar.contribute<BucketTransfer>("objects", std::make_unique<ObjectTransfer>(services, *fields_));
        registrar.on<BucketDeleting>([this](BucketDeleting& event) { objects_->removeBucket(event.bucketId); });
        registrar.every(std::chrono::seconds(1), "publish", [this] { publisher_->publishDue(); });
        registrar.every(std::chrono::seconds(1), "fields", [this] { fields_->catchUp(); });
        registrar.metric(MetricKind::Gauge, "schedule_lag_seconds", "Since all that was due was published.",
                         [this] { return publisher_->lag().count(); });
        registrar.health("schedule", [this] { return Publisher::problemOf(publisher_->lag()); });
    }

    void start(Services&) override { publisher_->markCaughtUp(); }

private:
    std::optional<FieldIndexer> fields_;
    std::optional<TypeApplier> applier_;
    std::optional<TypeService> types_;
    std::optional<ObjectService> objects_;
    std::optional<DraftService> drafts_;
    std::optional<Publisher> publisher_;
    std::optional<StoredObjectCatalog> catalog_;
    std::optional<StoredCounterparts> counterparts_;
};

}  // namespace

}  // namespace inkwell::objects

INKWELL_PLUGIN(inkwell::objects::ObjectsPlugin, "objects", "0.1.0", "Object types and objects",
               inkwell::objects::kProvides, inkwell::objects::kNeeds, inkwell::objects::kUses);
