#include "inkwell/plugin.h"

#include <chrono>

#include "disk_diagnosis.h"
#include "disk_media_store.h"
#include "inkwell/folder.h"
#include "inkwell/start_check.h"
#include "inkwell/stored_contents.h"

namespace inkwell::media_store_disk {

namespace {

// Without it nobody asks this store for anything, or can tell what belongs into it.
StoredContents* findStoredContents(Services& services) {
    const auto all = services.contributions<StoredContents>();
    return all.empty() ? nullptr : all.front();
}

bool hasContents(Services& services) {
    if (const StoredContents* known = findStoredContents(services)) return known->areIn("disk");
    throw std::runtime_error("the plugin 'media' is off");
}

class MediaStoreDiskPlugin : public Plugin {
public:
    void setup(Registrar& registrar) override {
        root_ = registrar.config<std::string>(
            "root", "", "the folder of the content, absolute or relative to the working directory");
        auto store = std::make_unique<DiskMediaStore>();
        store_ = store.get();
        registrar.contribute<MediaStore>("disk", std::move(store));
        registrar.contribute<StartCheck>("media_store_disk", std::make_unique<StartCheck>([this](Services& services) {
                                             requireUsableFolder(rootOf(services));
                                         }));
        registrar.contribute<Diagnosis>("store disk", std::make_unique<Diagnosis>([this](Services& services) {
                                            return diagnose(rootOf(services), services.server().dataDirectory);
                                        }));
        registrar.every(std::chrono::seconds(5), "place",
                        [this, &services = registrar.services()] { tellOfAbsence(services); });
    }

    void start(Services& services) override {
        store_->useRoot(rootOf(services), [&services] { return hasContents(services); });
        tellOfAbsence(services);
    }

private:
    // Once, and when it is over: requests tell of themselves.
    void tellOfAbsence(Services& services) {
        if (findStoredContents(services) == nullptr) return;
        std::string absence;
        try {
            store_->check();
        } catch (const MediaStoreError& error) {
            absence = error.what();
        }
        if (absence == std::exchange(absence_, absence)) return;
        if (absence.empty()) return services.log().info("the media store 'disk' is back");
        services.log().warn("the media store 'disk' is away: " + absence);
    }

    std::filesystem::path rootOf(Services& services) const {
        if (!root_.empty()) return root_;
        return std::filesystem::path(services.server().dataDirectory) / "media";
    }

    std::string root_;
    std::string absence_;
    DiskMediaStore* store_ = nullptr;
};

}  // namespace
}  // namespace inkwell::media_store_disk

INKWELL_PLUGIN(inkwell::media_store_disk::MediaStoreDiskPlugin, "media_store_disk", "0.1.0", "Keeps media as files",
               inkwell::kServiceIds<>, inkwell::kServiceIds<>, inkwell::kServiceIds<>);
