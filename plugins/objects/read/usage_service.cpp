#include "read/usage_service.h"

#include "inkwell/error.h"
#include "read/reference_store.h"
#include "store/field_key.h"
#include "store/object_store.h"

namespace inkwell::objects {

// The key of a relation's value is the id itself, which no text has.
ObjectUsage::Page UsageService::findObject(const Bucket& bucket, const std::string& objectId, Visibility visibility,
                                           const ListParams& params) {
    return services_.database().read([&](Sql& sql) {
        if (!ObjectStore(sql).find(bucket.id, objectId, visibility)) throw ApiError::notFound("object", objectId);
        return ReferenceStore(sql).find(bucket.id, {&objectId, 1}, visibility, params.limit, params.skip);
    });
}

ObjectUsage::Page UsageService::findTexts(const Bucket& bucket, std::span<const std::string> texts,
                                          Visibility visibility, std::int64_t limit, std::int64_t skip) {
    std::vector<std::string> keys;
    keys.reserve(texts.size());
    for (const std::string& text : texts) keys.push_back(textKey(text));
    if (keys.empty()) return {};
    return services_.database().read(
        [&](Sql& sql) { return ReferenceStore(sql).find(bucket.id, keys, visibility, limit, skip); });
}

}  // namespace inkwell::objects
