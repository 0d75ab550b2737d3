#include <algorithm>
#include <utility>

#include "inkwell/error.h"
#include "metafield_walk.h"
#include "transfer/media_addresses.h"
#include "transfer/object_references.h"
#include "transfer/object_transfer.h"

namespace inkwell::objects {

namespace {

constexpr std::size_t kObjectsAtOnce = 50;
// Of text; read, it takes a multiple of that.
constexpr std::size_t kBytesAtOnce = 1024 * 1024;
// One request holds all of them in memory and writes them in one transaction.
constexpr std::size_t kMaxRelated = 10000;

JsonObject fileForm(StoredObject& object, const std::function<bool(const std::string&)>& hasObject,
                    const MediaNames& media) {
    dropDangling(object, hasObject, media);
    return renderObjectDocument(object, withoutIds(object.metafields()));
}

// `selected` grows by all that the objects lead to, there or not; what is there is returned by id.
std::map<std::string, StoredObject> closure(ObjectStore& store, const Bucket& bucket, std::set<std::string>& selected,
                                            MetafieldReferences& references) {
    std::map<std::string, StoredObject> objects;
    std::vector<std::string> level(selected.begin(), selected.end());
    const std::size_t most = selected.size() + kMaxRelated;
    while (!level.empty()) {
        if (selected.size() > most) {
            throw ApiError::conflict("the objects lead to more than " + std::to_string(kMaxRelated) +
                                     " related objects of bucket '" + bucket.slug +
                                     "'; that is too much for one transaction");
        }
        MetafieldReferences found;
        for (StoredObject& object : store.findAllLive(bucket.id, level)) {
            collectReferences(object, found);
            collectAddresses(object, bucket.slug, found.media);
            std::string id = object.id;
            objects.emplace(std::move(id), std::move(object));
        }
        level.clear();
        for (const std::string& id : found.objects)
            if (selected.insert(id).second) level.push_back(id);
        references.media.merge(found.media);
        references.objectTypes.merge(found.objectTypes);
    }
    return objects;
}

}  // namespace

void ObjectTransfer::exportAll(const Bucket& bucket, const TakeEntry& take) {
    services_.database().read([&](Sql& sql) {
        ObjectStore store(sql, {}, Documents::Text);
        const std::vector<std::string> ids = store.allIds(bucket.id);
        const std::set<std::string> known(ids.begin(), ids.end());
        const auto hasObject = [&](const std::string& one) { return known.contains(one); };
        for (std::size_t at = 0; at < ids.size(); at += kObjectsAtOnce) {
            const auto part = std::span(ids).subspan(at, std::min(kObjectsAtOnce, ids.size() - at));
            std::map<std::string, StoredObject> packed;
            for (StoredObject& object : store.findAllLive(bucket.id, part)) {
                std::string id = object.id;
                packed.emplace(std::move(id), std::move(object));
            }
            std::vector<StoredObject> some;
            std::size_t bytes = 0;
            for (const std::string& id : part) {
                some.push_back(std::move(packed.at(id)));
                bytes += some.back().parseDocument({});
                if (bytes < kBytesAtOnce && id != part.back()) continue;
                exportThese(bucket, std::exchange(some, {}), hasObject, take);
                bytes = 0;
            }
        }
    });
}

void ObjectTransfer::exportThese(const Bucket& bucket, std::vector<StoredObject> objects,
                                 const std::function<bool(const std::string&)>& hasObject,
                                 const TakeEntry& take) const {
    MetafieldReferences references;
    for (StoredObject& object : objects) {
        collectReferences(object, references);
        collectAddresses(object, bucket.slug, references.media);
    }
    const MediaNames media = presentMedia(services_, bucket, references.media);
    for (StoredObject& object : objects) {
        moveAddresses(object, bucket.slug, bucket.slug, media);  // to the names of today
        take(fileForm(object, hasObject, media));
    }
}

JsonArray ObjectTransfer::exportSome(const Bucket& bucket, TransferSelection& selection) {
    return services_.database().read([&](Sql& sql) {
        ObjectStore store(sql);
        MetafieldReferences references;
        std::map<std::string, StoredObject> objects = closure(store, bucket, selection.objectIds, references);
        const MediaNames media = presentMedia(services_, bucket, references.media);
        for (const auto& [name, present] : media) selection.mediaNames.insert(present);
        selection.objectTypes.merge(references.objectTypes);
        JsonArray all;
        for (auto& [id, object] : objects) {
            if (!selection.into.empty()) moveAddresses(object, bucket.slug, selection.into, media);
            all.push_back(fileForm(
                object, [&](const std::string& one) { return objects.count(one) != 0; }, media));
        }
        return all;
    });
}

}  // namespace inkwell::objects
