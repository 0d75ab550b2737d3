#include "media_search.h"

#include <algorithm>

#include "inkwell/list_query_sql.h"
#include "inkwell/sql_rows.h"
#include "media_query.h"

namespace inkwell::media {

namespace {

constexpr std::size_t kRecordsAtOnce = 500;

}  // namespace

MediaPage searchMedia(Sql& sql, const std::string& bucketId, const ListParams& params, const ListQuery& query) {
    if (isSqlExact(query)) return MediaStore(sql).list(bucketId, params, query);
    const std::vector<std::string> ids = MediaStore(sql).candidates(bucketId, params.sort, query);
    MediaPage page;
    for (std::size_t at = 0; at < ids.size(); at += kRecordsAtOnce) {
        const auto part = std::span(ids).subspan(at, std::min(kRecordsAtOnce, ids.size() - at));
        for (StoredMedia& media : inOrderOf(part, MediaStore(sql).findAll(bucketId, part), &StoredMedia::id)) {
            if (!matches(query, media)) continue;
            const std::int64_t place = page.total++;
            if (place >= params.skip && place - params.skip < params.limit) page.media.push_back(std::move(media));
        }
    }
    return page;
}

}  // namespace inkwell::media
