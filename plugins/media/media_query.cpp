#include "media_query.h"

#include <algorithm>
#include <array>
#include <set>

#include "inkwell/list_query_sql.h"
#include "inkwell/text.h"

namespace inkwell::media {

namespace {

using Kind = QueryColumn::Kind;

constexpr std::array<QueryColumn, 4> kColumns = {{
    {"id", "id", Kind::Text, ""},
    {"size", "size", Kind::Number, ""},
    {"created", "created_at", Kind::Time, ""},
    {"folder", "folder", Kind::Text, " <> ''"},
}};

// Null when there is none.
Json columnValue(const StoredMedia& media, std::string_view key) {
    if (key == "id") return Json(media.id);
    if (key == "size") return Json(media.sizeBytes);
    if (key == "created") return Json(isoTime(media.createdAtMs));
    return media.folder.empty() ? Json() : Json(media.folder);
}

class Document : public QueryDocument {
public:
    explicit Document(const StoredMedia& media) : media_(media), fields_(fieldsOf(media)) {}

    bool any(std::string_view key, const std::function<bool(const Json&)>& test) const override {
        if (findQueryColumn(key) != nullptr) {
            const Json value = columnValue(media_, key);
            return !value.is_null() && test(value);
        }
        return std::any_of(fields_.begin(), fields_.end(),
                           [&](const FieldValue& field) { return field.path == key && test(field.value); });
    }

    bool has(std::string_view key) const override {
        if (findQueryColumn(key) != nullptr) return !columnValue(media_, key).is_null();
        return std::any_of(fields_.begin(), fields_.end(), [&](const FieldValue& field) {
            return field.path.starts_with(key) && (field.path.size() == key.size() || field.path[key.size()] == '.');
        });
    }

private:
    const StoredMedia& media_;
    const std::vector<FieldValue> fields_;
};

bool fits(const std::string& path) { return codePoints(indexedText(path)) <= kIndexedPathLength; }

}  // namespace

ListQuery parseMediaQuery(std::string_view text) {
    static const QueryKeys kKeys{"id", "name", "original_name", "size", "type", "created", "folder"};
    return ListQuery::parse(text, kKeys);
}

const QueryColumn* findQueryColumn(std::string_view key) {
    const auto found =
        std::find_if(kColumns.begin(), kColumns.end(), [&](const QueryColumn& column) { return column.key == key; });
    return found == kColumns.end() ? nullptr : &*found;
}

std::vector<FieldValue> fieldsOf(const StoredMedia& media) {
    std::vector<FieldValue> fields{
        {"name", Json(media.name)}, {"original_name", Json(media.originalName)}, {"type", Json(media.contentType)}};
    std::vector<FieldValue> found;
    addFieldValues("metadata", media.metadata, found);
    std::set<std::pair<std::string, std::string>> seen;
    for (FieldValue& field : found) {
        if (!fits(field.path) || !seen.emplace(field.path, writeJson(field.value)).second) continue;
        fields.push_back(std::move(field));
        if (fields.size() == kMaxFieldsPerMedia) break;
    }
    return fields;
}

bool matches(const ListQuery& query, const StoredMedia& media) { return query.matches(Document(media)); }

}  // namespace inkwell::media
