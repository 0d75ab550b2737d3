#include "store/field_store.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <stdexcept>
#include <string_view>

#include "inkwell/crypto.h"
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

// Of sorted values.
template <class Value>
std::vector<Value> without(const std::vector<Value>& values, const std::vector<Value>& others) {
    std::vector<Value> rest;
    std::set_difference(values.begin(), values.end(), others.begin(), others.end(), std::back_inserter(rest));
    return rest;
}

}  // namespace

IndexedValues indexedValuesOf(const std::vector<FieldValue>& fields, bool isComplete) {
    IndexedValues indexed;
    indexed.isComplete = isComplete;
    for (const FieldValue* field : keptOf(fields)) {
        indexed.values.emplace_back(indexedText(field->path), keyOfField(*field));
    }
    std::sort(indexed.values.begin(), indexed.values.end());
    indexed.values.erase(std::unique(indexed.values.begin(), indexed.values.end()), indexed.values.end());
    return indexed;
}

std::optional<std::int64_t> IndexedValues::digest() const {
    if (!isComplete) return std::nullopt;
    constexpr std::string_view kEnd("\0", 1);
    Digest digest;
    for (const auto& [path, key] : values) {
        for (const std::string_view part : {std::string_view(path), kEnd, std::string_view(key), kEnd})
            digest.add(part);
    }
    const std::string bytes = digest.finish();
    std::int64_t number = 0;
    std::memcpy(&number, bytes.data(), sizeof number);
    return number;
}

PathNumbers::Numbers FieldStore::numbersOf(const std::string& bucketId, const std::vector<std::string>& paths) {
    PathNumbers::Numbers numbers;
    const std::span<const std::string> all(paths);
    for (std::size_t at = 0; at < all.size(); at += kPathsPerStatement) {
        SqlParams params{bucketId};
        const std::string list = sqlIn(all.subspan(at, std::min(kPathsPerStatement, all.size() - at)), params);
        for (const SqlRow& row :
             sql_.select("SELECT path, number FROM objects_paths WHERE bucket_id = ? AND path IN " + list, params)) {
            numbers.emplace(row[0].text(), row[1].integer());
        }
    }
    return numbers;
}

PathNumbers::Numbers FieldStore::numbersOf(const std::string& bucketId, std::size_t most) {
    PathNumbers::Numbers numbers;
    for (const SqlRow& row : sql_.select("SELECT path, number FROM objects_paths WHERE bucket_id = ? LIMIT ?",
                                         {bucketId, static_cast<std::int64_t>(most)})) {
        numbers.emplace(row[0].text(), row[1].integer());
    }
    return numbers;
}

PathNumbers::Numbers FieldStore::makeNumbers(const std::string& bucketId, std::set<std::string> paths) {
    PathNumbers::Numbers numbers = numbersOf(bucketId, {paths.begin(), paths.end()});
    std::erase_if(paths, [&](const std::string& path) { return numbers.count(path) > 0; });
    // Another writer may add the same one: who comes second waits for the first and finds its number.
    static const std::string kInsert = "INSERT INTO objects_paths (bucket_id, path) VALUES (?, ?)";
    for (const std::string& path : paths) {
        sql_.execute(kInsert + sql_.dialect().onDuplicateUpdate("bucket_id, path", {"path"}), {bucketId, path});
    }
    if (!paths.empty()) numbers.merge(numbersOf(bucketId, {paths.begin(), paths.end()}));
    if (known_ != nullptr) known_->found(bucketId, numbers);
    return numbers;
}

std::vector<FieldStore::Entry> FieldStore::entriesOf(const std::string& bucketId,
                                                     std::span<const IndexedValues::Value> values) {
    static const PathNumbers::Numbers kNone;
    const std::shared_ptr<const PathNumbers::Numbers> shared = known_ == nullptr ? nullptr : known_->of(bucketId);
    const PathNumbers::Numbers& known = shared == nullptr ? kNone : *shared;
    std::vector<Entry> entries;
    entries.reserve(values.size() + 1);
    std::vector<const IndexedValues::Value*> others;
    std::set<std::string> paths;
    for (const IndexedValues::Value& value : values) {
        const auto found = known.find(value.first);
        if (found != known.end()) {
            entries.emplace_back(found->second, value.second);
        } else {
            others.push_back(&value);
            paths.insert(value.first);
        }
    }
    if (others.empty()) return entries;
    const PathNumbers::Numbers numbers = makeNumbers(bucketId, std::move(paths));
    for (const IndexedValues::Value* value : others) entries.emplace_back(numbers.at(value->first), value->second);
    return entries;
}

std::vector<FieldStore::Entry> FieldStore::entriesOf(const std::string& bucketId, const IndexedValues& values) {
    std::vector<Entry> entries = entriesOf(bucketId, std::span(values.values));
    if (!values.isComplete) entries.emplace_back(kIncomplete, "");
    std::sort(entries.begin(), entries.end());
    return entries;
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

void FieldStore::insert(const std::string& bucketId, std::int64_t number, const IndexedValues& values) {
    insertEntries(number, entriesOf(bucketId, values));
}

void FieldStore::replace(const std::string& bucketId, std::int64_t number, const IndexedValues& values) {
    const std::vector<Entry> stored = storedEntries(number);
    const std::vector<Entry> wanted = entriesOf(bucketId, values);
    store(number, stored.size(), without(stored, wanted), without(wanted, stored));
}

void FieldStore::change(const std::string& bucketId, std::int64_t number, const IndexedValues& before,
                        const IndexedValues& values) {
    const std::vector<Entry> outdated = entriesOf(bucketId, without(before.values, values.values));
    std::vector<Entry> missing = entriesOf(bucketId, without(values.values, before.values));
    if (!values.isComplete) missing.emplace_back(kIncomplete, "");
    store(number, before.values.size(), outdated, std::move(missing));
}

std::vector<FieldStore::Entry> FieldStore::storedEntries(std::int64_t number) {
    std::vector<Entry> stored;
    for (const SqlRow& row : sql_.select("SELECT path, value FROM objects_fields WHERE object = ?", {number})) {
        stored.emplace_back(row[0].integer(), row[1].text());
    }
    std::sort(stored.begin(), stored.end());
    return stored;
}

// Where nothing stays, one statement removes all that there is.
void FieldStore::store(std::int64_t number, std::size_t stored, const std::vector<Entry>& outdated,
                       std::vector<Entry> missing) {
    if (stored > 0 && outdated.size() >= stored) {
        remove(number);
        insertEntries(number, missing);
    } else {
        replaceEntries(number, outdated, std::move(missing));
    }
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
