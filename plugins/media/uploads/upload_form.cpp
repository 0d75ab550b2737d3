#include "uploads/upload_form.h"

#include "inkwell/crypto.h"
#include "inkwell/slug.h"
#include "records/media_edit_input.h"

namespace inkwell::media {

namespace {

constexpr std::string_view kParts[] = {"media", "folder", "metadata", "focal_point", "trigger_webhook", "write_key"};

bool isPart(std::string_view name) {
    for (const std::string_view part : kParts)
        if (part == name) return true;
    return false;
}

}  // namespace

void UploadForm::see(const std::string& name) {
    if (!isPart(name)) {
        fields.problems.add(name, "is not a part of an upload");
    } else if (!seen_.insert(name).second) {
        fields.problems.add(name, "is given twice");
    }
}

void UploadForm::take(const std::string& name, const std::string& text) {
    if (name == "folder") {
        if (text.empty() || isSlug(text)) {
            fields.folder = text;
        } else {
            fields.problems.add(name, "is not the slug of a folder");
        }
    } else if (name == "metadata") {
        fields.metadata = parseMetadata(text, name, fields.problems);
    } else if (name == "focal_point") {
        fields.focalPoint = parseFocalPoint(Json(parseMetadata(text, name, fields.problems)), name, fields.problems);
    } else if (name == "trigger_webhook") {
        fields.triggerWebhook = parseFlag(text, name, fields.problems);
    } else if (name == "write_key" && !equalInConstantTime(text, token_)) {
        fields.problems.add(name, "differs from the key in the Authorization header");
    }
}

}  // namespace inkwell::media
