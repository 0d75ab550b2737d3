#include "edit/object_input.h"

#include <algorithm>
#include <string>

#include "inkwell/metafield_engine.h"
#include "inkwell/slug.h"
#include "inkwell/text.h"
#include "input.h"

namespace inkwell::objects {

namespace {

constexpr std::size_t kMaxContentLength = 64 * 1024 * 1024;  // the body's own limit is lower
constexpr std::size_t kMaxLocaleLength = 20;
constexpr std::size_t kMaxMediaNameLength = 500;
constexpr std::int64_t kMaxTimeMs = 253'402'300'799'999;  // the end of the year 9999

void readSchedule(JsonReader& reader, std::string_view name, std::int64_t nowMs,
                  std::optional<std::optional<std::int64_t>>& time) {
    const Json* value = reader.any(name);
    if (value == nullptr) return;
    if (value->is_null()) {
        time = std::optional<std::int64_t>();
        return;
    }
    const std::int64_t* given = value->if_int64();
    if (given == nullptr || *given <= nowMs) {
        return reader.problem(name, "must be a future time in milliseconds since 1970 (UTC), or null");
    }
    if (*given > kMaxTimeMs) {
        return reader.problem(name, "must be a time before the year 10000, in milliseconds since 1970 (UTC), or null");
    }
    time = *given;
}

void readAuthor(JsonReader& reader, const JsonObject& body, ObjectInput& input) {
    const Json* value = body.if_contains("created_by");
    if (value != nullptr && value->is_null()) {
        reader.any("created_by");
        return;
    }
    input.createdBy = reader.text("created_by", kMaxKeyLength);
    if (input.createdBy && !isId(*input.createdBy)) {
        reader.problem("created_by", "must be a user id: 24 lower-case hex digits");
    }
}

void readLocale(JsonReader& reader, const JsonObject& body, bool creation, ObjectInput& input) {
    const Json* value = body.if_contains("locale");
    if (value != nullptr && value->is_null()) {
        reader.any("locale");
        input.clearsLocale = !creation;
        return;
    }
    input.locale = reader.text("locale", kMaxLocaleLength);
}

// Said here, where it holds up no other writer.
bool areTooMany(const Json& metafields, JsonReader& reader) {
    const JsonArray* array = metafields.if_array();
    if (array == nullptr || array->size() <= MetafieldEngine::kMostMade) return false;
    reader.problem("metafields", "has more than " + std::to_string(MetafieldEngine::kMostMade) + " entries");
    return true;
}

void readMetafields(JsonReader& reader, ObjectInput& input) {
    const Json* metafields = reader.any("metafields");
    if (metafields != nullptr && !areTooMany(*metafields, reader)) input.metafields = *metafields;
    const JsonObject* metadata = reader.object("metadata");
    if (metadata == nullptr) return;
    if (input.metafields) return reader.problem("metadata", "cannot stand beside 'metafields': both write the same");
    input.metadata = *metadata;
}

enum class Form { Creation, Revision, Edit };

ObjectInput parse(const JsonObject& body, std::int64_t nowMs, const std::string& path, Form form) {
    const bool creation = form != Form::Edit;
    ObjectInput input;
    input.path = path;
    JsonReader reader(body, path, input.problems);
    if (form == Form::Creation) input.type = reader.requiredText("type", kMaxSlugLength);
    if (creation) readAuthor(reader, body, input);
    input.title = readTitle(reader, "title", creation);
    input.slug = readSlug(reader, "slug");
    input.content = reader.text("content", kMaxContentLength);
    input.status = reader.choice("status", {"draft", "published"});
    readMetafields(reader, input);
    readSchedule(reader, "publish_at", nowMs, input.publishAtMs);
    readSchedule(reader, "unpublish_at", nowMs, input.unpublishAtMs);
    readOptions(reader, input.problems, input.slugField, input.contentEditor);
    readLocale(reader, body, creation, input);
    input.thumbnail = readClearable(reader, body, "thumbnail", kMaxMediaNameLength);
    if (form == Form::Edit) input.keepRevision = reader.boolean("keep_revision");
    input.triggerWebhook = reader.boolean("trigger_webhook").value_or(false);
    reader.flag("pretty");  // obeyed by the kernel
    reader.refuseOthers();
    return input;
}

}  // namespace

std::string ObjectInput::pathOf(std::string_view member) const {
    return path.empty() ? std::string(member) : path + "." + std::string(member);
}

ObjectInput parseObjectCreation(const JsonObject& body, std::int64_t nowMs, const std::string& path) {
    return parse(body, nowMs, path, Form::Creation);
}

ObjectInput parseObjectRevision(const JsonObject& body, std::int64_t nowMs) {
    return parse(body, nowMs, "", Form::Revision);
}

ObjectInput parseObjectEdit(const JsonObject& body, std::int64_t nowMs, const std::string& path) {
    const bool changesSomething = std::any_of(body.begin(), body.end(), [](const auto& member) {
        return member.key() != "pretty" && member.key() != "trigger_webhook" && member.key() != "keep_revision";
    });
    if (!changesSomething) {
        throw ApiError::badRequest(
            "the body holds no field to change: send 'title', 'slug', 'content', 'status', 'metafields', 'metadata', "
            "'thumbnail', 'locale', 'publish_at', 'unpublish_at' or 'options'");
    }
    return parse(body, nowMs, path, Form::Edit);
}

}  // namespace inkwell::objects
