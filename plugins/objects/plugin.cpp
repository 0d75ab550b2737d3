#include "inkwell/plugin.h"

#include <chrono>
#include <optional>

#include "contributions.h"
#include "inkwell/bucket_directory.h"
#include "inkwell/live_events.h"
#include "inkwell/media_library.h"
#include "inkwell/metafield_engine.h"
#include "inkwell/revision_keeper.h"
#include "inkwell/trash_bin.h"
#include "migrations.h"
#include "parts.h"
#include "routes.h"

namespace inkwell::objects {

namespace {

constexpr auto& kProvides = kServiceIds<ObjectCatalog, ObjectVersions, ObjectUsage, ObjectCounterparts, ObjectSchema,
                                        TypeDeclarations, TypeRenames, WrittenObjects>;
constexpr auto& kNeeds = kServiceIds<BucketDirectory>;
constexpr auto& kUses = kServiceIds<MetafieldEngine, MediaLibrary, RevisionKeeper, TrashBin, LiveEvents>;

class ObjectsPlugin : public Plugin {
public:
    void setup(Registrar& registrar) override {
        Services& services = registrar.services();
        Parts& parts = parts_.emplace(services);

        registrar.migrations(migrations());
        registrar.provide<ObjectCatalog>(parts.catalog);
        registrar.provide<ObjectVersions>(parts.versions);
        registrar.provide<ObjectUsage>(parts.usage);
        registrar.provide<ObjectCounterparts>(parts.counterparts);
        registrar.provide<ObjectSchema>(parts.schema);
        registrar.provide<TypeDeclarations>(parts.declarations);
        registrar.provide<TypeRenames>(parts.followers);
        registrar.provide<WrittenObjects>(parts.inHand);
        addTypeRoutes(registrar, parts.types, parts.applier);
        addSchemaRoutes(registrar, parts.schema);
        addObjectRoutes(registrar, services, parts.reader, parts.objects, parts.catalog);
        addDraftRoutes(registrar, parts.drafts, parts.reader);
        addReferenceRoutes(registrar, services, parts.usage);
        addValueRoutes(registrar, parts.values);
        addBulkRoutes(registrar, services, parts.bulk);
        addContributions(registrar, services, parts.types, parts.fields);
        registrar.on<ChangeCommitted>(
            [&parts](ChangeCommitted& event) { parts.reader.listCache().changed(event.change); });
        registrar.on<ChangesUnknown>([&parts](ChangesUnknown&) { parts.forget(); });
        registrar.every(std::chrono::minutes(1), "undo", [&parts] { parts.bulk.sweep(); });
        registrar.every(std::chrono::seconds(1), "publish", [&parts] { parts.publisher.publishDue(); });
        registrar.every(std::chrono::milliseconds(250), "renames", [&parts] { parts.followers.catchUpAll(); });
        registrar.every(std::chrono::seconds(1), "fields", [&parts] {
            parts.fields.learn();
            parts.fields.catchUp();
        });
        registrar.metric(MetricKind::Gauge, "schedule_lag_seconds", "Since all that was due was published.",
                         [&parts] { return parts.publisher.lag().count(); });
        registrar.health("schedule", [&parts] { return Publisher::problemOf(parts.publisher.lag()); });
    }

    void start(Services&) override {
        parts_->forget();  // nobody told it of changes while the plugin was off
        parts_->publisher.markCaughtUp();
    }

private:
    std::optional<Parts> parts_;
};

}  // namespace

}  // namespace inkwell::objects

INKWELL_PLUGIN(inkwell::objects::ObjectsPlugin, "objects", "0.1.0", "Object types and objects",
               inkwell::objects::kProvides, inkwell::objects::kNeeds, inkwell::objects::kUses);
