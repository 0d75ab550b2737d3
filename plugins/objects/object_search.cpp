#include "object_search.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "object_matcher.h"

namespace inkwell::objects {

namespace {

constexpr std::size_t kObjectsAtOnce = 500;

// The objects in the order of their ids; one that has vanished since is left out.
std::vector<StoredObject> loadInOrder(Sql& sql, const std::string& bucketId, Visibility visibility,
                                      std::span<const std::string> ids) {
    std::unordered_map<std::string, StoredObject> byId;
    for (StoredObject& object : ObjectStore(sql).findAll(bucketId, ids, visibility)) {
        std::string id = object.id;
        byId.emplace(std::move(id), std::move(object));
    }
    std::vector<StoredObject> objects;
    objects.reserve(byId.size());
    for (const std::string& id : ids) {
        const auto found = byId.find(id);
        if (found != byId.end()) objects.push_back(std::move(found->second));
    }
    return objects;
}

}  // namespace

ObjectPage searchObjects(Sql& sql, MetafieldEngine* engine, const std::string& bucketId, Visibility visibility,
                         const ListParams& params, const ListQuery& query, const std::optional<ObjectPlace>& after) {
    const std::vector<std::string> ids = ObjectStore(sql).candidates(bucketId, visibility, params.sort, query);
    std::unordered_set<std::string> behind;
    if (after) {
        for (std::string& id : ObjectStore(sql).candidates(bucketId, visibility, params.sort, query, after)) {
            behind.insert(std::move(id));
        }
    }
    ObjectMatcher matcher(sql, engine, bucketId, visibility, query);
    ObjectPage page;
    std::int64_t listed = 0;  // matches that pages are made of
    for (std::size_t at = 0; at < ids.size(); at += kObjectsAtOnce) {
        const auto part = std::span(ids).subspan(at, std::min(kObjectsAtOnce, ids.size() - at));
        std::vector<StoredObject> objects = loadInOrder(sql, bucketId, visibility, part);
        const std::vector<bool> matches = matcher.match(objects);
        for (std::size_t i = 0; i < objects.size(); ++i) {
            if (!matches[i]) continue;
            ++page.total;
            if (after && behind.count(objects[i].id) == 0) continue;
            const std::int64_t place = listed++;
            if (place < params.skip || place - params.skip >= params.limit) continue;
            page.objects.push_back(std::move(objects[i]));
        }
    }
    return page;
}

}  // namespace inkwell::objects
