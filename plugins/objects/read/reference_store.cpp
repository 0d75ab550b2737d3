#include "read/reference_store.h"

#include <algorithm>
#include <unordered_map>

#include "store/object_order.h"

namespace inkwell::objects {

namespace {

// All paths of relations (relationPath) lie between these two.
constexpr const char* kFirstPath = ">";
constexpr const char* kBehindPaths = "?";
// A bucket has as many as its types have relations. Where objects have keys of their own there may be many more: then
// all relations are walked, which is slower and finds the same.
constexpr std::size_t kMostPaths = 500;

}  // namespace

// The index begins with bucket and path, so that each path is one step in it, however many objects have it.
std::vector<std::string> ReferenceStore::relationPaths(const std::string& bucketId) {
    std::vector<std::string> paths;
    std::string after = kFirstPath;
    while (paths.size() <= kMostPaths) {
        const auto row = sql_.selectOne(
            "SELECT path FROM objects_fields WHERE bucket_id = ? AND path > ? AND path < ? ORDER BY path LIMIT 1",
            {bucketId, after, kBehindPaths});
        if (!row) break;
        after = (*row)[0].text();
        paths.push_back(after);
    }
    return paths;
}

ReferencePage ReferenceStore::find(const std::string& bucketId, const std::string& objectId, Visibility visibility,
                                   std::int64_t limit, std::int64_t skip) {
    const std::vector<std::string> paths = relationPaths(bucketId);
    ReferencePage page;
    if (paths.empty()) return page;
    SqlParams ofPaths{kFirstPath, kBehindPaths};
    std::string ofRelations = "f.path > ? AND f.path < ?";
    if (paths.size() <= kMostPaths) {
        ofPaths.clear();
        ofRelations = "f.path IN " + sqlIn(paths, ofPaths);
    }
    SqlParams params{bucketId};
    params.insert(params.end(), ofPaths.begin(), ofPaths.end());
    params.insert(params.end(), {objectId, bucketId});
    // COALESCE keeps SQLite, which has no statistics, from walking all objects of the bucket.
    const std::string tail =
        "FROM objects o WHERE o.id IN (SELECT f.object_id FROM objects_fields f WHERE f.bucket_id = ? AND " +
        ofRelations + " AND f.text_value = ?) AND COALESCE(o.bucket_id, '') = ? AND o." + visibleRows(visibility);
    page.total = sql_.selectOne("SELECT COUNT(*) " + tail, params)->at(0).integer();
    if (page.total <= skip) return page;
    params.insert(params.end(), {limit, skip});
    for (SqlRow& row : sql_.select("SELECT o.id, o.object_id, o.title, o.slug, o.type_slug, o.status " + tail +
                                       " ORDER BY o.created_at, o.object_id LIMIT ? OFFSET ?",
                                   params)) {
        page.references.push_back({std::move(row[0]).text(),
                                   std::move(row[1]).text(),
                                   std::move(row[2]).text(),
                                   std::move(row[3]).text(),
                                   std::move(row[4]).text(),
                                   std::move(row[5]).text(),
                                   {}});
    }
    addFields(bucketId, objectId, ofRelations, ofPaths, page.references);
    return page;
}

void ReferenceStore::addFields(const std::string& bucketId, const std::string& objectId, const std::string& ofRelations,
                               const SqlParams& paths, std::vector<Reference>& references) {
    std::unordered_map<std::string, Reference*> byRow;
    std::vector<std::string> rowIds;
    for (Reference& reference : references) {
        byRow.emplace(reference.rowId, &reference);
        rowIds.push_back(reference.rowId);
    }
    SqlParams params{bucketId};
    params.insert(params.end(), paths.begin(), paths.end());
    params.emplace_back(objectId);
    const std::string list = sqlIn(rowIds, params);
    for (const SqlRow& row : sql_.select("SELECT DISTINCT f.object_id, f.path FROM objects_fields f WHERE "
                                         "f.bucket_id = ? AND " +
                                             ofRelations + " AND f.text_value = ? AND f.object_id IN " + list,
                                         params)) {
        byRow.at(row[0].text())->fields.push_back(row[1].text().substr(1));  // without the mark of a relation
    }
    for (Reference& reference : references) std::sort(reference.fields.begin(), reference.fields.end());
}

}  // namespace inkwell::objects
