#include "bucket_walk_store.h"

namespace inkwell::buckets {

std::vector<std::string> BucketWalk::idsAfter(const std::string&, const std::string& after, std::int64_t limit) {
    return services_.database().read([&](Sql& sql) {
        std::vector<std::string> ids;
        for (const SqlRow& row :
             sql.select("SELECT id FROM buckets WHERE id > ? ORDER BY id LIMIT ?", {after, limit})) {
            ids.push_back(row[0].text());
        }
        return ids;
    });
}

}  // namespace inkwell::buckets
