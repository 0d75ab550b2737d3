#include "read/object_search.h"

#include <unordered_set>

#include "inkwell/paging.h"
#include "read/object_matcher.h"

namespace inkwell::objects {

namespace {

constexpr std::size_t kObjectsAtOnce = 500;
// Of the text of their documents.
constexpr std::size_t kMostOpenBytes = std::size_t{8} << 20;

// Few of the documents are open at a time: packed, they may take a hundredth of what they take then.
std::vector<bool> matchPacked(ObjectMatcher& matcher, const std::vector<StoredObject>& objects) {
    std::vector<bool> matches;
    std::vector<StoredObject> open;
    std::size_t bytes = 0;
    const auto matchOpen = [&] {
        const std::vector<bool> some = matcher.match(open);
        matches.insert(matches.end(), some.begin(), some.end());
        open.clear();
        bytes = 0;
    };
    for (const StoredObject& object : objects) {
        bytes += open.emplace_back(object).parseDocument({});
        if (bytes >= kMostOpenBytes) matchOpen();
    }
    if (!open.empty()) matchOpen();
    return matches;
}

}  // namespace

ObjectPage searchObjects(Database& database, MetafieldEngine* engine, const ObjectScope& scope,
                         const ListParams& params, const ListQuery& query, const std::optional<ObjectPlace>& after,
                         const ListReading& reading) {
    const bool opensDocuments = !asksForRowsAlone(query);
    const auto candidates = [&](const std::optional<ObjectPlace>& behind) {
        return database.read(
            [&](Sql& sql) { return ObjectListStore(sql, scope).candidates(params.sort, query, behind); });
    };
    const auto find = [&](std::span<const std::string> ids, Documents documents) {
        return database.read([&](Sql& sql) { return ObjectListStore(sql, scope, {{}, documents}).findInOrder(ids); });
    };
    const std::vector<std::string> ids = candidates({});
    std::unordered_set<std::string> behind;
    if (after) {
        for (std::string& id : candidates(after)) behind.insert(std::move(id));
    }
    ObjectMatcher matcher(database, engine, scope, query);
    std::int64_t listed = 0;
    const auto isEnough = [&] {
        return !reading.counts && listed >= params.limit && listed - params.limit >= params.skip;
    };
    auto [objects, total] = pageOfMatches<StoredObject>(
        ids, kObjectsAtOnce, params,
        [&](std::span<const std::string> part) {
            return isEnough() ? std::vector<StoredObject>()
                              : find(part, opensDocuments ? Documents::Text : Documents::None);
        },
        [&](const std::vector<StoredObject>& some) { return matchPacked(matcher, some); },
        [&](const StoredObject& object) {
            const bool isListed = !after || behind.contains(object.id);
            if (isListed) ++listed;
            return isListed;
        });
    if (!opensDocuments && reading.documents != Documents::None) {
        std::vector<std::string> found;
        for (const StoredObject& object : objects) found.push_back(object.id);
        objects = find(found, Documents::Text);
    }
    if (reading.documents == Documents::Parsed) {
        for (StoredObject& object : objects) object.parseDocument(reading.memory);
    }
    return {std::move(objects), total};
}

}  // namespace inkwell::objects
