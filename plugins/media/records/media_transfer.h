#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "inkwell/bucket_transfer.h"
#include "inkwell/services.h"
#include "records/media_record_store.h"

namespace inkwell::media {

/// The member `media` of a bucket file: records without bytes, matched by name. A merge leaves existing records
/// unchanged. Any thread.
class MediaTransfer : public BucketTransfer {
public:
    explicit MediaTransfer(Services& services) : services_(services) {}

    std::string member() const override { return "media"; }
    int rank() const override { return 20; }
    using BucketTransfer::exportAll;
    void exportAll(const Bucket& bucket, const TakeEntry& take) override;
    JsonArray exportSome(const Bucket& bucket, TransferSelection& selection) override;
    void importAll(ImportItems& items, const std::string& path, ImportContext& context) override;

private:
    struct Item {
        StoredMedia media;
        bool older = false;
    };
    /// What an import knows of the bucket and of the items before.
    struct Known {
        std::set<std::string> folders;
        std::set<std::string> names;
    };
    std::optional<Item> parse(const Json& json, const std::string& place, Known& known, ImportContext& context) const;
    void writeAll(Sql& sql, std::vector<Item>& some, Known& known, ImportContext& context) const;
    void keepLocation(Sql& sql, StoredMedia& media, ImportContext& context) const;
    void makeFolder(Sql& sql, const StoredMedia& media, std::set<std::string>& folders, ImportContext& context) const;
    void write(MediaRecordStore& store, StoredMedia media, const StoredMedia* before, ImportContext& context) const;

    Services& services_;
};

}  // namespace inkwell::media
