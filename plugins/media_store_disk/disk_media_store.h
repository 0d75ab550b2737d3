#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <string>

#include "files.h"
#include "inkwell/media_store.h"

namespace inkwell::media_store_disk {

/// Whether the folder of a store lies at `root`: a server made it there, or a backup was copied there. Not where
/// nothing is mounted. Throws MediaStoreError when that cannot be told.
bool isInPlace(const std::filesystem::path& root);
/// What the operator does when it should and does not.
std::string remedyOfAbsence(const std::filesystem::path& root);

/// Content as files `<root>/<shard>/<key>`: written to `<root>/.unfinished`, or linked there when the bytes lie in a
/// file of the same file system, then renamed when complete. Servers may share one root.
class DiskMediaStore : public MediaStore {
public:
    /// `hasContents` tells whether the database knows contents in this store, or throws while that is unknown: on any
    /// thread, as long as there is nothing at the root. While it does, the store is away, and looks again whenever it
    /// is asked for something; otherwise it creates the folders of the root. Checks that it is writable. Called by the
    /// plugin's start(); before that, all other methods throw Unavailable. Throws MediaStoreError.
    void useRoot(const std::filesystem::path& root, std::function<bool()> hasContents);

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
    bool mayHaveContents() const;                   // throws Unavailable while that is unknown
    File openToRead(const std::string& key) const;  // throws NotFound

    std::filesystem::path root_;  // absolute
    std::function<bool()> hasContents_;
    mutable std::atomic<bool> wasInPlace_ = false;  // since useRoot()
};

}  // namespace inkwell::media_store_disk
