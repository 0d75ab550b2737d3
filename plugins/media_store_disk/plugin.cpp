#include "inkwell/plugin.h"

#include "disk_media_store.h"
#include "inkwell/diagnosis.h"
#include "inkwell/folder.h"
#include "inkwell/start_check.h"

namespace {

using inkwell::Diagnosis;
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
        registrar.contribute<Diagnosis>("store disk", std::make_unique<Diagnosis>([this](inkwell::Services& services) {
                                            return look(rootOf(services));
                                        }));
    }

    void start(inkwell::Services& services) override { store_->useRoot(rootOf(services)); }

private:
    static Diagnosis::Finding look(const std::filesystem::path& root) {
        constexpr std::uintmax_t kMegabyte = 1024 * 1024;
        constexpr std::uintmax_t kLittle = 1024 * kMegabyte;
        inkwell::requireUsableFolder(root);
        // A folder that the first start makes has the space of those above it.
        std::filesystem::path there = std::filesystem::absolute(root);
        while (!std::filesystem::exists(there) && there.has_relative_path()) there = there.parent_path();
        const std::uintmax_t bytes = std::filesystem::space(there).available;
        const std::string text =
            "'" + root.string() + "' can be written; " + std::to_string(bytes / kMegabyte) + " MB are free";
        return {text, bytes < kLittle ? "make room, or move 'root' of plugins.d/media_store_disk.json" : ""};
    }

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
