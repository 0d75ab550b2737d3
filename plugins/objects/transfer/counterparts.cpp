#include "transfer/counterparts.h"

#include <set>
#include <utility>

#include "read/object_view.h"
#include "store/object_store.h"
#include "transfer/media_addresses.h"
#include "transfer/object_references.h"
#include "transfer/transfer_store.h"

namespace inkwell::objects {

std::vector<std::string> StoredCounterparts::counterparts(const Bucket& bucket, std::span<const ObjectRecord> records) {
    std::vector<ObjectKey> keys;
    keys.reserve(records.size());
    for (const ObjectRecord& record : records) {
        const std::string_view locale = textOf(record.fields, "locale");
        keys.push_back({record.type, std::string(locale), std::string(textOf(record.fields, "slug"))});
    }
    const auto lock = services_.database().isWriting() ? TransferStore::Lock::UntilCommit : TransferStore::Lock::None;
    const std::map<ObjectKey, std::string> found =
        services_.database().read([&](Sql& sql) { return TransferStore(sql).idsByKey(bucket.id, keys, lock); });
    std::vector<std::string> ids;
    ids.reserve(keys.size());
    for (const ObjectKey& key : keys) {
        const auto id = found.find(key);
        ids.push_back(id == found.end() ? "" : id->second);
    }
    return ids;
}

std::vector<ObjectForMerge> StoredCounterparts::findForMerge(const Bucket& bucket, std::span<const std::string> ids,
                                                             const Bucket& into) {
    return services_.database().read([&](Sql& sql) {
        ObjectStore store(sql);
        std::vector<StoredObject> objects = store.findAllLive(bucket.id, ids);
        MetafieldReferences references;
        for (StoredObject& object : objects) {
            collectReferences(object, references);
            collectAddresses(object, bucket.slug, references.media);
        }
        const std::vector<std::string> related(references.objects.begin(), references.objects.end());
        std::set<std::string> known;
        for (ObjectCatalog::Summary& one : store.summaries(bucket.id, related)) known.insert(std::move(one.id));
        const MediaNames media = presentMedia(services_, bucket, references.media);
        std::vector<ObjectForMerge> records;
        records.reserve(objects.size());
        for (StoredObject& object : objects) {
            if (into.id != bucket.id) moveAddresses(object, bucket.slug, into.slug, media);
            dropDangling(
                object, [&](const std::string& id) { return known.contains(id); }, media);
            const std::int64_t version = object.version;
            const bool hasDraft = !object.isLatest;
            records.push_back({storedRecordOf(std::move(object)), version, hasDraft});
        }
        return records;
    });
}

}  // namespace inkwell::objects
