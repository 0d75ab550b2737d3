#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "inkwell/bucket_directory.h"
#include "inkwell/export.h"
#include "inkwell/json.h"

namespace inkwell {

/// What a merge takes from a bucket. Each section exports its own entries of this selection and adds what these need
/// from sections of lower rank.
struct TransferSelection {
    std::string into;                 // slug of the receiving bucket, for addresses in texts; "": they stay
    std::set<std::string> objectIds;  // the members of the merge and all related objects
    std::set<std::string> objectTypes;
    std::set<std::string> mediaNames;
    std::set<std::string> mediaFolders;
};

/// The items of one section of a file, of which one at a time is in memory. One thread.
class INKWELL_API ImportItems {
public:
    virtual ~ImportItems() = default;
    virtual std::size_t size() const = 0;
    /// Reads them from the first to the last, each time it is called. Throws ApiError 400 for one that is not valid,
    /// and whatever `take` throws.
    using Take = std::function<void(std::size_t index, const Json& item)>;
    virtual void forEach(const Take& take) = 0;
    /// How long the text was of the item that `take` has; 0 where nobody knows.
    virtual std::size_t itemBytes() const { return 0; }
};

/// What import sections share during one import.
class INKWELL_API ImportContext {
public:
    virtual ~ImportContext() = default;
    virtual const Bucket& bucket() const = 0;
    /// Who makes the changes, for the change feed: Access::actor(). By default the operator.
    virtual std::string actor() const { return "system"; }
    /// Whether what an item says of this server itself holds, such as where the bytes of a file lie: of the operator's
    /// file, and of what the server has just exported. By default the former.
    virtual bool isTrusted() const { return actor() == "system"; }
    /// The slug of the bucket that the file is of, for addresses in texts; "" where the file does not say it.
    virtual std::string slugInFile() const { return ""; }
    /// The base address of the server that wrote the file, for such addresses; "" where the file does not say it.
    virtual std::string baseUrlInFile() const { return ""; }
    /// Maps object ids of the file to ids in the bucket; filled before relations are written.
    virtual std::map<std::string, std::string>& objectIds() = 0;
    /// Whether an object that the bucket already has is left unchanged. `id` is the id in the file.
    virtual bool keepsExisting(std::string_view id) const = 0;
    /// Reports an error in the file; `path` is where: "bucket.objects[3].metafields[0].value". Nothing of a file with a
    /// problem is imported.
    virtual void problem(std::string path, std::string message) = 0;
    /// For the progress line and the summary: call one of them after each item.
    virtual void created() = 0;
    virtual void updated() = 0;
    virtual void unchanged() = 0;
    /// Adds a remark to the summary, such as that a value of the older form was converted.
    virtual void note(std::string text) = 0;
    /// Runs `work` when all sections had their turn, in the same transaction, unless there are problems: for what an
    /// item says of items of a section of higher rank. It counts nothing as created, updated or unchanged.
    virtual void later(std::function<void()> work) = 0;
};

/// A plugin's section of a bucket export. Contributed under its member's name in the file ("objects"). Called inside
/// one Database::write (import) or read (export).
class INKWELL_API BucketTransfer {
public:
    static constexpr const char* kContributionId = "inkwell.bucket-transfer/1";
    virtual ~BucketTransfer() = default;

    virtual std::string member() const = 0;
    /// Sections run by rank: media folders 10, media 20, object types 30, objects 40.
    virtual int rank() const = 0;
    /// Hands on the entries of the bucket, one after the other, and keeps few of them in memory. Lets through what
    /// `take` throws.
    using TakeEntry = std::function<void(const Json& entry)>;
    virtual void exportAll(const Bucket& bucket, const TakeEntry& take) = 0;
    /// The same as one array.
    JsonArray exportAll(const Bucket& bucket);
    /// Called in descending order of rank.
    virtual JsonArray exportSome(const Bucket& bucket, TransferSelection& selection) = 0;
    /// Accepts Inkwell's own form and the older one (`_id`, `type_slug`). Importing the same file again changes
    /// nothing. `path` is the section's path in the file. Keeps no more of the items in memory than what finds them
    /// again, such as ids and slugs.
    virtual void importAll(ImportItems& items, const std::string& path, ImportContext& context) = 0;
    /// The same with items that are in memory.
    void importAll(const JsonArray& items, const std::string& path, ImportContext& context);
};

/// In the order in which they run.
INKWELL_API std::vector<BucketTransfer*> inOrderOfRank(std::vector<BucketTransfer*> sections);

/// Collects items and hands on as many at a time as a statement takes, or fewer where these are long. One thread.
template <class Item>
class ImportBatch {
public:
    static constexpr std::size_t kItems = 50;
    static constexpr std::size_t kBytes = 1024 * 1024;  // of text; read, it takes a multiple of that

    using Work = std::function<void(std::vector<Item>& some)>;
    explicit ImportBatch(Work work) : work_(std::move(work)) {}

    /// `bytes`: ImportItems::itemBytes().
    void add(Item item, std::size_t bytes) {
        some_.push_back(std::move(item));
        bytes_ += bytes;
        if (some_.size() == kItems || bytes_ >= kBytes) finish();
    }
    /// Hands on what is left.
    void finish() {
        if (!some_.empty()) work_(some_);
        some_.clear();
        bytes_ = 0;
    }

private:
    const Work work_;
    std::vector<Item> some_;
    std::size_t bytes_ = 0;
};

}  // namespace inkwell
