#include "merge_request_store.h"

#include "inkwell/database_engine.h"
#include "inkwell/json.h"

namespace inkwell::merge_requests {

namespace {

const std::string kSelect =
    "SELECT id, bucket_id, source_id, source_slug, title, status, object_ids, created_at, created_by, modified_at, "
    "completed_at, completed_by FROM merge_requests ";

MergeRequest parseRow(const SqlRow& row) {
    MergeRequest request;
    request.id = row[0].text();
    request.bucketId = row[1].text();
    request.sourceId = row[2].text();
    request.sourceSlug = row[3].text();
    request.title = row[4].text();
    request.status = row[5].text();
    const Json ids = parseStoredJson(row[6].view());
    for (const Json& id : ids.as_array()) request.objectIds.emplace_back(id.as_string());
    request.createdAtMs = row[7].integer();
    request.createdBy = row[8].text();
    request.modifiedAtMs = row[9].integer();
    request.completedAtMs = row[10].optionalInteger();
    request.completedBy = row[11].optionalText();
    return request;
}

std::optional<MergeRequest> toOptional(const std::optional<SqlRow>& row) {
    return row ? std::optional(parseRow(*row)) : std::nullopt;
}

}  // namespace

std::optional<MergeRequest> MergeRequestStore::find(const std::string& bucketId, const std::string& id) {
    static const std::string kStatement = kSelect + "WHERE id = ? AND bucket_id = ?";
    return toOptional(sql_.selectOne(kStatement, {id, bucketId}));
}

std::optional<MergeRequest> MergeRequestStore::findForUpdate(const std::string& bucketId, const std::string& id) {
    const std::string statement = kSelect + "WHERE id = ? AND bucket_id = ?" + std::string(sql_.dialect().forUpdate());
    return toOptional(sql_.selectOne(statement, {id, bucketId}));
}

MergeRequestPage MergeRequestStore::list(const std::string& bucketId, const ListParams& params) {
    static const std::string kOldestFirst = kSelect + "WHERE bucket_id = ? ORDER BY created_at, id LIMIT ? OFFSET ?";
    static const std::string kNewestFirst =
        kSelect + "WHERE bucket_id = ? ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?";
    MergeRequestPage page;
    for (const SqlRow& row : sql_.select(params.sort == "created_at" ? kOldestFirst : kNewestFirst,
                                         {bucketId, params.limit, params.skip})) {
        page.requests.push_back(parseRow(row));
    }
    page.total = sql_.selectOne("SELECT COUNT(*) FROM merge_requests WHERE bucket_id = ?", {bucketId})->at(0).integer();
    return page;
}

MergeRequestPage MergeRequestStore::openFrom(const std::string& sourceId, const ListParams& params) {
    static const std::string kOldestFirst =
        kSelect + "WHERE source_id = ? AND status = ? ORDER BY created_at, id LIMIT ? OFFSET ?";
    static const std::string kNewestFirst =
        kSelect + "WHERE source_id = ? AND status = ? ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?";
    MergeRequestPage page;
    for (const SqlRow& row : sql_.select(params.sort == "created_at" ? kOldestFirst : kNewestFirst,
                                         {sourceId, kOpen, params.limit, params.skip})) {
        page.requests.push_back(parseRow(row));
    }
    page.total =
        sql_.selectOne("SELECT COUNT(*) FROM merge_requests WHERE source_id = ? AND status = ?", {sourceId, kOpen})
            ->at(0)
            .integer();
    return page;
}

std::optional<MergeRequest> MergeRequestStore::findFromForUpdate(const std::string& sourceId, const std::string& id) {
    const std::string statement = kSelect + "WHERE id = ? AND source_id = ?" + std::string(sql_.dialect().forUpdate());
    return toOptional(sql_.selectOne(statement, {id, sourceId}));
}

void MergeRequestStore::insert(const MergeRequest& request) {
    JsonArray ids(request.objectIds.begin(), request.objectIds.end());
    sql_.execute(
        "INSERT INTO merge_requests (id, bucket_id, source_id, source_slug, title, status, object_ids, created_at, "
        "created_by, modified_at, completed_at, completed_by) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        {request.id, request.bucketId, request.sourceId, request.sourceSlug, request.title, request.status,
         writeJson(ids), request.createdAtMs, request.createdBy, request.modifiedAtMs, request.completedAtMs,
         request.completedBy});
}

void MergeRequestStore::update(const MergeRequest& request) {
    sql_.execute(
        "UPDATE merge_requests SET status = ?, modified_at = ?, completed_at = ?, completed_by = ? WHERE id = ?",
        {request.status, request.modifiedAtMs, request.completedAtMs, request.completedBy, request.id});
}

std::vector<MergeRequest> MergeRequestStore::openFromForUpdate(const std::string& sourceId) {
    const std::string statement = kSelect + "WHERE source_id = ? AND status = ? ORDER BY created_at, id" +
                                  std::string(sql_.dialect().forUpdate());
    std::vector<MergeRequest> requests;
    for (const SqlRow& row : sql_.select(statement, {sourceId, kOpen})) requests.push_back(parseRow(row));
    return requests;
}

void MergeRequestStore::removeOfBucket(const std::string& bucketId) {
    sql_.execute("DELETE FROM merge_requests WHERE bucket_id = ?", {bucketId});
}

}  // namespace inkwell::merge_requests
