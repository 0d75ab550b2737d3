#include "transfer/counterparts.h"

#include <set>
#include <utility>

#include "read/object_view.h"
#include "store/object_store.h"
#include "transfer/object_references.h"

namespace inkwell::objects {

std::vector<std::string> StoredCounterparts::counterparts(const Bucket& bucket, std::span<const ObjectRecord> records) {
    std::vector<std::string> ids;
    ids.reserve(records.size());
    services_.database().read([&](Sql& sql) {
        ids.clear();
        ObjectStore store(sql);
        for (const ObjectRecord& record : records) {
            const std::string slug(textOf(record.fields, "slug"));
            const std::string locale(textOf(record.fields, "locale"));
            ids.push_back(store.findIdBySlug(bucket.id, record.type, locale, slug).value_or(""));
        }
    });
    return ids;
}

std::vector<ObjectRecord> StoredCounterparts::findForMerge(const Bucket& bucket, std::span<const std::string> ids) {
    return services_.database().read([&](Sql& sql) {
        ObjectStore store(sql);
        std::vector<StoredObject> objects = store.findAllLive(bucket.id, ids);
        MetafieldReferences references;
        for (StoredObject& object : objects) collectReferences(object, references);
        const std::vector<std::string> related(references.objects.begin(), references.objects.end());
        std::set<std::string> known;
        for (ObjectCatalog::Summary& one : store.summaries(bucket.id, related)) known.insert(std::move(one.id));
        const MediaNames media = presentMedia(services_, bucket, references.media);
        std::vector<ObjectRecord> records;
        records.reserve(objects.size());
        for (StoredObject& object : objects) {
            dropDangling(
                object, [&](const std::string& id) { return known.contains(id); }, media);
            records.push_back(storedRecordOf(std::move(object)));
        }
        return records;
    });
}

}  // namespace inkwell::objects
