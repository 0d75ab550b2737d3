#include "disk_diagnosis.h"

#include <system_error>

#include "disk_media_store.h"
#include "inkwell/folder.h"

namespace inkwell::media_store_disk {

namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t kMegabyte = 1024 * 1024;
constexpr std::uintmax_t kLittle = 1024 * kMegabyte;

bool hasEntries(const fs::path& folder) {
    std::error_code none;
    return fs::directory_iterator(folder, none) != fs::directory_iterator();
}

}  // namespace

Diagnosis::Finding diagnose(const fs::path& root, const fs::path& dataDirectory) {
    requireUsableFolder(root);
    if (!isInPlace(root) && hasEntries(dataDirectory)) {
        return {"'" + root.string() + "' has no media, though '" + dataDirectory.string() + "' is not empty",
                "if there were some, " + remedyOfAbsence(root)};
    }
    // A folder that the first start makes has the space of those above it.
    fs::path there = fs::absolute(root);
    while (!fs::exists(there) && there.has_relative_path()) there = there.parent_path();
    const std::uintmax_t bytes = fs::space(there).available;
    const std::string text =
        "'" + root.string() + "' can be written; " + std::to_string(bytes / kMegabyte) + " MB are free";
    return {text, bytes < kLittle ? "make room, or move 'root' of plugins.d/media_store_disk.json" : ""};
}

}  // namespace inkwell::media_store_disk
