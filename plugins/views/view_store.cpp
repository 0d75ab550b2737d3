#include "view_store.h"

#include "inkwell/database_engine.h"

namespace inkwell::views {

namespace {

const std::string kSelect =
    "SELECT id, bucket_id, owner, shared, title, type_slug, sort, query, columns_shown, created_at, modified_at "
    "FROM views ";

View parseRow(const SqlRow& row) {
    View view;
    view.id = row[0].text();
    view.bucketId = row[1].text();
    view.owner = row[2].text();
    view.isShared = row[3].integer() != 0;
    view.title = row[4].text();
    view.type = row[5].text();
    view.sort = row[6].text();
    view.query = std::move(parseStoredJson(row[7].view()).as_object());
    view.columns = std::move(parseStoredJson(row[8].view()).as_array());
    view.createdAtMs = row[9].integer();
    view.modifiedAtMs = row[10].integer();
    return view;
}

}  // namespace

std::optional<View> ViewStore::find(const std::string& bucketId, const std::string& id) {
    const auto row = sql_.selectOne(kSelect + "WHERE id = ? AND bucket_id = ?", {id, bucketId});
    return row ? std::optional(parseRow(*row)) : std::nullopt;
}

std::optional<View> ViewStore::findForUpdate(const std::string& bucketId, const std::string& id) {
    const std::string statement = kSelect + "WHERE id = ? AND bucket_id = ?" + std::string(sql_.dialect().forUpdate());
    const auto row = sql_.selectOne(statement, {id, bucketId});
    return row ? std::optional(parseRow(*row)) : std::nullopt;
}

std::vector<View> ViewStore::list(const std::string& bucketId, const std::string& owner) {
    std::vector<View> views;
    for (const SqlRow& row : sql_.select(
             kSelect + "WHERE bucket_id = ? AND (owner = ? OR shared = 1) ORDER BY title, id", {bucketId, owner})) {
        views.push_back(parseRow(row));
    }
    return views;
}

std::int64_t ViewStore::countOf(const std::string& bucketId, const std::string& owner) {
    return sql_.selectOne("SELECT COUNT(*) FROM views WHERE bucket_id = ? AND owner = ?", {bucketId, owner})
        ->at(0)
        .integer();
}

void ViewStore::insert(const View& view) {
    sql_.execute(
        "INSERT INTO views (id, bucket_id, owner, shared, title, type_slug, sort, query, columns_shown, created_at, "
        "modified_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        {view.id, view.bucketId, view.owner, view.isShared, view.title, view.type, view.sort, writeJson(view.query),
         writeJson(view.columns), view.createdAtMs, view.modifiedAtMs});
}

void ViewStore::update(const View& view) {
    sql_.execute(
        "UPDATE views SET shared = ?, title = ?, type_slug = ?, sort = ?, query = ?, columns_shown = ?, "
        "modified_at = ? WHERE id = ?",
        {view.isShared, view.title, view.type, view.sort, writeJson(view.query), writeJson(view.columns),
         view.modifiedAtMs, view.id});
}

void ViewStore::remove(const std::string& id) { sql_.execute("DELETE FROM views WHERE id = ?", {id}); }

void ViewStore::removePrivateOf(const std::string& bucketId, const std::string& owner) {
    sql_.execute("DELETE FROM views WHERE bucket_id = ? AND owner = ? AND shared = 0", {bucketId, owner});
}

void ViewStore::removeOfBucket(const std::string& bucketId) {
    sql_.execute("DELETE FROM views WHERE bucket_id = ?", {bucketId});
}

std::vector<View> ViewStore::listAllForUpdate(const std::string& bucketId) {
    const std::string statement = kSelect + "WHERE bucket_id = ? ORDER BY id" + std::string(sql_.dialect().forUpdate());
    std::vector<View> views;
    for (const SqlRow& row : sql_.select(statement, {bucketId})) views.push_back(parseRow(row));
    return views;
}

}  // namespace inkwell::views
