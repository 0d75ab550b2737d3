#include "read/reference_store.h"

#include <algorithm>
#include <unordered_map>

#include "store/field_key.h"
#include "store/object_order.h"

namespace inkwell::objects {

namespace {

// The key of a relation's value is the id itself, which no text has (store/field_key.h): one seek for each path.
constexpr const char* kRelates = "f.path IN (SELECT number FROM objects_paths WHERE bucket_id = ?) AND f.value = ?";

}  // namespace

ReferencePage ReferenceStore::find(const std::string& bucketId, const std::string& objectId, Visibility visibility,
                                   std::int64_t limit, std::int64_t skip) {
    ReferencePage page;
    // COALESCE keeps SQLite, which has no statistics, from walking all objects of the bucket.
    const std::string tail =
        std::string("FROM objects o WHERE o.number IN (SELECT f.object FROM objects_fields f WHERE ") + kRelates +
        ") AND COALESCE(o.bucket_id, '') = ? AND o." + visibleRows(visibility);
    SqlParams params{bucketId, objectId, bucketId};
    page.total = sql_.selectOne("SELECT COUNT(*) " + tail, params)->at(0).integer();
    if (page.total <= skip) return page;
    params.insert(params.end(), {limit, skip});
    for (SqlRow& row : sql_.select("SELECT o.number, o.object_id, o.title, o.slug, o.type_slug, o.status " + tail +
                                       " ORDER BY o.created_at, o.object_id LIMIT ? OFFSET ?",
                                   params)) {
        page.references.push_back({row[0].integer(),
                                   std::move(row[1]).text(),
                                   std::move(row[2]).text(),
                                   std::move(row[3]).text(),
                                   std::move(row[4]).text(),
                                   std::move(row[5]).text(),
                                   {}});
    }
    addFields(bucketId, objectId, page.references);
    return page;
}

void ReferenceStore::addFields(const std::string& bucketId, const std::string& objectId,
                               std::vector<Reference>& references) {
    if (references.empty()) return;
    std::unordered_map<std::int64_t, Reference*> byRow;
    std::string rows;
    for (Reference& reference : references) {
        byRow.emplace(reference.number, &reference);
        rows += (rows.empty() ? "" : ",") + std::to_string(reference.number);
    }
    for (const SqlRow& row :
         sql_.select("SELECT f.object, p.path FROM objects_fields f JOIN objects_paths p ON p.number = f.path "
                     "WHERE p.bucket_id = ? AND f.value = ? AND f.object IN (" +
                         rows + ")",
                     {bucketId, objectId})) {
        byRow.at(row[0].integer())->fields.push_back(plainText(row[1].text()));
    }
    for (Reference& reference : references) std::sort(reference.fields.begin(), reference.fields.end());
}

}  // namespace inkwell::objects
