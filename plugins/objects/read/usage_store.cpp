#include "read/usage_store.h"

#include "inkwell/list_query_sql.h"

namespace inkwell::objects {

namespace {

// What indexedText was made of.
std::string plainText(std::string_view indexed) {
    std::string text;
    for (std::size_t at = 0; at < indexed.size(); ++at) {
        if (indexed[at] != '\x01') {
            text += indexed[at];
        } else if (at + 1 < indexed.size() && indexed[++at] == '\x02') {
            text += '\x01';
        }
    }
    return text;
}

bool isShown(const std::string& path) { return path == "thumbnail" || path.starts_with("metadata."); }

}  // namespace

// The index begins with bucket and path, so that each path is one step in it, however many objects have it.
std::vector<std::string> UsageStore::pathsOf(const std::string& bucketId, std::span<const std::string> texts) {
    std::vector<std::string> paths;
    std::string last;
    while (const auto next =
               sql_.selectOne("SELECT path FROM objects_fields WHERE bucket_id = ? AND path > ? ORDER BY path LIMIT 1",
                              {bucketId, last})) {
        last = (*next)[0].text();
        const std::string path = plainText(last);
        if (!isShown(path)) continue;
        std::vector<std::string> values;
        for (const std::string& text : texts) values.push_back(indexedPrefix(text));
        SqlParams params{bucketId, last};
        const std::string in = sqlIn(values, params);
        const auto row =
            sql_.selectOne("SELECT object_id FROM objects_fields WHERE bucket_id = ? AND path = ? AND text_value IN " +
                               in + " LIMIT 1",
                           params);
        if (row) paths.push_back(path);
    }
    return paths;
}

}  // namespace inkwell::objects
