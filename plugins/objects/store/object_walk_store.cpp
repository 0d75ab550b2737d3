#include "store/object_walk_store.h"

namespace inkwell::objects {

std::vector<std::string> ObjectWalk::idsAfter(const std::string& bucketId, const std::string& after,
                                              std::int64_t limit) {
    return services_.database().read([&](Sql& sql) {
        std::vector<std::string> ids;
        // COALESCE keeps the engines from sorting all of the bucket instead of walking the ids.
        for (const SqlRow& row : sql.select("SELECT id FROM objects WHERE id > ? AND COALESCE(bucket_id, '') = ? "
                                            "AND live = 1 ORDER BY id LIMIT ?",
                                            {after, bucketId, limit})) {
            ids.push_back(row[0].text());
        }
        return ids;
    });
}

}  // namespace inkwell::objects
