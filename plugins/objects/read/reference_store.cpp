#include "read/reference_store.h"

#include <algorithm>
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

SqlParams shownPathsOf(const std::string& bucketId) { return {bucketId, kThumbnail, kMetadata, kMetadataEnd}; }

}  // namespace

ObjectUsage::Page ReferenceStore::find(const std::string& bucketId, std::span<const std::string> keys,
                                       Visibility visibility, std::int64_t limit, std::int64_t skip) {
    // One seek for each path and key. COALESCE keeps SQLite, which has no statistics, from walking all objects of the
    // bucket.
    SqlParams params = shownPathsOf(bucketId);
    const std::string tail =
        std::string(
            "FROM objects o WHERE o.number IN (SELECT f.object FROM objects_fields f WHERE f.path IN "
            "(SELECT p.number FROM objects_paths p WHERE ") +
        kShownPaths + ") AND f.value IN " + sqlIn(keys, params) + ") AND COALESCE(o.bucket_id, '') = ? AND o." +
        visibleRows(visibility);
    params.emplace_back(bucketId);
    ObjectUsage::Page page;
    page.total = sql_.selectOne("SELECT COUNT(*) " + tail, params)->at(0).integer();
    if (page.total <= skip) return page;
    params.insert(params.end(), {limit, skip});
    std::vector<std::int64_t> rows;
    for (SqlRow& row : sql_.select("SELECT o.number, o.object_id, o.title, o.slug, o.type_slug, o.status " + tail +
                                       " ORDER BY o.created_at, o.object_id LIMIT ? OFFSET ?",
                                   params)) {
        rows.push_back(row[0].integer());
        page.uses.push_back({std::move(row[1]).text(),
                             std::move(row[2]).text(),
                             std::move(row[3]).text(),
                             std::move(row[4]).text(),
                             std::move(row[5]).text(),
                             {}});
    }
    addFields(bucketId, keys, rows, page.uses);
    return page;
}

void ReferenceStore::addFields(const std::string& bucketId, std::span<const std::string> keys,
                               const std::vector<std::int64_t>& rows, std::vector<ObjectUsage::Use>& uses) {
    if (rows.empty()) return;
    std::unordered_map<std::int64_t, ObjectUsage::Use*> byRow;
    std::string numbers;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        byRow.emplace(rows[i], &uses[i]);
        numbers += (i == 0 ? "" : ",") + std::to_string(rows[i]);
    }
    SqlParams params = shownPathsOf(bucketId);
    const std::string in = sqlIn(keys, params);
    for (const SqlRow& row :
         sql_.select(std::string("SELECT f.object, p.path FROM objects_fields f "
                                 "JOIN objects_paths p ON p.number = f.path WHERE ") +
                         kShownPaths + " AND f.value IN " + in + " AND f.object IN (" + numbers + ")",
                     params)) {
        byRow.at(row[0].integer())->fields.push_back(plainText(row[1].text()));
    }
    for (ObjectUsage::Use& use : uses) {
        std::sort(use.fields.begin(), use.fields.end());
        use.fields.erase(std::unique(use.fields.begin(), use.fields.end()), use.fields.end());
    }
}

}  // namespace inkwell::objects
