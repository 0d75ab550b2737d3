#include "inkwell/plugin.h"

#include <chrono>
#include <functional>
#include <optional>

#include "indexer.h"
#include "inkwell/bucket_directory.h"
#include "inkwell/events.h"
#include "inkwell/object_catalog.h"
#include "inkwell/type_follower.h"
#include "inkwell/written_objects.h"
#include "migrations.h"
#include "routes.h"
#include "search_service.h"

namespace inkwell::search {

namespace {

constexpr auto& kProvides = kServiceIds<>;
constexpr auto& kNeeds = kServiceIds<BucketDirectory>;
constexpr auto& kUses = kServiceIds<ObjectCatalog, TypeRenames, WrittenObjects>;

class SearchPlugin : public Plugin {
public:
    void setup(Registrar& registrar) override {
        indexer_.emplace(registrar.services());
        service_.emplace(registrar.services());

        registrar.migrations(migrations());
        addRoutes(registrar, *service_, *indexer_);
        listen(registrar, *indexer_);
        followTypes(registrar, "search", std::bind_front(&Indexer::renameType, &*indexer_));
        registrar.every(std::chrono::milliseconds(500), "walk", [this] { indexer_->walk(); });
        registrar.every(std::chrono::seconds(1), "catch_up", [this] { indexer_->catchUp(); });
    }

    void start(Services& services) override {
        catchUpWithTypes(services, "search");  // before jobs add what has got a slug that others had
        indexer_->start();
    }

private:
    static void listen(Registrar& registrar, Indexer& indexer) {
        const auto update = [&indexer](const Change& change, const std::string& objectId, bool isNew) {
            indexer.update(change.bucketId, {kObject, objectId}, isNew);
        };
        registrar.inTransaction<ObjectCreated>([=](auto& fact) { update(fact.change, fact.change.id, true); });
        registrar.inTransaction<ObjectEdited>([=](auto& fact) { update(fact.change, fact.change.id, false); });
        registrar.inTransaction<RevisionCreated>([=](auto& fact) { update(fact.change, fact.objectId, false); });
        registrar.inTransaction<ObjectDeleted>([&](auto& fact) {
            indexer.remove(fact.change.bucketId, {kObject, fact.change.id});
        });
        registrar.inTransaction<MediaChanged>([&](auto& fact) { mediaChanged(indexer, fact.change); });
        registrar.inTransaction<BucketChanged>([&](auto& fact) {
            if (fact.change.action == "created") indexer.addBucket(fact.change.bucketId);
        });
        registrar.on<ChangesUnknown>([&](auto&) { indexer.forgetNumbers(); });
        registrar.on<BucketDeleting>([&](auto& event) { indexer.removeOfBucket(event.bucketId); });
    }
    static void mediaChanged(Indexer& indexer, const Change& change) {
        if (change.kind != kMedia) return;
        if (change.action == "deleted") return indexer.remove(change.bucketId, {kMedia, change.id});
        indexer.update(change.bucketId, {kMedia, change.id}, change.action == "created");
    }

    std::optional<Indexer> indexer_;
    std::optional<SearchService> service_;
};

}  // namespace

}  // namespace inkwell::search

INKWELL_PLUGIN(inkwell::search::SearchPlugin, "search", "0.1.0", "Full-text search of objects and media",
               inkwell::search::kProvides, inkwell::search::kNeeds, inkwell::search::kUses);
