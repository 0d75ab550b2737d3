#include "inkwell/plugin.h"

#include <atomic>
#include <chrono>
#include <optional>

#include "inkwell/bucket_directory.h"
#include "media_field_store.h"
#include "media_service.h"
#include "media_transfer.h"
#include "migrations.h"
#include "routes.h"

namespace inkwell::media {

namespace {

constexpr auto& kProvides = kServiceIds<MediaLibrary>;
constexpr auto& kNeeds = kServiceIds<BucketDirectory>;
constexpr auto& kUses = kServiceIds<>;

class MediaPlugin : public Plugin {
public:
    void setup(Registrar& registrar) override {
        Services& services = registrar.services();
        media_.emplace(services);

        registrar.migrations(migrations());
        registrar.provide<MediaLibrary>(*media_);
        addRoutes(registrar, services, *media_);
        registrar.contribute<BucketTransfer>("media_folders", std::make_unique<FolderTransfer>(services));
        registrar.contribute<BucketTransfer>("media", std::make_unique<MediaTransfer>(services));
        registrar.on<BucketDeleting>([this](BucketDeleting& event) { media_->removeBucket(event.bucketId); });
        registrar.every(std::chrono::seconds(1), "fields", [this, &services] {
            if (hasAllFields_) return;
            addMissingFields(services.database());
            hasAllFields_ = true;
        });
    }

private:
    std::optional<MediaService> media_;
    std::atomic<bool> hasAllFields_{false};
};

}  // namespace

}  // namespace inkwell::media

INKWELL_PLUGIN(inkwell::media::MediaPlugin, "media", "0.1.0", "Media records and folders", inkwell::media::kProvides,
               inkwell::media::kNeeds, inkwell::media::kUses);
