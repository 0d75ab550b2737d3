#include "uploads/write_input.h"

#include "inkwell/crypto.h"
#include "inkwell/slug.h"
#include "inkwell/text.h"

namespace inkwell::media {

namespace {

constexpr std::string_view kParts[] = {"media", "folder", "metadata", "trigger_webhook", "write_key"};

bool isPart(std::string_view name) {
    for (const std::string_view part : kParts)
        if (part == name) return true;
    return false;
}

}  // namespace

bool parseFlag(const std::string& text, const std::string& path, Problems& problems) {
    if (text != "true" && text != "false") problems.add(path, "must be 'true' or 'false'");
    return text == "true";
}

JsonObject parseMetadata(const std::string& text, const std::string& path, Problems& problems) {
    if (trimmed(text).empty()) return {};
    try {
        Json json = parseJson(text, path);
        if (json.is_object()) return std::move(json.get_object());
        problems.add(path, "must be a JSON object, not " + std::string(jsonKindName(json)));
    } catch (const ApiError& error) {
        problems.add(path, error.message());
    }
    return {};
}

void UploadForm::see(const std::string& name) {
    if (!isPart(name)) {
        fields.problems.add(name, "is not a part of an upload");
    } else if (!seen_.insert(name).second) {
        fields.problems.add(name, "is given twice");
    }
}

void UploadForm::take(const std::string& name, const std::string& text) {
    if (name == "folder") {
        if (!text.empty() && !isSlug(text)) fields.problems.add(name, "is not the slug of a folder");
        fields.folder = text;
    } else if (name == "metadata") {
        fields.metadata = parseMetadata(text, name, fields.problems);
    } else if (name == "trigger_webhook") {
        fields.triggerWebhook = parseFlag(text, name, fields.problems);
    } else if (name == "write_key" && !equalInConstantTime(text, token_)) {
        fields.problems.add(name, "differs from the key in the Authorization header");
    }
}

MediaEdit parseMediaEdit(const JsonObject& body) {
    MediaEdit edit;
    JsonReader reader(body, "", edit.problems);
    if (const Json* folder = reader.any("folder"); folder != nullptr && folder->is_null()) {
        edit.folder = "";
    } else {
        edit.folder = reader.text("folder", kMaxSlugLength);
    }
    if (const Json* metadata = reader.any("metadata"); metadata != nullptr && metadata->is_null()) {
        edit.metadata.emplace();
    } else if (const JsonObject* object = reader.object("metadata")) {
        edit.metadata = *object;
    }
    edit.triggerWebhook = reader.boolean("trigger_webhook").value_or(false);
    reader.flag("pretty");
    reader.refuseOthers();
    if (!edit.folder && !edit.metadata && edit.problems.empty()) {
        throw ApiError::badRequest("nothing to edit: send 'folder' or 'metadata'");
    }
    return edit;
}

FolderInput parseFolderInput(const JsonObject& body, const std::string& refusal) {
    Problems problems;
    JsonReader reader(body, "", problems);
    FolderInput input;
    input.title = reader.requiredText("title", kMaxTitleLength).value_or("");
    reader.flag("pretty");
    reader.refuseOthers();
    problems.throwIfAny(refusal);
    return input;
}

}  // namespace inkwell::media
