#pragma once

#include <functional>
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
/// file's ids to the bucket's. An import reads the items twice, so that of all of them ids and slugs alone are in
/// memory. Any thread.
class ObjectTransfer : public BucketTransfer {
public:
    ObjectTransfer(Services& services, FieldIndexer& fields)
        : services_(services), rules_(services), writer_(services, fields) {}

    std::string member() const override { return "objects"; }
    int rank() const override { return 40; }
    /// Omits references to missing objects and media. Reads some megabytes of objects at a time.
    using BucketTransfer::exportAll;
    void exportAll(const Bucket& bucket, const TakeEntry& take) override;
    /// The selected objects and everything they are related to, with one statement per level of relations. Throws
    /// ApiError 409 for more than 10,000 objects.
    JsonArray exportSome(const Bucket& bucket, TransferSelection& selection) override;
    void importAll(ImportItems& items, const std::string& path, ImportContext& context) override;

private:
    struct Item {
        std::size_t index = 0;  // in the file
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
        std::set<std::string> related;     // the existing objects that those at hand are related to as they are stored
        std::set<std::string> mediaNames;  // the existing ones that the items at hand refer to
        std::set<std::string> lostTypes;   // those that relations of the items at hand name, and the bucket lacks
        bool isOlder = false;              // some item has the older form
    };
    /// What the first reading of the items leaves to the second one.
    struct Entered {
        std::string id;  // of the object in the bucket; "": there is nothing left to do
        bool isNew = false;
    };
    using Note = std::function<void(const std::string& text)>;

    void exportThese(const Bucket& bucket, std::vector<StoredObject> objects,
                     const std::function<bool(const std::string&)>& hasObject, const TakeEntry& take) const;
    std::vector<Entered> enterAll(Sql& sql, ImportItems& items, const std::string& path, Bucketful& known,
                                  ImportContext& context) const;
    void finishAll(Sql& sql, ImportItems& items, const std::string& path, const std::vector<Entered>& entered,
                   Bucketful& known, ImportContext& context) const;
    std::optional<Item> parse(Sql& sql, std::size_t index, const Json& json, const std::string& path, Bucketful& known,
                              const Note& note, ImportContext& context) const;
    /// Finds the objects that items match, and drops items that leave theirs unchanged.
    void match(Sql& sql, std::vector<Item>& some, ImportContext& context) const;
    /// Reads the objects of items that were entered.
    void findEntered(Sql& sql, std::vector<Item>& some, const std::vector<Entered>& entered,
                     const Bucket& bucket) const;
    void enter(Sql& sql, Item& item, const Bucketful& known, ImportContext& context) const;
    void checkKeptType(const Item& item, const StoredType& type, ImportContext& context) const;
    void lookUpReferences(Sql& sql, std::vector<Item>& some, const Bucket& bucket, Bucketful& known) const;
    static void keepOwnDangling(StoredObject& before, const Bucketful& known, StoredObject& object);
    /// Addresses of the file's bucket in texts lead to this one, as far as it has what they name.
    void useFilesHere(StoredObject& object, const ImportContext& context) const;
    /// Whether both say the same, written as an export and an import write it.
    bool isSameWrittenAnew(StoredObject object, StoredObject before, const Bucket& bucket) const;
    /// A draft that is prepared over an object ends where that is replaced: a note tells it, or a problem refuses it.
    static bool mayEndDraft(Sql& sql, const Item& item, ImportContext& context);
    static void checkUntouched(const Item& item, Problems& problems);
    void finish(Sql& sql, Item& item, const Bucketful& known, ImportContext& context) const;
    JsonArray checkMetafields(Item& item, const Bucketful& known, Problems& problems, ImportContext& context) const;
    const std::optional<StoredType>& typeOf(Sql& sql, const Bucket& bucket, const std::string& slug,
                                            Bucketful& known) const;

    Services& services_;
    Rules rules_;
    ObjectWriter writer_;
};

}  // namespace inkwell::objects
