#include "contributions.h"

#include <memory>

#include "edit/object_recovery.h"
#include "inkwell/deleted_buckets.h"
#include "store/object_walk_store.h"
#include "transfer/object_transfer.h"
#include "transfer/type_transfer.h"

namespace inkwell::objects {

void addContributions(Registrar& registrar, Services& services, TypeService& types, FieldIndexer& fields,
                      ObjectService& objects) {
    registrar.contribute<BucketTransfer>("object_types", std::make_unique<TypeTransfer>(services, types));
    registrar.contribute<BucketTransfer>("objects", std::make_unique<ObjectTransfer>(services, fields));
    registrar.contribute<ContentWalk>("objects", std::make_unique<ObjectWalk>(services));
    registrar.contribute<Recoverable>("objects", std::make_unique<ObjectRecovery>(services, fields));
    followDeletedBuckets(
        registrar,
        [&services] { return services.database().read([](Sql& sql) { return ObjectStore(sql).bucketIds(); }); },
        [&objects](const std::string& id) { objects.removeBucket(id); });
}

}  // namespace inkwell::objects
