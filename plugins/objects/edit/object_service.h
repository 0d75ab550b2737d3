#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "edit/object_input.h"
#include "edit/object_writer.h"
#include "inkwell/bucket_directory.h"
#include "inkwell/identity.h"
#include "inkwell/object_catalog.h"
#include "inkwell/precondition.h"
#include "inkwell/services.h"
#include "read/gathered_reads.h"
#include "read/list_cache.h"
#include "read/object_list_store.h"
#include "read/object_view.h"
#include "read/related_objects.h"
#include "rules.h"
#include "store/object_store.h"
#include "types/type_memory.h"

namespace inkwell::objects {

/// Use cases of objects. Any thread; each method is one unit of work, except that the response to a write is rendered
/// after its commit. Throws ApiError for the
/// client.
class ObjectService {
public:
    ObjectService(Services& services, FieldIndexer& fields)
        : services_(services), fields_(fields), rules_(services), view_(services), writer_(services, fields) {}

    struct Shown {
        ObjectsText object;
        std::int64_t version = 0;
    };
    /// One object for a response, perhaps as a replica has it. Not within a unit of work. Throws 404 when it does not
    /// exist or is not visible.
    Shown get(const Bucket& bucket, const std::string& id, const RenderOptions& options, bool mayBeReplica);
    /// ObjectVersions::written and ObjectVersions::current. Both throw 404.
    VersionedRecord written(const Bucket& bucket, const Access& access, const std::string& id);
    VersionedRecord current(const Bucket& bucket, const Access& access, const std::string& id);

    struct ListText {
        ObjectsText objects;
        std::int64_t total = 0;
    };
    /// The list route; with `fromDatabase` it says what the database says now. Throws 400 when `after` is not a visible
    /// object of the bucket; 404 for an empty list with compatibility.hosted_clients. Without `counts` nothing is
    /// counted, and the total says nothing. The sort may also be one of parseOrderBy.
    ListText listText(const Bucket& bucket, const ObjectListRequest& asked, bool counts = true,
                      bool fromDatabase = false);
    /// What listText would show, by its ids alone; nothing is counted.
    std::vector<std::string> ids(const Bucket& bucket, const ObjectListRequest& asked);
    /// As listText, as records, of these objects alone (at most 16,384): ObjectCatalog::list.
    ObjectList listOf(const Bucket& bucket, const ObjectListRequest& asked, std::span<const std::string> ids);

    /// The results of create and edit include `metafields`. Both edit and remove throw a complete VersionMismatch.
    VersionedRecord create(const Bucket& bucket, const Access& access, const ObjectInput& input);
    VersionedRecord edit(const Bucket& bucket, const Access& access, const std::string& id, const ObjectInput& input,
                         const std::optional<Precondition>& ifMatch = {});
    /// The edit without its answer: joins the caller's unit of work. A VersionMismatch shows nothing yet.
    std::shared_ptr<const StoredObject> store(const Bucket& bucket, const Access& access, const std::string& id,
                                              const ObjectInput& input, const std::optional<Precondition>& ifMatch);
    void remove(const Bucket& bucket, const Access& access, const std::string& id, bool triggerWebhook,
                const std::optional<Precondition>& ifMatch = {});

    /// ObjectCatalog::editMetafields.
    void editMetafields(const Bucket& bucket, const Access& access, const std::string& id,
                        const ObjectCatalog::MetafieldEdit& change);

    /// What lists know without counting; the plugin tells it of changes.
    ListCache& known() noexcept { return known_; }

private:
    StoredObject build(const Bucket& bucket, const Access& access, const ObjectInput& input,
                       const std::optional<StoredType>& type, Problems& problems) const;
    JsonArray newMetafields(const Bucket& bucket, const ObjectInput& input, const MetafieldTemplates& templates,
                            Problems& problems) const;
    void apply(const Bucket& bucket, const Access& access, const ObjectInput& input, const TypeRules* type,
               StoredObject& object, Problems& problems) const;
    struct Locked {
        std::shared_ptr<StoredObject> object;
        std::shared_ptr<const TypeRules> type;  // null when there is none
    };
    Locked lock(Sql& sql, const std::string& bucketId, const std::string& id);
    ListReading readingOf(const Bucket& bucket, const ObjectListRequest& asked);
    void checkFound(const Bucket& bucket, bool isEmpty) const;

    Services& services_;
    FieldIndexer& fields_;
    Rules rules_;
    ObjectView view_;
    ObjectWriter writer_;
    ListCache known_;
    RelatedObjects related_;
    GatheredReads gathered_;
    TypeMemory types_;
};

}  // namespace inkwell::objects
