#include "records/media_query.h"

#include <array>

#include "inkwell/text.h"

namespace inkwell::media {

namespace {

using Kind = QueryColumn::Kind;

constexpr std::string_view kMetadata = "metadata.";
constexpr std::array<QueryColumn, 5> kColumns = {{
    {"id", "id", Kind::Text, ""},
    {"size", "size", Kind::Number, ""},
    {"created", "created_at", Kind::Time, ""},
    {"created_at", "created_at", Kind::Time, ""},
    {"folder", "folder", Kind::Text, " <> ''"},
}};

// Null when there is none.
Json columnValue(const StoredMedia& media, std::string_view key) {
    if (key == "id") return Json(media.id);
    if (key == "size") return Json(media.sizeBytes);
    if (key == "created" || key == "created_at") return Json(isoTime(media.createdAtMs));
    return textOrNull(media.folder);
}

}  // namespace

ListQuery parseMediaQuery(std::string_view text) {
    static const QueryKeys kKeys{"id", "name", "original_name", "size", "type", "created", "created_at", "folder"};
    return ListQuery::parse(text, kKeys);
}

const QueryColumn* findQueryColumn(std::string_view key) { return findColumn(kColumns, key); }

std::vector<FieldValue> fieldsOf(const StoredMedia& media) {
    std::vector<FieldValue> fields{
        {"name", Json(media.name)}, {"original_name", Json(media.originalName)}, {"type", Json(media.contentType)}};
    std::vector<FieldValue> found;
    addFieldValues("metadata", media.metadata, found);
    addIndexedFields(std::move(found), kMaxFieldsPerMedia, fields);
    return fields;
}

bool matches(const ListQuery& query, const StoredMedia& media) {
    const std::vector<FieldValue> fields = fieldsOf(media);
    const auto valueOf = [&](std::string_view key) { return columnValue(media, key); };
    const auto anyObject = [&](std::string_view key, const JsonTest& test) {
        return key.starts_with(kMetadata) && anyObjectIn(media.metadata, key.substr(kMetadata.size()), test);
    };
    return query.matches(RecordDocument(kColumns, valueOf, fields, anyObject));
}

}  // namespace inkwell::media
