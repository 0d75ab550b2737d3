#include "read/reference_service.h"

#include "inkwell/error.h"
#include "store/object_store.h"

namespace inkwell::objects {

ReferencePage ReferenceService::list(const Bucket& bucket, const std::string& objectId, Visibility visibility,
                                     const ListParams& params) {
    return services_.database().read([&](Sql& sql) {
        if (!ObjectStore(sql).find(bucket.id, objectId, visibility)) throw ApiError::notFound("object", objectId);
        return ReferenceStore(sql).find(bucket.id, objectId, visibility, params.limit, params.skip);
    });
}

}  // namespace inkwell::objects
