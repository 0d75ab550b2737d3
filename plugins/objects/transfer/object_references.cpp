#include "transfer/object_references.h"

#include "transfer/media_addresses.h"

namespace inkwell::objects {

void collectReferences(StoredObject& object, MetafieldReferences& references) {
    collectReferences(object.metafields(), references);
    if (!object.thumbnail.empty()) references.media.insert(object.thumbnail);
    references.objectTypes.insert(object.type);
}

void useNamesOfToday(StoredObject& object, const std::string& bucketSlug, const MediaNames& media) {
    renameMedia(object.metafields(), media);
    const auto thumbnail = media.find(object.thumbnail);
    if (thumbnail != media.end()) object.thumbnail = thumbnail->second;
    moveAddresses(object, bucketSlug, bucketSlug, media);
}

void dropDangling(StoredObject& object, const std::function<bool(const std::string&)>& hasObject,
                  const MediaNames& media) {
    clearDangling(object.metafields(), hasObject, [&](const std::string& name) { return media.contains(name); });
    renameMedia(object.metafields(), media);
    const auto thumbnail = media.find(object.thumbnail);
    object.thumbnail = thumbnail == media.end() ? "" : thumbnail->second;
}

}  // namespace inkwell::objects
