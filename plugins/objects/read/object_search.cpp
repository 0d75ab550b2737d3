#include "read/object_search.h"

#include <unordered_set>

#include "inkwell/paging.h"
#include "read/object_matcher.h"

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
    ObjectMatcher matcher(sql, engine, scope, query);
    auto [objects, total] = pageOfMatches<StoredObject>(
        ids, kObjectsAtOnce, params, [&](std::span<const std::string> part) { return store.findInOrder(part); },
        [&](const std::vector<StoredObject>& some) { return matcher.match(some); },
        [&](const StoredObject& object) { return !after || behind.contains(object.id); });
    return {std::move(objects), total};
}

}  // namespace inkwell::objects
