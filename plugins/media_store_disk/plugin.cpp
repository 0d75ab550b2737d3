#include "inkwell/plugin.h"

#include "disk_media_store.h"
#include "inkwell/folder.h"
#include "inkwell/start_check.h"

namespace {

using inkwell::media_store_disk::DiskMediaStore;

class MediaStoreDiskPlugin : public inkwell::Plugin {
public:
    void setup(inkwell::Registrar& registrar) override {
        root_ = registrar.config<std::string>(
            "root", "", "the folder of the content, absolute or relative to the working directory");
        auto store = std::make_unique<DiskMediaStore>();
        store_ = store.get();
        registrar.contribute<inkwell::MediaStore>("disk", std::move(store));
        registrar.contribute<inkwell::StartCheck>(
            "media_store_disk", std::make_unique<inkwell::StartCheck>([this](inkwell::Services& services) {
                inkwell::requireUsableFolder(rootOf(services));
            }));
    }

    void start(inkwell::Services& services) override { store_->useRoot(rootOf(services)); }

private:
    std::filesystem::path rootOf(inkwell::Services& services) const {
        if (!root_.empty()) return root_;
        return std::filesystem::path(services.server().dataDirectory) / "media";
    }

    std::string root_;
    DiskMediaStore* store_ = nullptr;
};

}  // namespace

INKWELL_PLUGIN(MediaStoreDiskPlugin, "media_store_disk", "0.1.0", "Keeps media as files", inkwell::kServiceIds<>,
               inkwell::kServiceIds<>, inkwell::kServiceIds<>);
