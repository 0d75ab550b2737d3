#include "read/reference_store.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <tuple>
#include <unordered_map>

#include "store/field_key.h"
#include "store/object_order.h"

namespace inkwell::objects {

namespace {

// A title that is equal to a file's name is no use of the file. Paths are stored by indexedText.
constexpr const char* kThumbnail = "thumbnail\x01\x01";
constexpr const char* kMetadata = "metadata.";
constexpr const char* kMetadataEnd = "metadata/";

// Of the table objects_paths as `p`.
constexpr const char* kShownPaths = "p.bucket_id = ? AND (p.path = ? OR p.path >= ? AND p.path < ?)";

constexpr const char* kInOrder = " ORDER BY o.created_at, o.object_id";

SqlParams shownPathsOf(const std::string& bucketId) { return {bucketId, kThumbnail, kMetadata, kMetadataEnd}; }

// Of the table objects as `o`. One seek for each path and key. COALESCE keeps SQLite, which has no statistics, from
// walking all objects of the bucket.
std::string tailOf(const std::string& bucketId, std::span<const std::string> keys, Visibility visibility,
                   SqlParams& params) {
    params = shownPathsOf(bucketId);
    std::string tail = std::string(
                           "FROM objects o WHERE o.number IN (SELECT f.object FROM objects_fields f WHERE f.path IN "
                           "(SELECT p.number FROM objects_paths p WHERE ") +
                       kShownPaths + ") AND f.value IN " + sqlIn(keys, params) +
                       ") AND COALESCE(o.bucket_id, '') = ? AND o." + visibleRows(visibility);
    params.emplace_back(bucketId);
    return tail;
}

std::vector<std::span<const std::string>> partsOf(std::span<const std::string> keys) {
    std::vector<std::span<const std::string>> parts;
    for (; !keys.empty(); keys = keys.subspan(parts.back().size()))
        parts.push_back(keys.first(std::min(keys.size(), ReferenceStore::kKeysPerStatement)));
    return parts;
}

std::string listOf(const std::vector<std::int64_t>& rows) {
    std::string list;
    for (const std::int64_t row : rows) list += (list.empty() ? "" : ",") + std::to_string(row);
    return list;
}

}  // namespace

ObjectUsage::Page ReferenceStore::find(const std::string& bucketId, std::span<const std::string> keys,
                                       Visibility visibility, std::int64_t limit, std::int64_t skip) {
    const auto [rows, total] = findRows(bucketId, keys, visibility, limit, skip);
    ObjectUsage::Page page{readUses(rows), total};
    for (const auto part : partsOf(keys)) addFields(bucketId, part, rows, page.uses);
    for (ObjectUsage::Use& use : page.uses) {
        std::sort(use.fields.begin(), use.fields.end());
        use.fields.erase(std::unique(use.fields.begin(), use.fields.end()), use.fields.end());
    }
    return page;
}

std::pair<std::vector<std::int64_t>, std::int64_t> ReferenceStore::findRows(const std::string& bucketId,
                                                                            std::span<const std::string> keys,
                                                                            Visibility visibility, std::int64_t limit,
                                                                            std::int64_t skip) {
    std::vector<std::int64_t> rows;
    if (keys.size() <= kKeysPerStatement) {
        SqlParams params;
        const std::string tail = tailOf(bucketId, keys, visibility, params);
        const std::int64_t total = sql_.selectOne("SELECT COUNT(*) " + tail, params)->at(0).integer();
        if (total <= skip) return {{}, total};
        params.insert(params.end(), {limit, skip});
        for (const SqlRow& row : sql_.select("SELECT o.number " + tail + kInOrder + " LIMIT ? OFFSET ?", params))
            rows.push_back(row[0].integer());
        return {std::move(rows), total};
    }
    // An object may hold several of the keys, in different parts of them: created_at, id, number.
    std::set<std::tuple<std::int64_t, std::string, std::int64_t>> found;
    for (const auto part : partsOf(keys)) {
        SqlParams params;
        const std::string tail = tailOf(bucketId, part, visibility, params);
        for (SqlRow& row : sql_.select("SELECT o.created_at, o.object_id, o.number " + tail, params))
            found.emplace(row[0].integer(), std::move(row[1]).text(), row[2].integer());
    }
    for (auto one = std::next(found.begin(), std::min(skip, std::ssize(found)));
         one != found.end() && std::ssize(rows) < limit; ++one)
        rows.push_back(std::get<2>(*one));
    return {std::move(rows), std::ssize(found)};
}

std::vector<ObjectUsage::Use> ReferenceStore::readUses(const std::vector<std::int64_t>& rows) {
    std::vector<ObjectUsage::Use> uses;
    if (rows.empty()) return uses;
    for (SqlRow& row : sql_.select("SELECT o.object_id, o.title, o.slug, o.type_slug, o.status FROM objects o "
                                   "WHERE o.number IN (" +
                                       listOf(rows) + ")" + kInOrder,
                                   {}))
        uses.push_back({std::move(row[0]).text(),
                        std::move(row[1]).text(),
                        std::move(row[2]).text(),
                        std::move(row[3]).text(),
                        std::move(row[4]).text(),
                        {}});
    return uses;
}

void ReferenceStore::addFields(const std::string& bucketId, std::span<const std::string> keys,
                               const std::vector<std::int64_t>& rows, std::vector<ObjectUsage::Use>& uses) {
    if (rows.empty()) return;
    std::unordered_map<std::int64_t, ObjectUsage::Use*> byRow;
    for (std::size_t i = 0; i < rows.size(); ++i) byRow.emplace(rows[i], &uses[i]);
    SqlParams params = shownPathsOf(bucketId);
    const std::string in = sqlIn(keys, params);
    for (const SqlRow& row :
         sql_.select(std::string("SELECT f.object, p.path FROM objects_fields f "
                                 "JOIN objects_paths p ON p.number = f.path WHERE ") +
                         kShownPaths + " AND f.value IN " + in + " AND f.object IN (" + listOf(rows) + ")",
                     params)) {
        byRow.at(row[0].integer())->fields.push_back(plainText(row[1].text()));
    }
}

}  // namespace inkwell::objects
