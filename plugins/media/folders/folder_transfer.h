#pragma once

#include <string>

#include "inkwell/bucket_transfer.h"
#include "inkwell/services.h"
#include "records/folder_store.h"

namespace inkwell::media {

/// The member `media_folders` of a bucket file; matched by slug. A merge leaves existing folders unchanged. Any
/// thread.
class FolderTransfer : public BucketTransfer {
public:
    explicit FolderTransfer(Services& services) : services_(services) {}

    std::string member() const override { return "media_folders"; }
    int rank() const override { return 10; }
    using BucketTransfer::exportAll;
    void exportAll(const Bucket& bucket, const TakeEntry& take) override;
    JsonArray exportSome(const Bucket& bucket, TransferSelection& selection) override;
    void importAll(ImportItems& items, const std::string& path, ImportContext& context) override;

private:
    void write(FolderStore& store, StoredFolder folder, ImportContext& context) const;

    Services& services_;
};

}  // namespace inkwell::media
