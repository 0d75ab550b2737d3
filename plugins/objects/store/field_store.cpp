#include "store/field_store.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <span>
#include <stdexcept>

#include "inkwell/database_engine.h"
#include "inkwell/list_query_sql.h"
#include "inkwell/sql_rows.h"
#include "inkwell/text.h"
#include "store/field_key.h"

namespace inkwell::objects {

namespace {

// Marks a row whose values are incomplete.
constexpr std::int64_t kIncomplete = 0;
constexpr std::size_t kPathsPerStatement = 1024;
const std::string kIdEnd = ".id";

// What is no id is found as a text.
bool isRelatedId(const FieldValue& field) {
    const auto* text = field.isReference ? field.value.if_string() : nullptr;
    return text != nullptr && isId(*text);
}

std::string keyOfField(const FieldValue& field) {
    return isRelatedId(field) ? std::string(field.value.get_string()) : keyOf(field.value);
}

// The engine says the id of a related object twice, as "author" and as "author.id": without the latter ones.
std::vector<const FieldValue*> keptOf(const std::vector<FieldValue>& fields) {
    std::set<std::pair<std::string, std::string>> references;
    for (const FieldValue& field : fields)
        if (isRelatedId(field)) references.emplace(field.path + kIdEnd, field.value.get_string());
    std::vector<const FieldValue*> kept;
    kept.reserve(fields.size());
    for (const FieldValue& field : fields) {
        const auto* text = field.isReference ? nullptr : field.value.if_string();
        if (text == nullptr || references.count({field.path, std::string(*text)}) == 0) kept.push_back(&field);
    }
    return kept;
}

}  // namespace

std::vector<FieldStore::Entry> FieldStore::entriesOf(const std::string& bucketId, const std::vector<FieldValue>& fields,
                                                     bool complete, Numbers numbers) {
    const std::vector<const FieldValue*> kept = keptOf(fields);
    std::set<std::string> paths;
    for (const FieldValue* field : kept) paths.insert(indexedText(field->path));
    addNumbers(bucketId, {paths.begin(), paths.end()}, numbers);
    std::vector<Entry> entries;
    entries.reserve(kept.size() + 1);
    if (!complete) entries.emplace_back(kIncomplete, "");
    for (const FieldValue* field : kept) {
        entries.emplace_back(numbers.at(indexedText(field->path)), keyOfField(*field));
    }
    std::sort(entries.begin(), entries.end());
    entries.erase(std::unique(entries.begin(), entries.end()), entries.end());
    return entries;
}

void FieldStore::findNumbers(const std::string& bucketId, const std::vector<std::string>& paths, Numbers& numbers) {
    const std::span<const std::string> all(paths);
    for (std::size_t at = 0; at < all.size(); at += kPathsPerStatement) {
        SqlParams params{bucketId};
        const std::string list = sqlIn(all.subspan(at, std::min(kPathsPerStatement, all.size() - at)), params);
        for (const SqlRow& row :
             sql_.select("SELECT path, number FROM objects_paths WHERE bucket_id = ? AND path IN " + list, params)) {
            numbers.emplace(row[0].text(), row[1].integer());
        }
    }
}

void FieldStore::addNumbers(const std::string& bucketId, std::vector<std::string> paths, Numbers& numbers) {
    const auto isKnown = [&](const std::string& path) { return numbers.count(path) > 0; };
    std::erase_if(paths, isKnown);
    if (paths.empty()) return;
    findNumbers(bucketId, paths, numbers);
    std::erase_if(paths, isKnown);
    if (paths.empty()) return;
    // Another writer may add the same one: who comes second waits for the first and finds its number.
    static const std::string kInsert = "INSERT INTO objects_paths (bucket_id, path) VALUES (?, ?)";
    for (const std::string& path : paths) {
        sql_.execute(kInsert + sql_.dialect().onDuplicateUpdate("bucket_id, path", {"path"}), {bucketId, path});
    }
    findNumbers(bucketId, paths, numbers);
}

void FieldStore::insertEntries(std::int64_t number, const std::vector<Entry>& entries) {
    if (number == 0 && !entries.empty()) {
        throw std::logic_error("a row of objects has no number yet: ObjectStore::insert returns it");
    }
    std::vector<SqlRow> rows;
    rows.reserve(entries.size());
    for (const auto& [path, key] : entries) rows.push_back(SqlRow{number, path, key});
    insertRows(sql_, "INSERT INTO objects_fields (object, path, value) VALUES", rows);
}

void FieldStore::insert(const std::string& bucketId, std::int64_t number, const std::vector<FieldValue>& fields,
                        bool complete) {
    insertEntries(number, entriesOf(bucketId, fields, complete, {}));
}

void FieldStore::replace(const std::string& bucketId, std::int64_t number, const std::vector<FieldValue>& fields,
                         bool complete) {
    Numbers numbers;
    const std::vector<Entry> stored = storedEntries(number, numbers);
    const std::vector<Entry> wanted = entriesOf(bucketId, fields, complete, std::move(numbers));
    std::vector<Entry> outdated;
    std::set_difference(stored.begin(), stored.end(), wanted.begin(), wanted.end(), std::back_inserter(outdated));
    std::vector<Entry> missing;
    std::set_difference(wanted.begin(), wanted.end(), stored.begin(), stored.end(), std::back_inserter(missing));
    if (outdated.size() == stored.size() && !stored.empty()) {
        remove(number);
        insertEntries(number, missing);
    } else {
        replaceEntries(number, outdated, std::move(missing));
    }
}

// With the numbers of the paths that the row has, which mostly are those that it will have.
std::vector<FieldStore::Entry> FieldStore::storedEntries(std::int64_t number, Numbers& numbers) {
    std::vector<Entry> stored;
    for (const SqlRow& row : sql_.select("SELECT f.path, f.value, p.path FROM objects_fields f "
                                         "LEFT JOIN objects_paths p ON p.number = f.path WHERE f.object = ?",
                                         {number})) {
        stored.emplace_back(row[0].integer(), row[1].text());
        if (!row[2].isNull()) numbers.emplace(row[2].text(), row[0].integer());
    }
    std::sort(stored.begin(), stored.end());
    return stored;
}

// One value in place of another of its path is one statement instead of two.
void FieldStore::replaceEntries(std::int64_t number, const std::vector<Entry>& outdated, std::vector<Entry> missing) {
    for (const auto& [path, key] : outdated) {
        const auto other = std::find_if(missing.begin(), missing.end(),
                                        [&](const Entry& one) { return one.first == path && path != kIncomplete; });
        if (other == missing.end()) {
            sql_.execute("DELETE FROM objects_fields WHERE object = ? AND path = ? AND value = ?", {number, path, key});
            continue;
        }
        sql_.execute("UPDATE objects_fields SET value = ? WHERE object = ? AND path = ? AND value = ?",
                     {other->second, number, path, key});
        missing.erase(other);
    }
    insertEntries(number, missing);
}

void FieldStore::remove(std::int64_t number) { sql_.execute("DELETE FROM objects_fields WHERE object = ?", {number}); }

// By number of path: MySQL would look at every row for a sub-select of objects.
void FieldStore::removeOfBucket(const std::string& bucketId) {
    for (const SqlRow& row : sql_.select("SELECT f.object FROM objects_fields f JOIN objects o ON o.number = f.object "
                                         "WHERE f.path = ? AND o.bucket_id = ?",
                                         {kIncomplete, bucketId})) {
        sql_.execute("DELETE FROM objects_fields WHERE object = ? AND path = ?", {row[0], kIncomplete});
    }
    for (const SqlRow& row : sql_.select("SELECT number FROM objects_paths WHERE bucket_id = ?", {bucketId})) {
        sql_.execute("DELETE FROM objects_fields WHERE path = ?", {row[0]});
    }
    sql_.execute("DELETE FROM objects_paths WHERE bucket_id = ?", {bucketId});
}

std::vector<FieldStore::Incomplete> FieldStore::findIncomplete(std::int64_t after, std::int64_t limit) {
    std::vector<Incomplete> found;
    for (const SqlRow& row :
         sql_.select("SELECT o.bucket_id, o.id, o.number FROM objects_fields f JOIN objects o ON o.number = f.object "
                     "WHERE f.path = ? AND f.object > ? ORDER BY f.object LIMIT ?",
                     {kIncomplete, after, limit})) {
        found.push_back({row[0].text(), row[1].text(), row[2].integer()});
    }
    return found;
}

}  // namespace inkwell::objects
