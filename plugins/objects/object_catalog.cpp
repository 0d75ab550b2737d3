#include "object_catalog.h"

#include "read/object_matcher.h"
#include "read/object_text.h"
#include "read/related_objects.h"
#include "types/type_store.h"

namespace inkwell::objects {

std::vector<ObjectRecord> StoredObjectCatalog::find(const Bucket& bucket, std::span<const std::string> ids,
                                                    Visibility visibility) {
    if (ids.empty()) return {};
    return services_.database().read(
        [&](Sql& sql) { return view_.records(bucket, ObjectStore(sql).findAll(bucket.id, ids, visibility)); });
}

// Packed, all of them may take a tenth of what one takes that is open.
void StoredObjectCatalog::forEach(const Bucket& bucket, std::span<const std::string> ids, Visibility visibility,
                                  const std::function<void(const ObjectRecord& record)>& take) {
    if (ids.empty()) return;
    services_.database().read([&](Sql& sql) {
        for (StoredObject& object : ObjectStore(sql, {}, Documents::Text).findAll(bucket.id, ids, visibility)) {
            std::vector<StoredObject> open;
            open.push_back(std::move(object));
            open.back().parseDocument({});
            take(view_.records(bucket, std::move(open)).front());
        }
    });
}

std::vector<ObjectText> StoredObjectCatalog::findTexts(const Bucket& bucket, std::span<const std::string> ids,
                                                       Visibility visibility) {
    if (ids.empty()) return {};
    return ReadTogether::find(ids, visibility, [&](std::span<const std::string> wanted) {
        return services_.database().read([&](Sql& sql) {
            std::vector<StoredObject> found =
                ObjectStore(sql, {}, Documents::Text).findAll(bucket.id, wanted, visibility);
            return objectTextsOf(found);
        });
    });
}

std::vector<ObjectCatalog::Summary> StoredObjectCatalog::summaries(const Bucket& bucket,
                                                                   std::span<const std::string> ids) {
    if (ids.empty()) return {};
    return services_.database().read([&](Sql& sql) { return ObjectStore(sql).summaries(bucket.id, ids); });
}

std::vector<std::string> StoredObjectCatalog::existingTypes(const Bucket& bucket, std::span<const std::string> slugs) {
    if (slugs.empty()) return {};
    return services_.database().read([&](Sql& sql) { return TypeStore(sql).existing(bucket.id, slugs); });
}

std::vector<bool> StoredObjectCatalog::match(const Bucket& bucket, Visibility visibility, const ListQuery& query,
                                             std::span<const ObjectRecord> records) {
    if (query.isEmpty()) return std::vector<bool>(records.size(), true);
    const ObjectScope scope{bucket.id, visibility};
    const SearchPlaces::Place place = reader_.placeToSearch();
    return ObjectMatcher(services_.database(), services_.find<MetafieldEngine>(), scope, query).match(records);
}

std::string StoredObjectCatalog::previewLinkOf(const Bucket& bucket, const std::string& type) {
    return services_.database().read([&](Sql& sql) {
        const std::optional<StoredType> found = TypeStore(sql).find(bucket.id, type);
        return found ? found->previewLink : std::string();
    });
}

}  // namespace inkwell::objects
