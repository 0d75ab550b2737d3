#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "inkwell/bucket_directory.h"
#include "inkwell/client_network.h"
#include "inkwell/identity.h"
#include "inkwell/object_catalog.h"
#include "inkwell/precondition.h"
#include "inkwell/services.h"
#include "read/gathered_reads.h"
#include "read/list_cache.h"
#include "read/object_list_store.h"
#include "read/object_view.h"
#include "read/related_objects.h"
#include "read/search_places.h"
#include "store/field_indexer.h"

namespace inkwell::objects {

/// How objects are read for a response. Any thread. Lists, and get(), hold a session only while the database reads, and
/// may wait: not within a unit of work. Throws ApiError for the client.
class ObjectReader {
public:
    ObjectReader(Services& services, FieldIndexer& fields);

    struct Shown {
        ObjectsText object;
        std::int64_t version = 0;
    };
    /// One object for a response, perhaps as a replica has it. Throws 404 when it does not exist or is not visible.
    Shown get(const Bucket& bucket, const std::string& id, const RenderOptions& options, bool mayBeReplica);
    /// ObjectVersions::written and ObjectVersions::current. Both throw 404.
    VersionedRecord written(const Bucket& bucket, const Access& access, const std::string& id);
    VersionedRecord current(const Bucket& bucket, const Access& access, const std::string& id);

    struct ListText {
        ObjectsText objects;
        std::int64_t total = 0;
    };
    /// The list route; with `fromDatabase` it says what the database says now. Throws 400 when `after` is not a visible
    /// object of the bucket; 404 for an empty list with compatibility.hosted_clients; as ObjectMatcher and
    /// SearchPlaces. Without `counts` nothing is counted, and the total says nothing. The sort may also be one of
    /// parseOrderBy.
    ListText listText(const Bucket& bucket, const ObjectListRequest& asked, bool counts = true,
                      bool fromDatabase = false);
    /// What listText would show, by its ids alone; nothing is counted.
    std::vector<std::string> ids(const Bucket& bucket, const ObjectListRequest& asked);
    /// As listText, as records, of these objects alone (at most 16,384): ObjectCatalog::list.
    ObjectList listOf(const Bucket& bucket, const ObjectListRequest& asked, std::span<const std::string> ids);

    /// For whoever matches objects in memory. Not within a unit of work. Throws as SearchPlaces.
    SearchPlaces::Place placeToSearch() { return searchPlaces_.take(ClientScope::network()); }

    /// What lists know without counting; the plugin tells it of changes.
    ListCache& listCache() noexcept { return listCache_; }

private:
    ObjectPage readList(const ObjectScope& scope, const ObjectListRequest& asked, const ListReading& reading);
    ListReading readingOf(const Bucket& bucket, const ObjectListRequest& asked);
    void checkFound(const Bucket& bucket, bool isEmpty) const;

    Services& services_;
    FieldIndexer& fields_;
    ObjectView view_;
    ListCache listCache_;
    RelatedObjects related_;
    GatheredReads gathered_;
    SearchPlaces searchPlaces_;
};

}  // namespace inkwell::objects
