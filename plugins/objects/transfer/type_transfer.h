#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "inkwell/bucket_transfer.h"
#include "inkwell/services.h"
#include "rules.h"
#include "type_edit/type_service.h"
#include "types/type_input.h"
#include "types/type_store.h"

namespace inkwell::objects {

/// The member `object_types` of a bucket file: the fields of a creation. A merge leaves existing types unchanged.
/// Any thread.
class TypeTransfer : public BucketTransfer {
public:
    /// The types that whoever applies types has just removed.
    using Removed = std::set<std::string>;
    /// Relations to types that are in neither the items nor the bucket are kept; with `removed` only where one is
    /// stored and points at none of these, and others are refused.
    TypeTransfer(Services& services, TypeService& types, std::optional<Removed> removed = {})
        : services_(services), rules_(services), types_(types), removed_(std::move(removed)) {}

    std::string member() const override { return "object_types"; }
    int rank() const override { return 30; }
    using BucketTransfer::exportAll;
    void exportAll(const Bucket& bucket, const TakeEntry& take) override;
    JsonArray exportSome(const Bucket& bucket, TransferSelection& selection) override;
    void importAll(ImportItems& items, const std::string& path, ImportContext& context) override;

private:
    struct Item {
        TypeInput input;
        bool older = false;
        bool isNew = false;
        bool isKept = false;  // exists and stays unchanged
        bool isOpen = false;  // its defaults name what is not there yet
        StoredType before;    // as in the bucket; without metafields when new
    };
    using Note = std::function<void(const std::string& text)>;
    std::optional<Item> parse(const Json& json, const std::string& path, const Note& note,
                              ImportContext& context) const;
    void enter(Sql& sql, Item& item, const ImportContext& context) const;
    void finish(Sql& sql, Item& item, ImportContext& context) const;
    /// Once the objects of the file have their ids.
    void finishDefaults(Item& item, ImportContext& context) const;
    std::set<std::string> storedTypes(const Item& item) const;
    enum class Objects { ToCome, There };
    JsonArray checkMetafields(Item& item, Objects state, Problems& problems, ImportContext& context) const;

    Services& services_;
    Rules rules_;
    TypeService& types_;
    const std::optional<Removed> removed_;
};

}  // namespace inkwell::objects
