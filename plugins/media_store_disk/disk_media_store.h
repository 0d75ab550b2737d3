#pragma once

#include <filesystem>

#include "files.h"
#include "inkwell/media_store.h"

namespace inkwell::media_store_disk {

/// Content as files `<root>/<shard>/<key>`: written to `<root>/.unfinished`, or linked there when the bytes lie in a
/// file of the same file system, then renamed when complete. Servers may share one root.
class DiskMediaStore : public MediaStore {
public:
    /// Creates missing folders of the root and checks that it is writable. Called by the plugin's start(); before that,
    /// all other methods throw Unavailable. Throws MediaStoreError.
    void useRoot(const std::filesystem::path& root);

    std::string name() const override { return "disk"; }
    std::unique_ptr<MediaWriter> begin(const std::string& key, const MediaContentInfo& info) override;
    std::unique_ptr<MediaWriter> adopt(const std::string& key, const MediaContentInfo& info,
                                       const std::filesystem::path& file) override;
    std::unique_ptr<std::istream> open(const std::string& key, std::int64_t offset, std::int64_t length) override;
    std::int64_t size(const std::string& key) override;
    void check() override;
    void remove(const std::string& key) override;
    std::optional<std::filesystem::path> localPath(const std::string& key) const override;
    void list(const std::function<void(const Entry&)>& visit) override;
    void removeUnfinished(std::int64_t olderThanMs) override;

private:
    std::filesystem::path pathOf(const std::string& key) const;  // throws NotFound for an invalid key
    std::filesystem::path unfinished() const;
    std::filesystem::path newTemporary(const std::string& key) const;  // throws Other for an invalid key
    void requireRoot() const;
    void requireInPlace() const;                    // throws Unavailable while the folder is away
    File openToRead(const std::string& key) const;  // throws NotFound

    std::filesystem::path root_;  // absolute
};

}  // namespace inkwell::media_store_disk
