#include "transfer/object_document.h"

#include <array>

#include "inkwell/text.h"
#include "metafield_walk.h"
#include "read/object_view.h"
#include "transfer/transfer_metafields.h"

namespace inkwell::objects {

namespace {

constexpr std::array<std::string_view, 7> kTransferMembers = {
    "id", "order", "created_at", "modified_at", "modified_by", "published_at", "if_modified_at"};
constexpr std::size_t kMaxTimeLength = 40;

std::optional<std::int64_t> readTime(JsonReader& reader, const JsonObject& json, std::string_view key) {
    const Json* value = json.if_contains(key);
    if (value != nullptr && value->is_null()) {
        reader.any(key);
        return std::nullopt;
    }
    const std::optional<std::string> text = reader.text(key, kMaxTimeLength);
    if (!text) return std::nullopt;
    const std::optional<std::int64_t> time = parseIsoTime(*text);
    if (!time) reader.problem(key, "must be a time such as 2026-01-31T09:30:00.000Z");
    return time;
}

std::string readId(JsonReader& reader, const JsonObject& json, std::string_view key) {
    const Json* value = json.if_contains(key);
    if (value != nullptr && value->is_null()) {
        reader.any(key);
        return "";
    }
    std::string id = reader.text(key, kMaxKeyLength).value_or("");
    if (!id.empty() && !isId(id)) reader.problem(key, "must be an id: 24 lower-case hex digits");
    return id;
}

const JsonArray& metafieldsOf(const StoredObject& object) {
    static const JsonArray kNone;
    const JsonArray* metafields = arrayOf(object.document, "metafields");
    return metafields != nullptr ? *metafields : kNone;
}

}  // namespace

ObjectDocument parseObjectDocument(const JsonObject& json, const std::string& path) {
    JsonObject body = json;
    JsonObject rest;
    for (const std::string_view member : kTransferMembers) {
        Json* value = body.if_contains(member);
        if (value == nullptr) continue;
        rest[member] = std::move(*value);
        body.stable_erase(member);
    }
    ObjectDocument file;
    file.input = parseObjectCreation(body, 0, path);
    if (file.input.metadata) {
        file.input.problems.add(file.input.pathOf("metadata"), "belongs to requests: a bucket file has 'metafields'");
    }
    if (!body.contains("slug")) file.input.problems.add(file.input.pathOf("slug"), "is required");
    const Json* locale = body.if_contains("locale");
    file.hasLocale = locale != nullptr;
    file.hasCreatedBy = body.contains("created_by");
    if (file.input.locale && !isLocale(*file.input.locale)) {
        file.input.problems.add(file.input.pathOf("locale"), "'" + *file.input.locale + "' is not a locale code");
    }
    JsonReader reader(rest, path, file.input.problems);
    file.id = readId(reader, rest, "id");
    file.order = reader.integer("order");
    file.createdAtMs = readTime(reader, rest, "created_at");
    file.modifiedAtMs = readTime(reader, rest, "modified_at");
    file.publishedAtMs = readTime(reader, rest, "published_at");
    file.modifiedBy = readId(reader, rest, "modified_by");
    if (rest.contains("if_modified_at")) file.ifModifiedAtMs = readTime(reader, rest, "if_modified_at");
    return file;
}

JsonObject renderObjectDocument(const StoredObject& object, JsonArray metafields) {
    JsonObject json;
    json["id"] = object.id;
    json["type"] = object.type;
    json["slug"] = object.slug;
    json["title"] = object.title;
    json["content"] = textOf(object.document, "content");
    json["status"] = object.status;
    json["options"] = renderOptions(object.document);
    json["locale"] = object.locale.empty() ? Json() : Json(object.locale);
    json["thumbnail"] = object.thumbnail.empty() ? Json() : Json(object.thumbnail);
    if (object.position != kNoPosition) json["order"] = object.position;
    json["created_at"] = isoTime(object.createdAtMs);
    json["created_by"] = object.createdBy.empty() ? Json() : Json(object.createdBy);
    json["modified_at"] = isoTime(object.modifiedAtMs);
    json["modified_by"] = object.modifiedBy.empty() ? Json() : Json(object.modifiedBy);
    json["published_at"] = isoTimeOrNull(object.publishedAtMs);
    json["publish_at"] = object.publishAtMs ? Json(*object.publishAtMs) : Json();
    json["unpublish_at"] = object.unpublishAtMs ? Json(*object.unpublishAtMs) : Json();
    json["metafields"] = std::move(metafields);
    return json;
}

std::string localeOf(const ObjectDocument& file, const std::optional<StoredType>& type) {
    if (file.input.locale) return *file.input.locale;
    return !file.hasLocale && type ? type->defaultLocale() : "";
}

StoredObject applyTransfer(const ObjectDocument& file, const std::optional<StoredType>& type,
                           const StoredObject& before) {
    const ObjectInput& input = file.input;
    StoredObject object = before;
    object.title = *input.title;
    object.status = input.status.value_or("published");
    object.position = file.order.value_or(kNoPosition);
    object.thumbnail = input.thumbnail.value_or("");
    if (file.hasCreatedBy) object.createdBy = input.createdBy.value_or("");
    object.modifiedBy = file.modifiedBy;
    object.createdAtMs = file.createdAtMs.value_or(before.createdAtMs);
    object.modifiedAtMs = file.modifiedAtMs.value_or(before.modifiedAtMs);
    object.publishAtMs = input.publishAtMs.value_or(std::nullopt);
    object.unpublishAtMs = input.unpublishAtMs.value_or(std::nullopt);
    object.publishedAtMs = file.publishedAtMs;
    if (!object.publishedAtMs && object.isPublished()) {
        object.publishedAtMs = before.publishedAtMs.value_or(object.createdAtMs);
    }
    object.document["content"] = input.content.value_or("");
    object.document["options"] =
        JsonObject{{"slug_field", input.slugField.value_or(type ? type->slugField : true)},
                   {"content_editor", input.contentEditor.value_or(type ? type->contentEditor : true)}};
    return object;
}

bool sameContent(const StoredObject& a, const StoredObject& b) {
    return a.title == b.title && a.status == b.status && a.position == b.position && a.thumbnail == b.thumbnail &&
           a.createdBy == b.createdBy && a.modifiedBy == b.modifiedBy && a.createdAtMs == b.createdAtMs &&
           a.modifiedAtMs == b.modifiedAtMs && a.publishAtMs == b.publishAtMs && a.unpublishAtMs == b.unpublishAtMs &&
           a.publishedAtMs == b.publishedAtMs && textOf(a.document, "content") == textOf(b.document, "content") &&
           renderOptions(a.document) == renderOptions(b.document) &&
           withoutIds(metafieldsOf(a)) == withoutIds(metafieldsOf(b));
}

}  // namespace inkwell::objects
