#include "inkwell/plugin.h"

#include <memory>

#include "bucket_service.h"
#include "bucket_store.h"
#include "bucket_walk_store.h"
#include "cached_directory.h"
#include "inkwell/bucket_filling.h"
#include "inkwell/error.h"
#include "inkwell/events.h"
#include "inkwell/media_library.h"
#include "migrations.h"
#include "routes.h"

namespace inkwell::buckets {

namespace {

constexpr std::size_t kMaxCachedBuckets = 10'000;

Settings readSettings(Registrar& registrar) {
    Settings settings;
    auto creation = registrar.config<std::string>("creation", "everyone",
                                                  "who may create buckets: everyone with an account, or admins only");
    if (creation != "everyone" && creation != "admins")
        throw std::runtime_error("the setting 'creation' must be 'everyone' or 'admins', not '" + creation + "'");
    settings.onlyServerAdminsCreate = creation == "admins";
    settings.clusters = registrar.config<std::vector<std::string>>(
        "clusters", {}, "ids that a new bucket may name as its cluster, beside 'default'");
    return settings;
}

class BucketsPlugin : public Plugin {
public:
    void setup(Registrar& registrar) override {
        settings_ = readSettings(registrar);
        store_ = std::make_unique<BucketStore>(registrar.services());
        service_ = std::make_unique<BucketService>(registrar.services(), *store_, settings_);
        directory_ = std::make_unique<CachedDirectory>(registrar.services(), *store_, *service_, kMaxCachedBuckets);

        registrar.migrations(migrations());
        registrar.provide<BucketDirectory>(*directory_);
        registrar.provide<BucketSettings>(*service_);
        registrar.on<BucketFilling>([this](BucketFilling& event) {
            const bool isThere =
                event.alone ? store_->findForUpdate(event.bucketId).has_value() : store_->keep(event.bucketId);
            if (!isThere) throw ApiError::notFound("bucket", event.slug);
        });
        registrar.on<BucketChanged>([this](BucketChanged&) { directory_->forget(); });
        registrar.on<RemoteChange>([this](RemoteChange& remote) {
            if (remote.change.kind == "bucket") directory_->forget();
        });
        registrar.on<ChangesUnknown>([this](ChangesUnknown&) { directory_->forget(); });
        registrar.contribute<ContentWalk>("buckets", std::make_unique<BucketWalk>(registrar.services()));
        addRoutes(registrar, *service_);
    }

    // What changed while the plugin was off was not heard.
    void start(Services&) override { directory_->forget(); }

private:
    Settings settings_;
    std::unique_ptr<BucketStore> store_;
    std::unique_ptr<BucketService> service_;
    std::unique_ptr<CachedDirectory> directory_;
};

constexpr auto& kProvides = kServiceIds<BucketDirectory, BucketSettings>;
constexpr auto& kNeeds = kServiceIds<>;
constexpr auto& kUses = kServiceIds<Identity, MediaLibrary>;

}  // namespace

}  // namespace inkwell::buckets

INKWELL_PLUGIN(inkwell::buckets::BucketsPlugin, "buckets", "0.1.0", "Buckets, their keys and their directory",
               inkwell::buckets::kProvides, inkwell::buckets::kNeeds, inkwell::buckets::kUses);
