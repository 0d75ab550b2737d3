#include "records/media_input.h"

#include <algorithm>

#include "contents/file_name.h"
#include "contents/file_type.h"
#include "inkwell/slug.h"
#include "inkwell/text.h"
#include "records/media_edit_input.h"

namespace inkwell::media {

namespace {

constexpr const char* kUnknownType = "application/octet-stream";
constexpr std::size_t kMaxTimeLength = 40;
constexpr std::string_view kMediaMembers[] = {"name",   "original_name", "size",     "type",
                                              "folder", "created",       "location", "metadata"};

// Null is the same as absent.
JsonObject withoutNulls(const JsonObject& object) {
    JsonObject kept;
    for (const auto& member : object)
        if (!member.value().is_null()) kept[member.key()] = member.value();
    return kept;
}

JsonObject convertOlder(const JsonObject& older, ImportContext& context) {
    JsonObject ours;
    for (const std::string_view name : kMediaMembers)
        if (const Json* value = older.if_contains(name)) ours[name] = *value;
    const std::string_view folder = textOf(ours, "folder");
    if (!folder.empty() && !isSlug(folder)) {
        ours["folder"] = deriveSlug(folder, "folder");
        context.note("a folder's malformed slug was derived anew");
    }
    if (Json* size = ours.if_contains("size"); size != nullptr && size->is_string()) ours.stable_erase("size");
    return ours;
}

std::int64_t readTime(JsonReader& reader, std::string_view key) {
    const std::optional<std::string> text = reader.text(key, kMaxTimeLength);
    if (!text) return 0;
    const std::optional<std::int64_t> time = parseIsoTime(*text);
    if (!time) reader.problem(key, "must be a time such as 2026-01-31T09:30:00.000Z");
    return time.value_or(0);
}

bool isControl(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }

// Names come back in headers and addresses.
std::string cleanName(JsonReader& reader, std::string_view key, std::string name) {
    if (std::any_of(name.begin(), name.end(), isControl)) reader.problem(key, "must not hold control characters");
    return name;
}

std::string readType(JsonReader& reader, ImportContext& context) {
    const std::optional<std::string> given = reader.text("type", kMaxContentTypeLength);
    if (!given) return kUnknownType;
    std::string type = cleanType(*given);
    if (type != *given) context.note("the type of a media was no plain MIME type; it was cleaned");
    return type.empty() ? kUnknownType : type;
}

bool tell(const Problems& problems, ImportContext& context) {
    for (const Problem& problem : problems.list()) context.problem(problem.path, problem.message);
    return !problems.empty();
}

}  // namespace

bool isOlder(const Json& json) { return json.is_object() && json.get_object().contains("_id"); }

std::optional<StoredMedia> parseMedia(const Json& json, const std::string& path, ImportContext& context) {
    const JsonObject* object = json.if_object();
    if (object == nullptr) {
        context.problem(path, "must be an object");
        return std::nullopt;
    }
    const JsonObject ours = withoutNulls(isOlder(json) ? convertOlder(*object, context) : *object);
    Problems problems;
    JsonReader reader(ours, path, problems);
    StoredMedia media;
    media.name = reader.requiredText("name", kMaxNameLength).value_or("");
    if (ours.contains("name") && media.name.empty()) reader.problem("name", "must not be empty");
    media.name = cleanName(reader, "name", std::move(media.name));
    if (media.name.find('/') != std::string::npos) reader.problem("name", "must not contain '/'");
    // Addresses end with it, and these are steps of a path there.
    if (media.name == "." || media.name == "..") reader.problem("name", "must not be '.' or '..'");
    media.originalName =
        cleanName(reader, "original_name", reader.text("original_name", kMaxNameLength).value_or(media.name));
    media.sizeBytes = reader.integer("size").value_or(0);
    if (media.sizeBytes < 0) reader.problem("size", "must not be negative");
    media.contentType = readType(reader, context);
    media.folder = reader.text("folder", kMaxSlugLength).value_or("");
    media.createdAtMs = readTime(reader, "created");
    media.location = cleanName(reader, "location", reader.text("location", kMaxLocationLength).value_or(""));
    if (const JsonObject* metadata = reader.object("metadata")) media.metadata = *metadata;
    if (const Json* point = reader.any("focal_point")) {
        media.focalPoint = parseFocalPoint(*point, reader.pathOf("focal_point"), problems);
    }
    reader.refuseOthers();
    if (tell(problems, context)) return std::nullopt;
    return media;
}

std::optional<StoredFolder> parseFolder(const Json& json, const std::string& path, ImportContext& context) {
    const JsonObject* object = json.if_object();
    if (object == nullptr) {
        context.problem(path, "must be an object");
        return std::nullopt;
    }
    const bool older = isOlder(json);
    const JsonObject ours = withoutNulls(*object);
    Problems problems;
    JsonReader reader(ours, path, problems);
    StoredFolder folder;
    folder.title = reader.requiredTitle("title", kMaxTitleLength).value_or("");
    folder.slug = reader.text("slug", kMaxSlugLength).value_or("");
    folder.createdAtMs = older ? 0 : readTime(reader, "created_at");
    if (older && !isSlug(folder.slug)) folder.slug = deriveSlug(folder.title, "folder");
    if (!isSlug(folder.slug)) reader.problem("slug", "is not a slug");
    if (!older) reader.refuseOthers();
    if (tell(problems, context)) return std::nullopt;
    return folder;
}

}  // namespace inkwell::media
