#pragma once

#include "inkwell/bucket_transfer.h"
#include "inkwell/services.h"
#include "media_store.h"

namespace inkwell::media {

/// The member `media_folders` of a bucket's file; matched by slug. On the command line's thread.
class FolderTransfer : public BucketTransfer {
public:
    explicit FolderTransfer(Services& services) : services_(services) {}

    std::string member() const override { return "media_folders"; }
    int rank() const override { return 10; }
    JsonArray exportAll(const Bucket& bucket) override;
    JsonArray exportSome(const Bucket& bucket, TransferSelection& selection) override;
    void importAll(const JsonArray& items, const std::string& path, ImportContext& context) override;

private:
    Services& services_;
};

/// The member `media`: records, without bytes; matched by name. On the command line's thread.
class MediaTransfer : public BucketTransfer {
public:
    explicit MediaTransfer(Services& services) : services_(services) {}

    std::string member() const override { return "media"; }
    int rank() const override { return 20; }
    JsonArray exportAll(const Bucket& bucket) override;
    JsonArray exportSome(const Bucket& bucket, TransferSelection& selection) override;
    void importAll(const JsonArray& items, const std::string& path, ImportContext& context) override;

private:
    /// False, with a problem, when our own form names a folder that is not there; the older form gets it made.
    bool checkFolder(Sql& sql, const StoredMedia& media, bool older, const std::string& path,
                     ImportContext& context) const;
    void store(Sql& sql, StoredMedia media, ImportContext& context) const;

    Services& services_;
};

}  // namespace inkwell::media
