#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "edit/object_writer.h"
#include "inkwell/bucket_transfer.h"
#include "inkwell/services.h"
#include "rules.h"
#include "store/object_store.h"
#include "transfer/object_document.h"
#include "transfer/transfer_metafields.h"

namespace inkwell::objects {

/// The member `objects` of a bucket file. Objects are matched by (type, slug, locale); relations are rewritten from the
/// file's ids to the bucket's. Any thread.
class ObjectTransfer : public BucketTransfer {
public:
    ObjectTransfer(Services& services, FieldIndexer& fields)
        : services_(services), rules_(services), writer_(services, fields) {}

    std::string member() const override { return "objects"; }
    int rank() const override { return 40; }
    /// Omits references to missing objects and media.
    JsonArray exportAll(const Bucket& bucket) override;
    /// The selected objects and everything they are related to, with one statement per level of relations. Throws
    /// ApiError 409 for more than 10,000 objects.
    JsonArray exportSome(const Bucket& bucket, TransferSelection& selection) override;
    void importAll(const JsonArray& items, const std::string& path, ImportContext& context) override;

private:
    struct Item {
        ObjectDocument file;
        std::string locale;
        std::string existingId;  // id of the matching object; "": none
        bool isNew = false;
        StoredObject before;  // as in the bucket; without metafields when new
    };
    /// What one import knows about the bucket.
    struct Bucketful {
        std::map<std::string, std::optional<StoredType>> types;
        std::set<std::string> objectIds;   // for the older form
        std::set<std::string> mediaNames;  // the existing ones that the file refers to
    };

    std::vector<Item> parseAll(Sql& sql, const JsonArray& items, const std::string& path, Bucketful& known,
                               ImportContext& context) const;
    /// Finds the objects that items match, and drops items that leave theirs unchanged.
    void match(Sql& sql, std::vector<Item>& all, ImportContext& context) const;
    void enter(Sql& sql, Item& item, const Bucketful& known, ImportContext& context) const;
    void checkKeptType(const Item& item, const StoredType& type, ImportContext& context) const;
    void lookUpReferences(Sql& sql, const std::vector<Item>& all, const Bucket& bucket, Bucketful& known) const;
    void finish(Sql& sql, Item& item, const Bucketful& known, ImportContext& context) const;
    JsonArray checkMetafields(Item& item, const Bucketful& known, Problems& problems, ImportContext& context) const;
    const std::optional<StoredType>& typeOf(Sql& sql, const Bucket& bucket, const std::string& slug,
                                            Bucketful& known) const;

    Services& services_;
    Rules rules_;
    ObjectWriter writer_;
};

}  // namespace inkwell::objects
