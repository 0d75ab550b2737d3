#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "inkwell/api.h"
#include "inkwell/bucket_directory.h"
#include "inkwell/json.h"

namespace inkwell {

/// What a merge takes from a bucket. A section exports what is named here of its own and adds what those things need
/// of the sections of lower rank.
struct TransferSelection {
    std::set<std::string> objectIds;  // the members of the merge and all that they are related to
    std::set<std::string> objectTypes;
    std::set<std::string> mediaNames;
    std::set<std::string> mediaFolders;
};

/// What import sections share during one import.
class INKWELL_API ImportContext {
public:
    virtual ~ImportContext() = default;
    virtual const Bucket& bucket() const = 0;
    /// Whose changes these are, for the change feed: Access::actor(). By default the operator's.
    virtual std::string actor() const { return "system"; }
    /// Object ids of the file -> ids in the bucket; filled before relations are written.
    virtual std::map<std::string, std::string>& objectIds() = 0;
    /// Whether what the bucket has already is left as it is. `id` is that of the file.
    virtual bool keepsExisting(std::string_view id) const = 0;
    /// A thing wrong with the file; `path` is its place in it, "bucket.objects[3].metafields[0].value". Nothing of a
    /// file with a problem is kept.
    virtual void problem(std::string path, std::string message) = 0;
    /// For the progress line and the summary: called after each thing.
    virtual void created() = 0;
    virtual void updated() = 0;
    virtual void unchanged() = 0;
    /// A remark for the summary, such as a value of the older form that was converted.
    virtual void note(std::string text) = 0;
};

/// A plugin's part of a bucket export. Contributed under the member's name in the file ("objects"). Called
/// inside one Database::write (import) or read (export).
class INKWELL_API BucketTransfer {
public:
    static constexpr const char* kContributionId = "inkwell.bucket-transfer/1";
    virtual ~BucketTransfer() = default;

    virtual std::string member() const = 0;
    /// Sections run by rank: media folders 10, media 20, object types 30, objects 40.
    virtual int rank() const = 0;
    virtual JsonArray exportAll(const Bucket& bucket) = 0;
    /// Called by falling rank.
    virtual JsonArray exportSome(const Bucket& bucket, TransferSelection& selection) = 0;
    /// Takes our own form and the older one (`_id`, `type_slug`). Importing the same file again changes nothing.
    /// `path` is the section's place in the file.
    virtual void importAll(const JsonArray& items, const std::string& path, ImportContext& context) = 0;
};

}  // namespace inkwell
