#include "autosave_input.h"

#include "inkwell/error.h"

namespace inkwell::autosave {

AutosaveEdit parseAutosaveEdit(const JsonObject& body, std::int64_t maxBytes) {
    Problems problems;
    JsonReader reader(body, "", problems);
    AutosaveEdit edit;
    const JsonObject* object = reader.object("object");
    if (!reader.has("object")) reader.problem("object", "is required: what the person has typed, as a JSON object");
    const Json* version = body.if_contains("version");
    if (version != nullptr && version->is_null()) {
        reader.any("version");
    } else {
        edit.baseVersion = reader.integer("version");
        if (edit.baseVersion && *edit.baseVersion < 1) reader.problem("version", "must be at least 1, or null");
    }
    reader.flag("pretty");
    reader.refuseOthers();
    problems.throwIfAny("nothing was kept");
    edit.document = writeJson(*object);
    if (static_cast<std::int64_t>(edit.document.size()) > maxBytes) {
        throw ApiError::tooLarge("object has " + std::to_string(edit.document.size()) +
                                 " bytes as JSON; what is kept of one object may have " + std::to_string(maxBytes));
    }
    return edit;
}

}  // namespace inkwell::autosave
