#include "inkwell/plugin.h"

#include <memory>

#include "deleted_media.h"
#include "image_service.h"
#include "inkwell/bucket_directory.h"
#include "inkwell/number_setting.h"
#include "inkwell/start_check.h"
#include "routes.h"
#include "square_maker.h"

namespace inkwell::images {

namespace {

constexpr std::int64_t kMiB = 1024 * 1024;

ImageSettings readSettings(Registrar& registrar) {
    ImageSettings settings;
    settings.pool.workers = readNumber(registrar, {"workers", 2, 1, 256, "images that are made at the same time"});
    settings.pool.queue = readNumber(registrar, {"queue", 24, 0, 100'000, "requests that wait for an image"});
    settings.pool.timeoutMs =
        readNumber(registrar, {"timeout_ms", 20'000, 100, 600'000, "milliseconds that one image may take"});
    settings.pool.memoryMb =
        readNumber(registrar, {"memory_mb", 1024, 256, 65'536, "address space of one worker, in MiB"});
    settings.maxPixels =
        readNumber(registrar, {"max_pixels", 100'000'000, 1, 10'000'000'000, "pixels that an image may have"});
    settings.maxWorkMs = readNumber(registrar, {"max_work_ms", 6000, 1, 600'000,
                                                "estimated milliseconds of one processor core that an image may take"});
    settings.cacheBytes =
        readNumber(registrar, {"cache_bytes", 1024 * kMiB, 0, INT64_MAX, "disk space for finished images"});
    settings.cacheFolder = registrar.config<std::string>(
        "cache_directory", "", "where finished images are kept; \"\": images in the data directory");
    return settings;
}

class ImagesPlugin : public Plugin {
public:
    void setup(Registrar& registrar) override {
        ImageSettings settings = readSettings(registrar);
        settings.pool.program = findWorkerProgram();
        images_ = std::make_unique<ImageService>(std::move(settings));
        squares_ = std::make_unique<SquareMaker>(*images_);
        registrar.provide<PictureMaker>(*squares_);
        addRoutes(registrar, registrar.services(), *images_);
        deleted_ = std::make_unique<DeletedMedia>(registrar.services(), *images_);
        registrar.on<ChangeCommitted>([this](ChangeCommitted& event) { deleted_->changed(event.change); });
        registrar.every(std::chrono::seconds(2), "deleted", [this] { deleted_->sweep(); });
        registrar.every(std::chrono::hours(1), "all-deleted", [this] { deleted_->lookAtAll(); });
        registrar.metric(MetricKind::Counter, "not_kept_total", "Images that the folder of finished ones did not take.",
                         [this] { return static_cast<double>(images_->cache().notKept()); });
        registrar.contribute<StartCheck>("images", std::make_unique<StartCheck>([this](Services& services) {
                                             images_->check(services.server().dataDirectory);
                                         }));
    }
    void start(Services& services) override { images_->start(services.server().dataDirectory, &services.log()); }
    void stop() noexcept override { images_->stop(); }

private:
    std::unique_ptr<ImageService> images_;
    std::unique_ptr<SquareMaker> squares_;
    std::unique_ptr<DeletedMedia> deleted_;
};

constexpr auto& kProvides = kServiceIds<PictureMaker>;
constexpr auto& kNeeds = kServiceIds<>;
constexpr auto& kUses = kServiceIds<BucketDirectory, MediaLibrary>;

}  // namespace

}  // namespace inkwell::images

INKWELL_PLUGIN(inkwell::images::ImagesPlugin, "images", "0.1.0", "Images in other sizes, shapes and formats",
               inkwell::images::kProvides, inkwell::images::kNeeds, inkwell::images::kUses);
