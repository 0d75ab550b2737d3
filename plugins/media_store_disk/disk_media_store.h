#pragma once

#include <filesystem>

#include "inkwell/media_store.h"

namespace inkwell::media_store_disk {

/// Content as files: `<root>/<shard>/<key>`, written in `<root>/.unfinished` and renamed when it is whole. Servers may
/// share one root.
class DiskMediaStore : public MediaStore {
public:
    /// Creates what is missing of the root and tries whether it can be written. Called by the plugin's start(), before
    /// which all else throws Unavailable. Throws MediaStoreError.
    void useRoot(const std::filesystem::path& root);

    std::string name() const override { return "disk"; }
    std::unique_ptr<MediaWriter> begin(const std::string& key, const MediaContentInfo& info) override;
    std::unique_ptr<std::istream> open(const std::string& key, std::int64_t offset, std::int64_t length) override;
    std::int64_t size(const std::string& key) override;
    void remove(const std::string& key) override;
    std::optional<std::filesystem::path> localPath(const std::string& key) const override;
    void list(const std::function<void(const Entry&)>& visit) override;
    void removeUnfinished(std::int64_t olderThanMs) override;

private:
    std::filesystem::path pathOf(const std::string& key) const;  // throws NotFound for what is no key
    std::filesystem::path unfinished() const;
    void requireRoot() const;

    std::filesystem::path root_;  // absolute
};

}  // namespace inkwell::media_store_disk
