#include "comments_store.h"

namespace comments_plugin {

using inkwell::ListParams;
using inkwell::SqlRow;

namespace {

// Statements are kept prepared by their text, so each is put together of constants, with `?` for every value.
const std::string kSelect =
    "SELECT id, bucket_id, object_id, author, body, approved, approved_by, created_at FROM comments_entries "
    "WHERE bucket_id = ?";
const std::string kCount = "SELECT COUNT(*) FROM comments_entries WHERE bucket_id = ?";
const std::string kOfObject = " AND object_id = ? AND approved = 1";
const std::string kWaiting = " AND approved = 0";

CommentsEntry entryOf(const SqlRow& row) {
    CommentsEntry entry;
    entry.id = row[0].text();
    entry.bucketId = row[1].text();
    entry.objectId = row[2].text();
    entry.author = row[3].text();
    entry.text = row[4].text();
    entry.isApproved = row[5].integer() != 0;
    entry.approvedBy = row[6].text();
    entry.createdAtMs = row[7].integer();
    return entry;
}

std::vector<CommentsEntry> entriesOf(const std::vector<SqlRow>& rows) {
    std::vector<CommentsEntry> entries;
    entries.reserve(rows.size());
    for (const SqlRow& row : rows) entries.push_back(entryOf(row));
    return entries;
}

}  // namespace

std::optional<CommentsEntry> CommentsStore::find(const std::string& bucketId, const std::string& id) {
    const std::optional<SqlRow> row = sql_.selectOne(kSelect + " AND id = ?", {bucketId, id});
    if (!row) return std::nullopt;
    return entryOf(*row);
}

CommentsPage CommentsStore::listApproved(const std::string& bucketId, const std::string& objectId,
                                         const ListParams& params) {
    CommentsPage page;
    page.total = sql_.selectOne(kCount + kOfObject, {bucketId, objectId})->at(0).integer();
    page.entries = entriesOf(sql_.select(kSelect + kOfObject + " ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?",
                                         {bucketId, objectId, params.limit, params.skip}));
    return page;
}

CommentsPage CommentsStore::listWaiting(const std::string& bucketId, const ListParams& params) {
    CommentsPage page;
    page.total = sql_.selectOne(kCount + kWaiting, {bucketId})->at(0).integer();
    page.entries = entriesOf(sql_.select(kSelect + kWaiting + " ORDER BY created_at, id LIMIT ? OFFSET ?",
                                         {bucketId, params.limit, params.skip}));
    return page;
}

std::vector<CommentsEntry> CommentsStore::listAll(const std::string& bucketId) {
    return entriesOf(sql_.select(kSelect + " ORDER BY id", {bucketId}));
}

std::vector<CommentsEntry> CommentsStore::listOfObject(const std::string& bucketId, const std::string& objectId) {
    return entriesOf(sql_.select(kSelect + " AND object_id = ? ORDER BY id", {bucketId, objectId}));
}

void CommentsStore::insert(const CommentsEntry& entry) {
    sql_.execute(
        "INSERT INTO comments_entries (id, bucket_id, object_id, author, body, approved, approved_by, created_at) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        {entry.id, entry.bucketId, entry.objectId, entry.author, entry.text, entry.isApproved, entry.approvedBy,
         entry.createdAtMs});
}

void CommentsStore::update(const CommentsEntry& entry) {
    sql_.execute(
        "UPDATE comments_entries SET object_id = ?, author = ?, body = ?, approved = ?, approved_by = ?, "
        "created_at = ? WHERE bucket_id = ? AND id = ?",
        {entry.objectId, entry.author, entry.text, entry.isApproved, entry.approvedBy, entry.createdAtMs,
         entry.bucketId, entry.id});
}

void CommentsStore::remove(const std::string& bucketId, const std::string& id) {
    sql_.execute("DELETE FROM comments_entries WHERE bucket_id = ? AND id = ?", {bucketId, id});
}

void CommentsStore::removeOfObject(const std::string& bucketId, const std::string& objectId) {
    sql_.execute("DELETE FROM comments_entries WHERE bucket_id = ? AND object_id = ?", {bucketId, objectId});
}

void CommentsStore::removeOfBucket(const std::string& bucketId) {
    sql_.execute("DELETE FROM comments_entries WHERE bucket_id = ?", {bucketId});
}

std::int64_t CommentsStore::countWaiting() {
    return sql_.selectOne("SELECT COUNT(*) FROM comments_entries WHERE approved = 0")->at(0).integer();
}

void CommentsStore::removeWaitingBefore(std::int64_t timeMs) {
    sql_.execute("DELETE FROM comments_entries WHERE approved = 0 AND created_at < ?", {timeMs});
}

}  // namespace comments_plugin
