#include "records/media_search.h"

#include "inkwell/list_query_sql.h"
#include "inkwell/paging.h"
#include "inkwell/sql_rows.h"
#include "records/media_query.h"

namespace inkwell::media {

namespace {

constexpr std::size_t kRecordsAtOnce = 500;

}  // namespace

MediaPage searchMedia(Sql& sql, const std::string& bucketId, const ListParams& params, const ListQuery& query) {
    if (isSqlExact(query)) return MediaRecordStore(sql).list(bucketId, params, query);
    const std::vector<std::string> ids = MediaRecordStore(sql).candidates(bucketId, params.sort, query);
    const auto load = [&](std::span<const std::string> part) {
        return inOrderOf(part, MediaRecordStore(sql).findAll(bucketId, part), &StoredMedia::id);
    };
    const auto match = [&](const std::vector<StoredMedia>& some) {
        std::vector<bool> matching;
        for (const StoredMedia& media : some) matching.push_back(matches(query, media));
        return matching;
    };
    auto [media, total] = pageOfMatches<StoredMedia>(ids, kRecordsAtOnce, params, load, match);
    return {std::move(media), total};
}

}  // namespace inkwell::media
