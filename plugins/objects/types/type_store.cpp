#include "types/type_store.h"

#include "inkwell/database_engine.h"
#include "inkwell/slug.h"

namespace inkwell::objects {

namespace {

const std::string kSelect =
    "SELECT id, slug, title, singular, position, created_at, modified_at, document, bucket_id, version FROM "
    "objects_types ";

bool flagOf(const JsonObject& object, std::string_view key, bool fallback) {
    const Json* value = object.if_contains(key);
    return value != nullptr && value->is_bool() ? value->get_bool() : fallback;
}

StoredType parseRow(const SqlRow& row) {
    StoredType type;
    static_cast<TypeRules&>(type) = parseTypeRules(row[1].text(), row[7].view());
    type.id = row[0].text();
    type.title = row[2].text();
    type.singular = row[3].text();
    type.position = row[4].integer();
    type.createdAtMs = row[5].integer();
    type.modifiedAtMs = row[6].integer();
    type.bucketId = row[8].text();
    type.version = row[9].integer();
    return type;
}

std::string documentOf(const StoredType& type) {
    JsonArray locales;
    for (const std::string& locale : type.locales) locales.emplace_back(locale);
    JsonObject document;
    document["slug_field"] = type.slugField;
    document["content_editor"] = type.contentEditor;
    document["localization"] = type.localization;
    document["singleton"] = type.singleton;
    document["keep_revisions"] = type.keepRevisions;
    if (type.enforceValidation) document["enforce_validation"] = *type.enforceValidation;
    document["locales"] = std::move(locales);
    document["priority_locale"] = type.priorityLocale;
    document["emoji"] = type.emoji;
    if (!type.previewLink.empty()) document["preview_link"] = type.previewLink;
    document["metafields"] = type.metafields;
    return writeJson(document);
}

}  // namespace

TypeRules parseTypeRules(const std::string& slug, std::string_view text) {
    TypeRules rules;
    rules.slug = slug;
    Json parsed = parseStoredJson(text);
    JsonObject& document = parsed.as_object();
    rules.slugField = flagOf(document, "slug_field", true);
    rules.contentEditor = flagOf(document, "content_editor", true);
    rules.localization = flagOf(document, "localization", false);
    rules.singleton = flagOf(document, "singleton", false);
    rules.keepRevisions = flagOf(document, "keep_revisions", false);
    if (document.contains("enforce_validation"))
        rules.enforceValidation = flagOf(document, "enforce_validation", false);
    rules.priorityLocale = textOf(document, "priority_locale");
    rules.emoji = textOf(document, "emoji");
    rules.previewLink = textOf(document, "preview_link");
    if (const JsonArray* locales = arrayOf(document, "locales"))
        for (const Json& locale : *locales) rules.locales.emplace_back(locale.as_string());
    if (Json* metafields = document.if_contains("metafields")) rules.metafields = std::move(metafields->as_array());
    return rules;
}

std::string TypeRules::defaultLocale() const {
    if (!localization) return "";
    if (!priorityLocale.empty()) return priorityLocale;
    return locales.empty() ? "" : locales.front();
}

std::optional<StoredType> TypeStore::find(const std::string& bucketId, const std::string& slug) {
    static const std::string kStatement = kSelect + "WHERE bucket_id = ? AND slug = ?";
    const auto row = sql_.selectOne(kStatement, {bucketId, slug});
    return row ? std::optional(parseRow(*row)) : std::nullopt;
}

std::shared_ptr<const TypeRules> TypeStore::rulesOf(const std::string& bucketId, const std::string& slug) {
    std::optional<StoredType> type = find(bucketId, slug);
    return type ? std::make_shared<const TypeRules>(std::move(*type)) : nullptr;
}

std::optional<StoredType> TypeStore::findLocked(const std::string& bucketId, const std::string& slug,
                                                std::string_view lock) {
    const auto row = sql_.selectOne(kSelect + "WHERE bucket_id = ? AND slug = ?" + std::string(lock), {bucketId, slug});
    return row ? std::optional(parseRow(*row)) : std::nullopt;
}

std::optional<StoredType> TypeStore::findForShare(const std::string& bucketId, const std::string& slug) {
    return findLocked(bucketId, slug, sql_.dialect().forShare());
}

std::optional<StoredType> TypeStore::findForUpdate(const std::string& bucketId, const std::string& slug) {
    return findLocked(bucketId, slug, sql_.dialect().forUpdate());
}

std::vector<StoredType> TypeStore::listAll(const std::string& bucketId) {
    static const std::string kStatement = kSelect + "WHERE bucket_id = ? ORDER BY position, created_at, id";
    std::vector<StoredType> types;
    for (const SqlRow& row : sql_.select(kStatement, {bucketId})) types.push_back(parseRow(row));
    return types;
}

std::vector<StoredType> TypeStore::listAllForUpdate(const std::string& bucketId) {
    std::vector<StoredType> types;
    for (const SqlRow& row : sql_.select(
             kSelect + "WHERE bucket_id = ? ORDER BY id" + std::string(sql_.dialect().forUpdate()), {bucketId})) {
        types.push_back(parseRow(row));
    }
    return types;
}

std::vector<std::string> TypeStore::existing(const std::string& bucketId, std::span<const std::string> slugs) {
    SqlParams params{bucketId};
    const std::string list = sqlIn(slugs, params);
    std::vector<std::string> found;
    for (const SqlRow& row :
         sql_.select("SELECT slug FROM objects_types WHERE bucket_id = ? AND slug IN " + list, params)) {
        found.push_back(row[0].text());
    }
    return found;
}

std::vector<std::string> TypeStore::slugsLike(const std::string& bucketId, const std::string& slug) {
    std::vector<std::string> slugs;
    for (const SqlRow& row :
         sql_.select("SELECT slug FROM objects_types WHERE bucket_id = ? AND slug >= ? AND slug < ?",
                     {bucketId, slug, endOfSlugsLike(slug)})) {
        slugs.push_back(row[0].text());
    }
    return slugs;
}

std::int64_t TypeStore::nextPosition(const std::string& bucketId) {
    const auto row = sql_.selectOne("SELECT MAX(position) FROM objects_types WHERE bucket_id = ?", {bucketId});
    return !row || (*row)[0].isNull() ? 0 : (*row)[0].integer() + 1;
}

void TypeStore::insert(const StoredType& type) {
    sql_.execute(
        "INSERT INTO objects_types (id, bucket_id, slug, title, singular, position, created_at, modified_at, document, "
        "version) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        {type.id, type.bucketId, type.slug, type.title, type.singular, type.position, type.createdAtMs,
         type.modifiedAtMs, documentOf(type), type.version});
}

void TypeStore::update(const StoredType& type) {
    sql_.execute(
        "UPDATE objects_types SET slug = ?, title = ?, singular = ?, position = ?, created_at = ?, modified_at = ?, "
        "document = ?, version = ? WHERE id = ?",
        {type.slug, type.title, type.singular, type.position, type.createdAtMs, type.modifiedAtMs, documentOf(type),
         type.version, type.id});
}

void TypeStore::setPosition(const std::string& id, std::int64_t position) {
    sql_.execute("UPDATE objects_types SET position = ? WHERE id = ?", {position, id});
}

void TypeStore::remove(const std::string& id) { sql_.execute("DELETE FROM objects_types WHERE id = ?", {id}); }

void TypeStore::removeOfBucket(const std::string& bucketId) {
    sql_.execute("DELETE FROM objects_types WHERE bucket_id = ?", {bucketId});
}

}  // namespace inkwell::objects
