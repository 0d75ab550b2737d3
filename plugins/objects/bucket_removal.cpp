#include "bucket_removal.h"

#include "bulk/undo_store.h"
#include "store/field_store.h"
#include "store/object_store.h"
#include "types/type_rename_store.h"
#include "types/type_store.h"

namespace inkwell::objects {

void removeOfBucket(Services& services, const std::string& bucketId) {
    services.database().write([&](Sql& sql) {
        TypeStore(sql).removeOfBucket(bucketId);  // first: it waits for creators, who hold their type
        FieldStore(sql).removeOfBucket(bucketId);
        UndoStore(sql).removeOfBucket(bucketId);
        TypeRenameStore(sql).removeOfBucket(bucketId);
        ObjectStore(sql).removeOfBucket(bucketId);
    });
}

}  // namespace inkwell::objects
