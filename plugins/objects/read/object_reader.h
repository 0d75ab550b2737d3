#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

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
#include "store/field_indexer.h"

namespace inkwell::objects {

/// How objects are read for a response. Any thread; each method is one unit of work. Throws ApiError for the client.
class ObjectReader {
public:
    ObjectReader(Services& services, FieldIndexer& fields) : services_(services), fields_(fields), view_(services) {}

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

    /// What lists know without counting; the plugin tells it of changes.
    ListCache& listCache() noexcept { return listCache_; }

private:
    ListReading readingOf(const Bucket& bucket, const ObjectListRequest& asked);
    void checkFound(const Bucket& bucket, bool isEmpty) const;

    Services& services_;
    FieldIndexer& fields_;
    ObjectView view_;
    ListCache listCache_;
    RelatedObjects related_;
    GatheredReads gathered_;
};

}  // namespace inkwell::objects
