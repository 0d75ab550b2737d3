#include "inkwell/plugin.h"

#include <chrono>
#include <optional>

#include "contributions.h"
#include "inkwell/bucket_directory.h"
#include "inkwell/identity.h"
#include "inkwell/object_usage.h"
#include "inkwell/trash_bin.h"
#include "migrations.h"
#include "records/media_service.h"
#include "routes.h"
#include "uploads/media_intake_service.h"

namespace inkwell::media {

namespace {

constexpr auto& kProvides = kServiceIds<MediaLibrary, MediaIntake>;
constexpr auto& kNeeds = kServiceIds<BucketDirectory>;
constexpr auto& kUses = kServiceIds<ObjectUsage, TrashBin, Identity>;

class MediaPlugin : public Plugin {
public:
    void setup(Registrar& registrar) override {
        Services& services = registrar.services();
        settings_ = readSettings(registrar);
        contents_.emplace(services, settings_);
        media_.emplace(services, *contents_);
        folders_.emplace(services, *media_);
        uploads_.emplace(services, *contents_);
        intake_.emplace(services, *contents_);
        tus_.emplace(services, *uploads_);
        registrar.migrations(migrations());
        registrar.provide<MediaLibrary>(*media_);
        registrar.provide<MediaIntake>(*intake_);
        addRoutes(registrar, services, *media_);
        addFolderRoutes(registrar, services, *folders_);
        addUploadRoutes(registrar, *uploads_, *media_);
        addTusRoutes(registrar, *tus_, settings_.maxUploadBytes);
        addFileRoutes(registrar, services, *media_, *intake_);
        addReferenceRoutes(registrar, services, *media_);
        addContributions(registrar, services, *contents_, *tus_, *media_);
        registrar.on<BucketDeleting>([this](BucketDeleting& event) {
            media_->removeOfBucket(event.bucketId);
            tus_->removeOfBucket(event.bucketId);
        });
        registrar.every(std::chrono::milliseconds(settings_.sweepMs), "sweep", [this] {
            contents_->sweep();
            tus_->sweep();
        });
    }

    void start(Services&) override {
        contents_->checkStore();
        tus_->prepare();
    }

private:
    MediaSettings settings_;
    std::optional<ContentService> contents_;
    std::optional<MediaService> media_;
    std::optional<FolderService> folders_;
    std::optional<UploadService> uploads_;
    std::optional<MediaIntakeService> intake_;
    std::optional<TusService> tus_;
};

}  // namespace
}  // namespace inkwell::media

INKWELL_PLUGIN(inkwell::media::MediaPlugin, "media", "0.1.0", "Media, their files and folders",
               inkwell::media::kProvides, inkwell::media::kNeeds, inkwell::media::kUses);
