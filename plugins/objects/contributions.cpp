#include "contributions.h"

#include <memory>

#include "bucket_removal.h"
#include "edit/object_recovery.h"
#include "inkwell/deleted_buckets.h"
#include "inkwell/events.h"
#include "store/object_walk_store.h"
#include "transfer/object_transfer.h"
#include "transfer/type_transfer.h"

namespace inkwell::objects {

void addContributions(Registrar& registrar, Services& services, TypeService& types, FieldIndexer& fields) {
    registrar.contribute<BucketTransfer>("object_types", std::make_unique<TypeTransfer>(services, types));
    registrar.contribute<BucketTransfer>("objects", std::make_unique<ObjectTransfer>(services, fields));
    registrar.contribute<ContentWalk>("objects", std::make_unique<ObjectWalk>(services));
    registrar.contribute<Recoverable>("objects", std::make_unique<ObjectRecovery>(services, fields));
    registrar.on<BucketDeleting>([&services](BucketDeleting& event) { removeOfBucket(services, event.bucketId); });
    followDeletedBuckets(
        registrar,
        [&services] { return services.database().read([](Sql& sql) { return ObjectStore(sql).bucketIds(); }); },
        [&services](const std::string& id) { removeOfBucket(services, id); });
}

}  // namespace inkwell::objects
