#include "read/usage_store.h"

#include "inkwell/list_query_sql.h"
#include "store/field_key.h"

namespace inkwell::objects {

namespace {

bool isShown(const std::string& path) { return path == "thumbnail" || path.starts_with("metadata."); }

}  // namespace

std::vector<std::string> UsageStore::pathsOf(const std::string& bucketId, std::span<const std::string> texts) {
    std::vector<std::string> keys;
    for (const std::string& text : texts) keys.push_back(textKey(text));
    SqlParams params{bucketId};
    const std::string in = sqlIn(keys, params);
    std::vector<std::string> paths;
    for (const SqlRow& row : sql_.select("SELECT p.path FROM objects_paths p WHERE p.bucket_id = ? AND EXISTS "
                                         "(SELECT 1 FROM objects_fields f WHERE f.path = p.number AND f.value IN " +
                                             in + ") ORDER BY p.path",
                                         params)) {
        std::string path = plainText(row[0].text());
        if (isShown(path)) paths.push_back(std::move(path));
    }
    return paths;
}

}  // namespace inkwell::objects
