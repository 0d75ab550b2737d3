#include "records/media_edit_input.h"

#include "inkwell/slug.h"
#include "inkwell/text.h"

namespace inkwell::media {

namespace {

constexpr std::size_t kMaxAltTextLength = 10'000;

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

std::optional<FocalPoint> parseFocalPoint(const Json& json, const std::string& path, Problems& problems) {
    const auto part = [&](const char* name) -> std::optional<double> {
        const JsonObject* const object = json.if_object();
        const Json* const value = object != nullptr && object->size() == 2 ? object->if_contains(name) : nullptr;
        if (value == nullptr || !value->is_number()) return std::nullopt;
        const double number = value->to_number<double>();
        return number >= 0 && number <= 1 ? std::optional(number) : std::nullopt;
    };
    const std::optional<double> x = part("x");
    const std::optional<double> y = part("y");
    if (x && y) return FocalPoint{*x, *y};
    problems.add(path, "must be {\"x\": number, \"y\": number}, each a part of the side from 0 to 1");
    return std::nullopt;
}

MediaEdit parseMediaEdit(const JsonObject& body, bool hostedClients) {
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
    if (const Json* point = reader.any("focal_point"); point != nullptr && point->is_null()) {
        edit.focalPoint.emplace();
    } else if (point != nullptr) {
        edit.focalPoint = parseFocalPoint(*point, "focal_point", edit.problems);
    }
    if (const Json* altText = hostedClients ? reader.any("alt_text") : nullptr;
        altText != nullptr && altText->is_null()) {
        edit.altText = "";
    } else if (hostedClients) {
        edit.altText = reader.text("alt_text", kMaxAltTextLength);
    }
    edit.triggerWebhook = reader.boolean("trigger_webhook").value_or(false);
    reader.flag("pretty");
    reader.refuseOthers();
    if (!edit.folder && !edit.metadata && !edit.altText && !edit.focalPoint && edit.problems.empty()) {
        throw ApiError::badRequest("nothing to edit: send 'folder', 'metadata' or 'focal_point'");
    }
    return edit;
}

}  // namespace inkwell::media
