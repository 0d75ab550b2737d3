#include "object_search.h"

#include <algorithm>
#include <unordered_set>

#include "object_matcher.h"

namespace inkwell::objects {

namespace {

constexpr std::size_t kObjectsAtOnce = 500;

}  // namespace

ObjectPage searchObjects(Sql& sql, MetafieldEngine* engine, const ObjectScope& scope, const ListParams& params,
                         const ListQuery& query, const std::optional<ObjectPlace>& after) {
    ObjectListStore store(sql, scope);
    const std::vector<std::string> ids = store.candidates(params.sort, query);
    std::unordered_set<std::string> behind;
    if (after) {
        for (std::string& id : store.candidates(params.sort, query, after)) behind.insert(std::move(id));
    }
    ObjectMatcher matcher(sql, engine, scope.bucketId, scope.visibility, query);
    ObjectPage page;
    std::int64_t listed = 0;  // matches that pages are made of
    for (std::size_t at = 0; at < ids.size(); at += kObjectsAtOnce) {
        const auto part = std::span(ids).subspan(at, std::min(kObjectsAtOnce, ids.size() - at));
        std::vector<StoredObject> objects = store.findInOrder(part);
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
