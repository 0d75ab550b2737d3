#include "autosave_view.h"

#include "inkwell/text.h"

namespace inkwell::autosave {

JsonObject renderAutosave(const AutosaveItem& item) {
    JsonObject json{{"object_id", item.objectId},
                    {"version", item.baseVersion ? Json(*item.baseVersion) : Json()},
                    {"saved_at", isoTime(item.savedAtMs)}};
    if (!item.document.empty()) json["object"] = parseStoredJson(item.document);
    return json;
}

}  // namespace inkwell::autosave
