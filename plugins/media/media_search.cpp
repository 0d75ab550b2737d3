#include "media_search.h"

#include <algorithm>
#include <unordered_map>

#include "inkwell/list_query_sql.h"
#include "media_query.h"

namespace inkwell::media {

namespace {

constexpr std::size_t kRecordsAtOnce = 500;

// In the order of the ids; one that has vanished since is left out.
std::vector<StoredMedia> loadInOrder(Sql& sql, const std::string& bucketId, std::span<const std::string> ids) {
    std::unordered_map<std::string, StoredMedia> byId;
    for (StoredMedia& media : MediaStore(sql).findAll(bucketId, ids)) {
        std::string id = media.id;
        byId.emplace(std::move(id), std::move(media));
    }
    std::vector<StoredMedia> loaded;
    loaded.reserve(byId.size());
    for (const std::string& id : ids) {
        const auto found = byId.find(id);
        if (found != byId.end()) loaded.push_back(std::move(found->second));
    }
    return loaded;
}

}  // namespace

MediaPage searchMedia(Sql& sql, const std::string& bucketId, const ListParams& params, const ListQuery& query) {
    if (isSqlExact(query)) return MediaStore(sql).list(bucketId, params, query);
    const std::vector<std::string> ids = MediaStore(sql).candidates(bucketId, params.sort, query);
    MediaPage page;
    for (std::size_t at = 0; at < ids.size(); at += kRecordsAtOnce) {
        const auto part = std::span(ids).subspan(at, std::min(kRecordsAtOnce, ids.size() - at));
        for (StoredMedia& media : loadInOrder(sql, bucketId, part)) {
            if (!matches(query, media)) continue;
            const std::int64_t place = page.total++;
            if (place >= params.skip && place - params.skip < params.limit) page.media.push_back(std::move(media));
        }
    }
    return page;
}

}  // namespace inkwell::media
