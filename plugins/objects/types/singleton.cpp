#include "types/singleton.h"

#include "inkwell/error.h"
#include "store/object_store.h"

namespace inkwell::objects {

void checkSingleton(Sql& sql, const StoredType& type) {
    if (!type.singleton) return;
    TypeStore(sql).findForUpdate(type.bucketId, type.slug);
    if (ObjectStore(sql).countOfType(type.bucketId, type.slug) > 0)
        throw ApiError::conflict("object type '" + type.slug + "' is a singleton and has its object already");
}

}  // namespace inkwell::objects
