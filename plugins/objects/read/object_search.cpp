#include "read/object_search.h"

#include <unordered_set>

#include "inkwell/paging.h"
#include "read/object_matcher.h"

namespace inkwell::objects {

namespace {

constexpr std::size_t kObjectsAtOnce = 500;

}  // namespace

ObjectPage searchObjects(Sql& sql, MetafieldEngine* engine, const ObjectScope& scope, const ListParams& params,
                         const ListQuery& query, const std::optional<ObjectPlace>& after, bool counts) {
    ObjectListStore store(sql, scope);
    const std::vector<std::string> ids = store.candidates(params.sort, query);
    std::unordered_set<std::string> behind;
    if (after) {
        for (std::string& id : store.candidates(params.sort, query, after)) behind.insert(std::move(id));
    }
    ObjectMatcher matcher(sql, engine, scope, query);
    std::int64_t listed = 0;
    const auto isEnough = [&] { return !counts && listed >= params.limit && listed - params.limit >= params.skip; };
    auto [objects, total] = pageOfMatches<StoredObject>(
        ids, kObjectsAtOnce, params,
        [&](std::span<const std::string> part) {
            return isEnough() ? std::vector<StoredObject>() : store.findInOrder(part);
        },
        [&](const std::vector<StoredObject>& some) { return matcher.match(some); },
        [&](const StoredObject& object) {
            const bool isListed = !after || behind.contains(object.id);
            if (isListed) ++listed;
            return isListed;
        });
    return {std::move(objects), total};
}

}  // namespace inkwell::objects
