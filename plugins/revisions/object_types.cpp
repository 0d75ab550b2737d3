#include "object_types.h"

namespace inkwell::revisions {

bool renameObjectType(JsonArray& metafields, std::string_view from, std::string_view to) {
    bool changed = false;
    for (Json& entry : metafields) {
        JsonObject* metafield = entry.if_object();
        if (metafield == nullptr) continue;
        if (textOf(*metafield, "object_type") == from) {
            (*metafield)["object_type"] = to;
            changed = true;
        }
        for (const char* member : {"children", "repeater_fields"}) {
            Json* nested = metafield->if_contains(member);
            if (nested != nullptr && nested->is_array()) changed |= renameObjectType(nested->get_array(), from, to);
        }
    }
    return changed;
}

}  // namespace inkwell::revisions
